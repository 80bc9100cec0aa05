import { Refused } from '../../../domain/api/call.ts';
import type { MemberLimits } from '../../../domain/api/projectAccessRoutes.ts';
import { neverLimited } from '../../../domain/sentences/access.ts';
import { type Model, rules } from '../model.ts';
import { memberLimitsMachine } from './memberLimits.ts';

const member = { id: 2, name: 'Bob', email: 'bob@actum.example', role: 'regular' as const, created_at: '2026-01-01T00:00:00.000Z' };
/** The first of two projects. In one of them Bob may only enter acts. */
export const FIRST_PAGE: MemberLimits = {
  later: null,
  limited: 1,
  projects: [{ id: 8, name: 'Pine Yard', limit: { can: 'acts', prices: false } }],
  total: 2,
};
const READS = { can: 'reads', prices: true } as const;

export const memberLimitsModel: Model<typeof memberLimitsMachine> = {
  machine: memberLimitsMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context: { page, text, choice, waiting, isClosing, sentence } }) => ({
    value,
    text,
    limits: page?.projects.map(({ limit }) => limit?.can ?? null) ?? null,
    later: page?.later ?? null,
    choice,
    waiting,
    isClosing,
    sentence: sentence?.code,
  }),
  events: (snapshot) => [
    { type: 'limits.opened', member },
    { type: 'limits.closed' },
    { type: 'limits.sought', text: snapshot.context.text === '' ? 'oak' : '' },
    // The team has two projects.
    ...(snapshot.matches({ open: 'ready' }) && (snapshot.context.page?.projects.length ?? 0) < 2
      ? [{ type: 'more.requested' as const }]
      : []),
    { type: 'reading.retried' },
    // One that waits covers every larger number.
    ...(snapshot.context.waiting.length > 0
      ? []
      : [
          { type: 'limit.chosen' as const, choice: { projectId: 8, all: false, limit: READS } },
          { type: 'limit.chosen' as const, choice: { projectId: null, all: true, limit: null } },
        ]),
    { type: 'xstate.done.actor.read', output: FIRST_PAGE },
    { type: 'xstate.error.actor.read', error: new Refused(404, { detail: 'Not found', code: 'not_found' }) },
    { type: 'xstate.done.actor.keep', output: { later: null, limited: 1 } },
    { type: 'xstate.error.actor.keep', error: new Refused(409, neverLimited()) },
  ],
  broken: (snapshot) => {
    const { member: of, page, choice, waiting, isClosing, sentence } = snapshot.context;
    return rules({
      'nothing is known of nobody': !snapshot.matches('closed') || (of === null && page === null),
      'nobody waits while nothing is done': !snapshot.matches({ open: 'ready' }) || (waiting.length === 0 && !isClosing),
      'a choice is being kept': (choice !== null) === snapshot.matches({ open: 'keeping' }),
      'limits can be chosen once they are read':
        !(snapshot.matches({ open: 'ready' }) || snapshot.matches({ open: 'keeping' })) || page !== null,
      'what cannot be read is explained': !snapshot.matches({ open: 'unread' }) || sentence !== null,
    });
  },
};
