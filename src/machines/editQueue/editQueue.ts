import { assign, emit, fromPromise, setup } from 'xstate';
import { type Edit, isNoAnswer, isSameField, problemOf } from './types.ts';

export interface EditQueueContext {
  /** In the order they were typed. */
  readonly edits: readonly Edit[];
  /** Tries in a row that nobody answered. */
  readonly attempt: number;
}
export type EditQueueEvent =
  | { readonly type: 'edit.typed'; readonly edit: Edit }
  /** The person gives up what was refused. */
  | { readonly type: 'edits.givenUp'; readonly keys: readonly string[] }
  /** Another tab of the same person got it through, or gave it up there. */
  | { readonly type: 'edit.settledElsewhere'; readonly key: string }
  | { readonly type: 'retry.requested' };

/** What came of an edit: the server's answer, and the record's revision from now on. */
export interface Taken {
  readonly answer: unknown;
  readonly revision: number;
}

const LONGEST_WAIT = 30_000;
const spec = '8.12 An edit is never lost';

const isToSend = ({ problem }: Edit) => problem === null;
export const nextEdit = ({ edits }: EditQueueContext): Edit | undefined => edits.find(isToSend);

/** Without the edit that was taken in; the person's later ones of the same record, typed on the revision it met, are now on the one it left. */
function withoutTaken(edits: readonly Edit[], taken: Edit, revision: number): readonly Edit[] {
  const isNext = ({ route, id, revision: on }: Edit) => route === taken.route && id === taken.id && on === taken.revision;
  return edits.filter(({ key }) => key !== taken.key).map((edit) => (isNext(edit) ? { ...edit, revision } : edit));
}

/** A refused edit stays, unless the person has since typed something else into the same field. */
function withRefused(edits: readonly Edit[], refused: Edit, error: unknown): readonly Edit[] {
  const isTypedOver = edits.some((edit) => edit.key !== refused.key && isToSend(edit) && isSameField(edit, refused));
  return isTypedOver
    ? edits.filter(({ key }) => key !== refused.key)
    : edits.map((edit) => (edit.key === refused.key ? { ...edit, problem: problemOf(error) } : edit));
}

/** What a person typed and the server has not taken in: sent one after another in the order typed, and again until somebody answers. */
export const editQueueMachine = setup({
  types: {
    input: {} as { readonly edits: readonly Edit[] },
    context: {} as EditQueueContext,
    events: {} as EditQueueEvent,
    emitted: {} as
      | { readonly type: 'edit.taken'; readonly key: string; readonly answer: unknown }
      | { readonly type: 'edit.refused'; readonly key: string; readonly error: unknown }
      | { readonly type: 'edits.postponed' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    sendEdit: fromPromise<Taken, { edit: Edit | undefined }>(() => Promise.reject(new Error('sendEdit is not provided'))),
  },
  delays: { untilNextTry: ({ context }) => Math.min(LONGEST_WAIT, 500 * 2 ** context.attempt) },
  guards: {
    hasMore: ({ context }) => nextEdit(context) !== undefined,
    isNoAnswer: (_, { error }: { error: unknown }) => isNoAnswer(error),
  },
  actions: {
    add: assign({
      edits: ({ context }, { edit }: { edit: Edit }) => [
        ...context.edits.filter((known) => isToSend(known) || !isSameField(known, edit)),
        edit,
      ],
    }),
    giveUp: assign({
      edits: ({ context }, { keys }: { keys: readonly string[] }) =>
        context.edits.filter((edit) => isToSend(edit) || !keys.includes(edit.key)),
    }),
    forget: assign({ edits: ({ context }, { key }: { key: string }) => context.edits.filter((edit) => edit.key !== key) }),
    tellTaken: emit(({ context }, { output }: { output: Taken }) => ({
      type: 'edit.taken' as const,
      key: nextEdit(context)?.key ?? '',
      answer: output.answer,
    })),
    take: assign(({ context }, { output }: { output: Taken }) => {
      const taken = nextEdit(context);
      return { attempt: 0, edits: taken ? withoutTaken(context.edits, taken, output.revision) : context.edits };
    }),
    tellRefused: emit(({ context }, { error }: { error: unknown }) => ({
      type: 'edit.refused' as const,
      key: nextEdit(context)?.key ?? '',
      error,
    })),
    refuse: assign(({ context }, { error }: { error: unknown }) => {
      const refused = nextEdit(context);
      return { attempt: 0, edits: refused ? withRefused(context.edits, refused, error) : context.edits };
    }),
    tellPostponed: emit({ type: 'edits.postponed' as const }),
    count: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
}).createMachine({
  id: 'editQueue',
  context: ({ input }) => ({ edits: input.edits, attempt: 0 }),
  initial: 'deciding',
  on: { 'edits.givenUp': { actions: { type: 'giveUp', params: ({ event }) => event }, meta: { spec: '8.4 Escape drops what was typed' } } },
  states: {
    deciding: {
      always: [
        { guard: 'hasMore', target: 'sending', meta: { spec } },
        { target: 'resting', meta: { spec } },
      ],
    },
    resting: {
      on: {
        'edit.typed': {
          target: 'sending',
          actions: { type: 'add', params: ({ event }) => event },
          meta: { spec: '8.11 An edit is saved by its own call' },
        },
        'edit.settledElsewhere': { actions: { type: 'forget', params: ({ event }) => event }, meta: { spec } },
      },
    },
    sending: {
      invoke: {
        id: 'sendEdit',
        src: 'sendEdit',
        input: ({ context }) => ({ edit: nextEdit(context) }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'tellTaken', params: ({ event }) => event },
            { type: 'take', params: ({ event }) => event },
          ],
          meta: { spec: '8.11 An edit is saved by its own call' },
        },
        onError: [
          {
            guard: { type: 'isNoAnswer', params: ({ event }) => event },
            target: 'waiting',
            actions: ['count', 'tellPostponed'],
            meta: { spec },
          },
          {
            target: 'deciding',
            actions: [
              { type: 'tellRefused', params: ({ event }) => event },
              { type: 'refuse', params: ({ event }) => event },
            ],
            meta: { spec: '8.13 A refused value stays in its cell' },
          },
        ],
      },
      on: {
        'edit.typed': { actions: { type: 'add', params: ({ event }) => event }, meta: { spec: '8.11 An edit is saved by its own call' } },
      },
    },
    waiting: {
      after: { untilNextTry: { target: 'deciding', meta: { spec } } },
      on: {
        'retry.requested': { target: 'deciding', meta: { spec } },
        'edit.typed': {
          target: 'sending',
          actions: { type: 'add', params: ({ event }) => event },
          meta: { spec: '8.11 An edit is saved by its own call' },
        },
        'edit.settledElsewhere': { target: 'deciding', actions: { type: 'forget', params: ({ event }) => event }, meta: { spec } },
      },
    },
  },
});
