import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import { memberLimitsModel } from '../../src/machines/memberLimits/memberLimits.model.ts';
import type { LimitChoice, memberLimitsMachine } from '../../src/machines/memberLimits/memberLimits.ts';
import type { Model } from '../../src/machines/model.ts';
import { TeamSettings } from '../../src/views/team/TeamSettings.tsx';
import { BOB, readTeam } from './samples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

type Machine = typeof memberLimitsMachine;
const model: Model<Machine> = {
  ...memberLimitsModel,
  events(snapshot) {
    const { page, choice } = snapshot.context;
    const isBusy = ({ projectId, all }: LimitChoice) => choice?.projectId === projectId && choice.all === all;
    const isAlready = ({ projectId, limit }: LimitChoice) =>
      page?.projects.some(({ id, limit: now }) => id === projectId && now?.can === limit?.can);
    return memberLimitsModel.events(snapshot).flatMap((event): ReturnType<typeof memberLimitsModel.events> => {
      if (event.type === 'limits.opened') return [{ type: 'limits.opened' as const, member: BOB }];
      // The search stays beside its results, and a limit that applies already, or is being set, is not chosen again.
      const isBeside = event.type === 'limits.sought' || event.type === 'limit.chosen';
      if (isBeside && (page === null || snapshot.matches({ open: 'unread' }))) return [];
      if (event.type === 'limit.chosen' && 'choice' in event && (isAlready(event.choice) || isBusy(event.choice))) return [];
      return [event];
    });
  },
};

const dialog = () => screen.queryByRole('dialog', { name: 'Limits of Bob' });
const inside = () => within(dialog() ?? document.body);
const NAMES = { acts: 'Acts only', reads: 'Read only' } as const;

const nameOf = ({ projectId, all }: LimitChoice) => (all ? 'All projects' : projectId === null ? 'Projects created later' : 'Pine Yard');

async function choose({ limit, ...of }: LimitChoice): Promise<void> {
  fireEvent.click(inside().getAllByRole('button', { name: new RegExp(`^Access to ${nameOf({ limit, ...of })}`) })[0] ?? document.body);
  const name = limit === null ? 'Everything' : NAMES[limit.can];
  const items = await screen.findAllByRole('menuitem');
  fireEvent.click(items.find(({ textContent }) => textContent.startsWith(name) && !textContent.startsWith(`${name}, `)) ?? document.body);
}

testView<Machine>({
  model,
  start: 'closed',
  promises: ['read', 'keep'],
  longest: 30,
  async show(ready) {
    const stage = await stageFor('Ann');
    const read = readTeam(stage.people.team(7));
    const settings = { ...read, limits: ready(read.limits) };
    await show({ ...stage, people: { ...stage.people, team: () => settings } }, <TeamSettings open onClose={() => undefined} />);
    // The parts of the dialog load on their own.
    await screen.findByRole('button', { name: 'Limits of Bob' });
  },
  act(event: EventFrom<Machine>) {
    switch (event.type) {
      case 'limits.opened':
        return void fireEvent.click(screen.getByRole('button', { name: 'Limits of Bob' }));
      case 'limits.closed':
        return void fireEvent.click(inside().getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
      case 'limits.sought':
        return void fireEvent.change(inside().getByRole('searchbox', { name: 'Find a project' }), { target: { value: event.text } });
      case 'more.requested':
        return void fireEvent.click(inside().getByRole('button', { name: 'Show more projects' }));
      case 'reading.retried':
        return void fireEvent.click(inside().getByRole('button', { name: 'Try again' }));
      case 'limit.chosen':
        return choose(event.choice);
    }
  },
  seen() {
    const open = dialog();
    const rows = open === null ? [] : within(open).queryAllByRole('button', { name: /^Access to / });
    const named = rows.map((button) => button.getAttribute('aria-label')?.replace('Access to ', ''));
    return {
      isOpen: open !== null,
      rows: named,
      busy: named.filter((_, at) => rows[at]?.getAttribute('aria-busy') === 'true').map((name) => name?.replace(/:.*/, '')),
      alerts: open === null ? 0 : within(open).queryAllByRole('alert').length,
      sought: open === null ? null : (within(open).queryByRole('searchbox') as HTMLInputElement | null)?.value,
    };
  },
  due(snapshot) {
    const { page, sentence, text, choice, waiting } = snapshot.context;
    const isClosed = snapshot.matches('closed');
    const isShown = page !== null && !snapshot.matches({ open: 'unread' });
    const named = (limit: { readonly can: 'reads' | 'acts'; readonly prices: boolean } | null) =>
      limit === null ? 'Everything' : `${NAMES[limit.can]}${limit.prices ? '' : ', no prices'}`;
    return {
      isOpen: !isClosed,
      rows: isShown
        ? [
            'All projects: Choose',
            `Projects created later: ${named(page.later)}`,
            ...page.projects.map(({ name, limit }) => `${name}: ${named(limit)}`),
          ]
        : [],
      busy: isShown
        ? ['All projects', 'Pine Yard'].filter((name) => [choice, ...waiting].some((each) => each !== null && nameOf(each) === name))
        : [],
      alerts: sentence === null || isClosed ? 0 : 1,
      sought: isClosed ? null : isShown ? text : undefined,
    };
  },
});
