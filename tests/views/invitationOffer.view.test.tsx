import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe } from 'vitest';
import { createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { invitationModel } from '../../src/machines/invitation/invitation.model.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import type { Model } from '../../src/machines/model.ts';
import { InvitationOffer } from '../../src/views/team/InvitationOffer.tsx';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

type Machine = typeof invitationMachine;
const NOTHING = { alert: null, status: null, offer: null, buttons: [], busy: null };
const OFFER = {
  ...NOTHING,
  offer: 'Bob invites you to their team. Your role: Regular.',
  buttons: ['Not now', 'Join Roofers'],
};

function screenOf({ value, context: { isUnknown, isUnanswered, sentence } }: SnapshotFrom<Machine>) {
  switch (value) {
    case 'waiting':
    case 'promised':
    case 'looking':
      return NOTHING;
    case 'offered':
      return OFFER;
    // A person who promised to join sees nothing until the join succeeds or is refused.
    case 'joining':
      return null;
    case 'foreign':
      return {
        ...NOTHING,
        status: 'The invitation to Roofers is for ann@actum.example. To join, log out and log in with that address.',
        buttons: ['Dismiss', 'Log out'],
      };
    case 'refused':
      return isUnknown
        ? {
            ...NOTHING,
            alert: 'There is no invitation with this link. Check that you copied the whole link, or ask for a new one.',
            buttons: ['Dismiss'],
          }
        : { ...NOTHING, alert: sentence?.detail ?? null, buttons: isUnanswered ? ['Dismiss', 'Try again'] : ['Dismiss'] };
  }
}

/** A person can press only buttons on screen. */
const onScreen = (event: { readonly type: string }, snapshot: SnapshotFrom<Machine>) => {
  const buttons = screenOf(snapshot)?.buttons ?? (snapshot.context.found === null ? [] : OFFER.buttons);
  if (event.type === 'invitation.dismissed') return buttons.length > 0;
  return event.type !== 'join.chosen' || buttons.some((name) => name === 'Join Roofers' || name === 'Try again');
};
const model: Model<Machine> = {
  ...invitationModel,
  events: (snapshot) => invitationModel.events(snapshot).filter((event) => onScreen(event, snapshot)),
};

const press = (name: RegExp) => void fireEvent.click(screen.getByRole('button', { name }));

describe('opened by a link', () => {
  let invitation = createActor(invitationMachine, { input: { hash: 'h1' } });
  testView<Machine>({
    model,
    start: 'opened by a link',
    promises: ['look', 'join'],
    async show(ready) {
      const stage = await stageFor('Ann');
      invitation = createActor(ready(invitationMachine), { input: { hash: 'h1' } });
      invitation.start();
      await show({ ...stage, actum: { ...stage.actum, invitation } }, <InvitationOffer />);
    },
    act(event: EventFrom<Machine>) {
      switch (event.type) {
        case 'join.chosen':
          return press(/^(Join Roofers|Try again)$/);
        case 'invitation.dismissed':
          return press(/^(Not now|Dismiss)$/);
        default:
          return act(() => invitation.send(event));
      }
    },
    seen: () => ({
      alert: screen.queryByRole('alert')?.querySelector('p')?.textContent ?? null,
      status: screen.queryByRole('status')?.querySelector('p')?.textContent ?? null,
      offer: screen.queryByRole('region', { name: 'Invitation' })?.querySelector('p')?.textContent ?? null,
      buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent),
      busy: screen.queryAllByRole('button').find((button) => button.getAttribute('aria-busy') === 'true')?.textContent ?? null,
    }),
    due: (snapshot) => screenOf(snapshot) ?? (snapshot.context.found === null ? NOTHING : { ...OFFER, busy: 'Join Roofers' }),
  });
});
