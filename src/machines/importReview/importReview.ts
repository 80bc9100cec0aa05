import { assign, emit, fromPromise, setup } from 'xstate';
import { isRefusal } from '../../../domain/api/call.ts';
import type { ImportLists } from '../../../domain/api/importShapes.ts';
import { patience } from '../patience.ts';

export type ShownImport = Pick<ImportLists, 'import_id' | 'revision' | 'is_first_import'>;
/** The current state of an import, as the server reports it. */
export interface ImportHeard {
  readonly id: number;
  readonly revision: number;
  /** The revision whose marks are complete in a later import: marks are made after the change. */
  readonly marked_revision: number;
  readonly finished_version_id: number | null;
}
interface Heard {
  readonly type: 'import.heard';
  /** Null when it was cancelled. */
  readonly heard: ImportHeard | null;
}
interface Shown {
  readonly type: 'lists.shown';
  readonly shown: ShownImport;
}

interface ImportReviewContext {
  readonly shown: ShownImport;
  readonly heard: ImportHeard | null;
  /** The number of the person's own changes without an answer. */
  readonly sent: number;
  /** The number of consecutive failures to load the lists. */
  readonly unread: number;
}

const spec = '10.25 People who review one import see the same';

const isBehind = ({ shown, heard, sent }: ImportReviewContext): boolean =>
  sent === 0 && heard?.id === shown.import_id && shown.revision < (shown.is_first_import ? heard.revision : heard.marked_revision);
/** Whether lists of the same import are newer than the known ones. */
export const isNewer = (known: ShownImport, { import_id, revision }: ShownImport): boolean =>
  import_id === known.import_id && revision > known.revision;

/** Loads the lists of an import under review when others have changed it. Changes already shown by answers to one's own calls are not loaded again. */
export const importReviewMachine = setup({
  types: {
    input: {} as { readonly shown: ShownImport },
    context: {} as ImportReviewContext,
    events: {} as Heard | Shown | { readonly type: 'change.sent' } | { readonly type: 'change.settled' },
    emitted: {} as
      | { readonly type: 'lists.read'; readonly lists: ImportLists }
      | { readonly type: 'import.ended'; readonly isVersion: boolean },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Waits for corrections on their way, then loads. */
    readLists: fromPromise<ImportLists>(() => Promise.reject(new Error('readLists is not provided'))),
  },
  delays: { untilReadAgain: ({ context }) => patience(context.unread, 5_000) },
  guards: {
    isBehind: ({ context }) => isBehind(context),
    isUpToDate: ({ context }) => !isBehind(context),
    isNewer: ({ context }, lists: ImportLists) => isNewer(context.shown, lists),
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
    hasEnded: ({ context: { shown } }, { heard }: Heard) => heard?.id !== shown.import_id || heard.finished_version_id !== null,
  },
  actions: {
    show: assign(({ context }, { shown }: Shown) => (isNewer(context.shown, shown) ? { shown, unread: 0 } : {})),
    take: assign((_, lists: ImportLists) => ({ shown: lists, unread: 0 })),
    /** Until there is something new to read. */
    giveUp: assign({ heard: null, unread: 0 }),
    countUnread: assign({ unread: ({ context }) => context.unread + 1 }),
    tellLists: emit((_, lists: ImportLists) => ({ type: 'lists.read' as const, lists })),
    hear: assign({ heard: (_, { heard }: Heard) => heard }),
    tellEnd: emit(({ context: { shown } }, { heard }: Heard) => ({
      type: 'import.ended' as const,
      isVersion: heard?.id === shown.import_id,
    })),
    countSent: assign({ sent: ({ context }) => context.sent + 1 }),
    countSettled: assign({ sent: ({ context }) => Math.max(0, context.sent - 1) }),
  },
}).createMachine({
  id: 'importReview',
  context: ({ input: { shown } }) => ({ shown, heard: null, sent: 0, unread: 0 }),
  initial: 'upToDate',
  on: {
    'lists.shown': { actions: { type: 'show', params: ({ event }) => event }, meta: { spec } },
    'import.heard': [
      {
        guard: { type: 'hasEnded', params: ({ event }) => event },
        actions: [
          { type: 'hear', params: ({ event }) => event },
          { type: 'tellEnd', params: ({ event }) => event },
        ],
        meta: { spec: '10.19 A missing import offers to choose a file' },
      },
      { actions: { type: 'hear', params: ({ event }) => event }, meta: { spec } },
    ],
    'change.sent': { actions: 'countSent', meta: { spec } },
    'change.settled': { actions: 'countSettled', meta: { spec } },
  },
  states: {
    upToDate: { always: { guard: 'isBehind', target: 'reading', meta: { spec } } },
    reading: {
      invoke: {
        id: 'readLists',
        src: 'readLists',
        onDone: [
          {
            guard: { type: 'isNewer', params: ({ event }) => event.output },
            target: 'upToDate',
            actions: [
              { type: 'take', params: ({ event }) => event.output },
              { type: 'tellLists', params: ({ event }) => event.output },
            ],
            meta: { spec },
          },
          // Another import may have replaced it, which is reported as the end of this one.
          { target: 'unread', actions: 'countUnread', meta: { spec } },
        ],
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event },
            target: 'upToDate',
            actions: 'giveUp',
            meta: { spec },
          },
          { target: 'unread', actions: 'countUnread', meta: { spec } },
        ],
      },
      always: { guard: 'isUpToDate', target: 'upToDate', meta: { spec } },
    },
    unread: {
      after: { untilReadAgain: { target: 'reading', meta: { spec } } },
      always: { guard: 'isUpToDate', target: 'upToDate', meta: { spec } },
    },
  },
});
