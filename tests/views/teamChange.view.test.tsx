import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type EventFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { notFound } from '../../domain/sentences/general.ts';
import type { Model } from '../../src/machines/model.ts';
import { teamChangeModel } from '../../src/machines/teamChange/teamChange.model.ts';
import { isAskedFirst, type TeamChange, type teamChangeMachine } from '../../src/machines/teamChange/teamChange.ts';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { ANN, BOB, INVITED, readTeam } from './samples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

type Machine = typeof teamChangeMachine;
const CHANGES: readonly TeamChange[] = [
  { kind: 'role', member: BOB, role: 'admin' },
  { kind: 'removal', member: BOB },
  { kind: 'leaving', member: ANN },
  { kind: 'resending', invitation: INVITED },
  { kind: 'withdrawal', invitation: INVITED },
];
const isOpenTo = ({ value, context: { change, waiting } }: SnapshotFrom<Machine>) =>
  waiting.length === 0 && (value === 'idle' || change === null || !isAskedFirst(change));
const model: Model<Machine> = {
  ...teamChangeModel,
  events: (snapshot) => [
    ...(isOpenTo(snapshot) ? CHANGES : []).flatMap((change) =>
      snapshot.context.change?.kind === change.kind && snapshot.matches('making') ? [] : [{ type: 'change.chosen' as const, change }],
    ),
    ...teamChangeModel.events(snapshot).filter(({ type }) => type !== 'change.chosen'),
  ],
};

/** The confirmation of a change, and its button. */
const QUESTIONS = {
  removal: { title: 'Remove Bob from North?', cancel: 'Cancel', action: 'Remove' },
  leaving: { title: 'Leave North?', cancel: 'Cancel', action: 'Leave team' },
  withdrawal: { title: 'Withdraw the invitation to eve@actum.example?', cancel: 'Keep the invitation', action: 'Withdraw' },
  role: null,
  resending: null,
} as const;

const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name }));
const question = () => screen.queryAllByRole('dialog').find((dialog) => within(dialog).queryAllByRole('form').length === 0) ?? null;

async function choose(change: TeamChange): Promise<void> {
  switch (change.kind) {
    case 'role':
      press('Role of Bob: Regular');
      return void fireEvent.click(await screen.findByRole('menuitem', { name: /^Admin/ }));
    case 'removal':
      return press('Remove Bob');
    case 'leaving':
      return press('Leave team');
    case 'resending':
      return press('Resend the invitation to eve@actum.example');
    case 'withdrawal':
      return press('Withdraw the invitation to eve@actum.example');
  }
}

testView<Machine>({
  model,
  start: 'idle',
  promises: ['make'],
  async show(ready) {
    const stage = await stageFor('Ann');
    const read = readTeam(stage.people.team(7));
    const settings = { ...read, change: ready(read.change) };
    await show({ ...stage, people: { ...stage.people, team: () => settings } }, <TeamSettings open onClose={() => undefined} />);
  },
  act(event: EventFrom<Machine>) {
    switch (event.type) {
      case 'change.chosen':
        return choose(event.change);
      case 'change.confirmed':
      case 'change.dismissed': {
        const asked = within(question() ?? document.body);
        const buttons = asked.getAllByRole('button');
        const pressed = buttons.find(({ textContent }) => /^(Cancel|Keep)/.test(textContent) === (event.type === 'change.dismissed'));
        return void fireEvent.click(pressed ?? document.body);
      }
    }
  },
  seen() {
    const asked = question();
    const busy = [...document.querySelectorAll('[aria-busy=true]')].map((button) => button.textContent);
    return {
      title: asked === null ? null : within(asked).getByRole('heading').textContent,
      buttons:
        asked === null
          ? []
          : within(asked)
              .getAllByRole('button')
              .map(({ textContent }) => textContent),
      alerts: [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
      alertInQuestion: asked !== null && within(asked).queryByRole('alert') !== null,
      busy,
    };
  },
  due({ value, context: { change, waiting, sentence } }) {
    const asked = change !== null && isAskedFirst(change) ? QUESTIONS[change.kind] : null;
    const isUnderWay = (kind: TeamChange['kind']) => [change, ...waiting].some((each) => each?.kind === kind);
    const underWay = [...(isUnderWay('role') ? ['Regular'] : []), ...(isUnderWay('resending') ? ['Resend'] : [])];
    return {
      title: asked?.title ?? null,
      buttons: asked === null ? [] : [asked.cancel, asked.action],
      alerts: sentence === null ? [] : [sentence.detail],
      alertInQuestion: asked !== null && sentence !== null,
      busy: value !== 'making' ? [] : asked === null ? underWay : [asked.action],
    };
  },
});

test('a member whom somebody else has removed goes from the list once a change of theirs is refused', async () => {
  const stage = await stageFor('Ann');
  const read = readTeam(stage.people.team(7));
  let members = [ANN, BOB];
  const load = fromPromise(async () => read.members.set(members));
  const make = fromPromise<void, { change: TeamChange | null }>(async () => {
    members = [ANN];
    throw new Refused(404, notFound());
  });
  const settings = { ...read, reading: read.reading.provide({ actors: { load } }), change: read.change.provide({ actors: { make } }) };
  await show({ ...stage, people: { ...stage.people, team: () => settings } }, <TeamSettings open onClose={() => undefined} />);
  await choose({ kind: 'role', member: BOB, role: 'admin' });
  await screen.findByText('This has been deleted in the meantime, or you no longer have access to it');
  await expect.poll(() => screen.queryByText('Bob')).toBeNull();
});
