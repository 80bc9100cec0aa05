import { assign, enqueueActions, fromPromise, setup } from 'xstate';
import type { Limit } from '../../../domain/access.ts';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Member } from '../../../domain/api/people.ts';
import type { MemberLimits } from '../../../domain/api/projectAccessRoutes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

/** A limit for one project, for projects made later (`projectId` null), or for all of both (`all`). */
export interface LimitChoice {
  readonly projectId: number | null;
  readonly all: boolean;
  readonly limit: Limit | null;
}

/** The projects to load: those whose name contains the text, from the offset on. */
export interface LimitsAsked {
  readonly member: Member | null;
  readonly text: string;
  readonly offset: number;
}
export interface LimitSet {
  readonly member: Member | null;
  readonly choice: LimitChoice | null;
}

interface MemberLimitsContext extends LimitsAsked {
  /** The pages loaded so far, joined; null before the first answer. */
  readonly page: MemberLimits | null;
  readonly choice: LimitChoice | null;
  /** Choices made while another was being saved, or while projects were loading. */
  readonly waiting: readonly LimitChoice[];
  /** The dialog closes once all are saved. */
  readonly isClosing: boolean;
  readonly sentence: Sentence | null;
}

const spec = '17.2 Owners and admins set limits';
const NOTHING: MemberLimitsContext = {
  member: null,
  text: '',
  offset: 0,
  page: null,
  choice: null,
  waiting: [],
  isClosing: false,
  sentence: null,
};

/** A project may be on two pages if others were made or renamed between the requests. */
const joined = (before: MemberLimits['projects'], more: MemberLimits['projects']) => [
  ...before,
  ...more.filter(({ id }) => before.every((each) => each.id !== id)),
];

/** The page after a choice was saved. */
function withChoice(page: MemberLimits, { projectId, all, limit }: LimitChoice): MemberLimits {
  const projects = page.projects.map((project) => (all || project.id === projectId ? { ...project, limit } : project));
  return { ...page, projects };
}

/** The limits of a member in the projects of the team: read a page at a time, and set one after the other. */
export const memberLimitsMachine = setup({
  types: {
    context: {} as MemberLimitsContext,
    events: {} as
      | { readonly type: 'limits.opened'; readonly member: Member }
      | { readonly type: 'limits.closed' }
      | { readonly type: 'limits.sought'; readonly text: string }
      | { readonly type: 'more.requested' }
      | { readonly type: 'reading.retried' }
      | { readonly type: 'limit.chosen'; readonly choice: LimitChoice; readonly hasWaited?: boolean },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    read: fromPromise<MemberLimits, LimitsAsked>(() => Promise.reject(new Error('read is not provided'))),
    keep: fromPromise<Pick<MemberLimits, 'later' | 'limited'>, LimitSet>(() => Promise.reject(new Error('keep is not provided'))),
  },
  guards: { isAwaited: ({ context }) => context.waiting.length > 0 },
  actions: {
    open: assign((_, { member }: { member: Member }) => ({ ...NOTHING, member })),
    forget: assign(NOTHING),
    seek: assign((_, { text }: { text: string }) => ({ text, offset: 0, sentence: null })),
    goOn: assign({ offset: ({ context }) => context.page?.projects.length ?? 0, sentence: null }),
    take: assign({
      page: ({ context: { page, offset } }, { output }: { output: MemberLimits }) =>
        offset === 0 || page === null ? output : { ...output, projects: joined(page.projects, output.projects) },
      sentence: null,
    }),
    /** The refusal of the previous choice stays on screen. */
    choose: assign((_, { choice, hasWaited = false }: { choice: LimitChoice; hasWaited?: boolean }) =>
      hasWaited ? { choice } : { choice, sentence: null },
    ),
    keepWaiting: assign({ waiting: ({ context }, { choice }: { choice: LimitChoice }) => [...context.waiting, choice] }),
    keepClosing: assign({ isClosing: true }),
    takeTurn: enqueueActions(({ context: { waiting, isClosing }, enqueue }) => {
      const [choice, ...later] = waiting;
      if (choice !== undefined) {
        enqueue.assign({ waiting: later });
        enqueue.raise({ type: 'limit.chosen', choice, hasWaited: true });
      } else if (isClosing) enqueue.raise({ type: 'limits.closed' });
    }),
    settle: assign({
      page: ({ context: { page, choice } }, { output }: { output: Pick<MemberLimits, 'later' | 'limited'> }) =>
        page && choice && { ...withChoice(page, choice), ...output },
      choice: null,
    }),
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error), choice: null, isClosing: false }),
  },
}).createMachine({
  id: 'memberLimits',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      on: { 'limits.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event }, meta: { spec } } },
    },
    open: {
      initial: 'reading',
      on: { 'limits.closed': { target: 'closed', actions: 'forget', meta: { spec } } },
      states: {
        reading: {
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context: { member, text, offset } }) => ({ member, text, offset }),
            onDone: { target: 'ready', actions: { type: 'take', params: ({ event }) => event }, meta: { spec } },
            onError: {
              target: 'unread',
              actions: { type: 'explain', params: ({ event }) => event },
              meta: { spec: '14.2 A refusal is shown where it belongs' },
            },
          },
          on: {
            'limits.sought': { target: 'reading', reenter: true, actions: { type: 'seek', params: ({ event }) => event }, meta: { spec } },
            'limit.chosen': { actions: { type: 'keepWaiting', params: ({ event }) => event }, meta: { spec } },
            'limits.closed': { guard: 'isAwaited', actions: 'keepClosing', meta: { spec } },
          },
        },
        unread: {
          on: {
            'reading.retried': { target: 'reading', meta: { spec: '14.2 A refusal is shown where it belongs' } },
          },
        },
        ready: {
          entry: 'takeTurn',
          on: {
            'limits.sought': { target: 'reading', actions: { type: 'seek', params: ({ event }) => event }, meta: { spec } },
            'more.requested': { target: 'reading', actions: 'goOn', meta: { spec } },
            'limit.chosen': { target: 'keeping', actions: { type: 'choose', params: ({ event }) => event }, meta: { spec } },
          },
        },
        keeping: {
          on: {
            'limit.chosen': { actions: { type: 'keepWaiting', params: ({ event }) => event }, meta: { spec } },
            'limits.closed': { actions: 'keepClosing', meta: { spec } },
          },
          invoke: {
            id: 'keep',
            src: 'keep',
            input: ({ context: { member, choice } }) => ({ member, choice }),
            onDone: { target: 'ready', actions: { type: 'settle', params: ({ event }) => event }, meta: { spec } },
            onError: {
              target: 'ready',
              actions: { type: 'explain', params: ({ event }) => event },
              meta: { spec: '14.2 A refusal is shown where it belongs' },
            },
          },
        },
      },
    },
  },
});
