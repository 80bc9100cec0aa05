import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { Postponed } from '../editQueue/types.ts';

/** Rows from one index to another, of which some are not loaded. */
interface RowsBetween {
  readonly listId: number;
  readonly from: number;
  readonly to: number;
  /** The rows loaded at these indexes when they were chosen. If they have moved, other rows are between the indexes now. */
  readonly seen: readonly { readonly index: number; readonly id: number }[];
}

/** Rows by their ids and, where not all of them are loaded, by two indexes in a list. */
export interface RowsMeant {
  readonly ids: readonly number[];
  readonly between?: RowsBetween;
  /** The headings among them whose rows are included. */
  readonly withRowsOf?: readonly number[];
}

/** After a row, or after all rows of the folded section it heads (`pastRows`). Null is the start of the list. */
interface Behind {
  readonly afterId: number | null;
  readonly pastRows?: boolean;
}

/** Edits of whole rows of an estimate. A null `afterId` is the start of the list, an absent one its end. */
export type RowEdit =
  | { readonly kind: 'duplicate'; readonly rows: RowsMeant }
  | ({ readonly kind: 'move'; readonly rows: RowsMeant; readonly listId: number } & Partial<Behind>)
  | { readonly kind: 'delete'; readonly rows: RowsMeant }
  /** Moves a section with its rows past its neighbour. */
  | { readonly kind: 'step'; readonly id: number; readonly by: 1 | -1 };

const spec = '7.4 Rows are added, duplicated, moved and deleted';

/**
 * One edit of whole rows at a time: the next one begins when the last one is answered or waits in the queue. Until then the repeats of a held key are
 * ignored; after half a second a further request is answered with a notice.
 */
export const rowEditMachine = setup({
  types: {
    context: {} as { readonly edit: RowEdit | null },
    events: {} as { readonly type: 'edit.requested'; readonly edit: RowEdit },
    emitted: {} as
      | { readonly type: 'edit.done'; readonly edit: RowEdit; readonly ids: readonly number[] }
      | { readonly type: 'edit.refused'; readonly sentence: Sentence }
      /** Not begun, because another edit has been in progress for long. */
      | { readonly type: 'edit.postponed' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Returns the rows made or changed. */
    doEdit: fromPromise<readonly number[], { edit: RowEdit | null }>(() => Promise.reject(new Error('doEdit is not provided'))),
  },
  guards: { waits: (_, { error }: { error: unknown }) => error instanceof Postponed },
  delays: { takesLong: 500 },
  actions: {
    keep: assign({ edit: (_, { edit }: { edit: RowEdit }) => edit }),
    forget: assign({ edit: null }),
    tell: emit(({ context: { edit } }, { ids }: { ids: readonly number[] }) => ({
      type: 'edit.done' as const,
      edit: edit ?? { kind: 'delete', rows: { ids } },
      ids,
    })),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'edit.refused' as const, sentence: sentenceOfError(error) })),
    postpone: emit({ type: 'edit.postponed' }),
  },
}).createMachine({
  id: 'rowEdit',
  context: { edit: null },
  initial: 'idle',
  states: {
    idle: {
      on: { 'edit.requested': { target: 'doing', actions: { type: 'keep', params: ({ event }) => event }, meta: { spec } } },
    },
    doing: {
      initial: 'shortly',
      invoke: {
        id: 'doEdit',
        src: 'doEdit',
        input: ({ context }) => context,
        onDone: {
          target: 'idle',
          actions: [{ type: 'tell', params: ({ event }) => ({ ids: event.output }) }, 'forget'],
          meta: { spec },
        },
        onError: [
          {
            guard: { type: 'waits', params: ({ event }) => event },
            target: 'idle',
            actions: 'forget',
            meta: { spec: '8.12 An edit is never lost' },
          },
          {
            target: 'idle',
            actions: [{ type: 'explain', params: ({ event }) => event }, 'forget'],
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
      states: {
        shortly: { after: { takesLong: { target: 'long', meta: { spec } } } },
        long: { on: { 'edit.requested': { actions: 'postpone', meta: { spec } } } },
      },
    },
  },
});
