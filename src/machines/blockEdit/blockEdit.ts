import { assign, emit, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import { doubtfulNumber, markMeaning } from '../../../domain/blockNumbers.ts';
import { type BlockColumns, type BlockField, columnsFrom } from '../../../domain/blockShape.ts';
import type { Cells } from '../../../domain/blockText.ts';
import type { DecimalMark } from '../../../domain/numberText.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { Postponed } from '../editQueue/types.ts';
import type { CopiedCells, CopiedColumn } from './copied.ts';
import { type PasteRefusal, refusalIn } from './refusal.ts';

/** An operation on a block of cells. Rows are given by their index in the list. */
export type BlockAsked =
  /** Reads rows and puts them on the clipboard. */
  | { readonly kind: 'copy'; readonly top: number; readonly bottom: number; readonly columns: readonly CopiedColumn[] }
  /** Sets cells from a row and a column on; after the last row when `top` is null. */
  | {
      readonly kind: 'paste' | 'clear';
      readonly top: number | null;
      /** The rows from `top` on at the time of the request, because others may come between them; absent where some were not loaded. */
      readonly rowIds?: readonly number[];
      readonly field: BlockField;
      /** The columns one by one, where their order is not the default from `field` on. */
      readonly fields?: BlockColumns;
      readonly cells: Cells;
      /** The decimal mark of columns that do not show theirs; null until the person has said which. */
      readonly decimal: DecimalMark | null;
    }
  | FillAsked;

export type FillAsked =
  /** Copies the cells of the first row into all others. */
  | { readonly kind: 'fill'; readonly top: number; readonly bottom: number; readonly fields: readonly BlockField[] }
  /** Copies the cells of the first column into the others. */
  | { readonly kind: 'fillRight'; readonly top: number; readonly bottom: number; readonly fields: readonly BlockField[] }
  /** Continues the rows of the source down or up to a row; null means up to the next heading. */
  | {
      readonly kind: 'series';
      readonly source: { readonly top: number; readonly bottom: number };
      readonly to: number | null;
      readonly fields: readonly BlockField[];
    };

/** The copied cells, or the ids of the rows made or changed. */
export interface BlockOutcome {
  readonly copied?: CopiedCells;
  readonly ids: readonly number[];
  /** The index of the last row of a series. */
  readonly filledTo?: number;
}

interface BlockContext {
  readonly asked: BlockAsked | null;
  readonly refusal: PasteRefusal | null;
}

/** A pasted number that may mean thousands or decimals; null once the person has said which. */
export const doubtIn = (asked: BlockAsked): ReturnType<typeof doubtfulNumber> =>
  asked.kind === 'paste' && asked.decimal === null ? doubtfulNumber(asked.cells, asked.fields ?? columnsFrom(asked.field)) : null;

const spec = '8.9 A block of cells is set whole or not at all';
const readSpec = '8.23 A pasted block is read by its columns';
const refusedSpec = '8.10 Cells that cannot be set are named';

/** Copies, pastes, fills or clears one block of cells at a time. A block that takes longer than half a second is reported as in progress. */
export const blockEditMachine = setup({
  types: {
    context: {} as BlockContext,
    events: {} as
      | { readonly type: 'block.asked'; readonly asked: BlockAsked }
      | { readonly type: 'block.dropped' }
      /** The person's reading of the block's ambiguous numbers. */
      | { readonly type: 'numbers.meant'; readonly meaning: 'thousands' | 'decimals' }
      | { readonly type: 'question.dismissed' }
      | { readonly type: 'refusal.dismissed' },
    emitted: {} as
      | { readonly type: 'block.done'; readonly asked: BlockAsked; readonly outcome: BlockOutcome }
      | { readonly type: 'block.refused'; readonly sentence: Sentence }
      /** Refused, because another block is in progress. */
      | { readonly type: 'block.postponed' },
    transitionMeta: {} as { spec: string },
  },
  actors: {
    doBlock: fromPromise<BlockOutcome, { asked: BlockAsked | null }>(() => Promise.reject(new Error('doBlock is not provided'))),
  },
  delays: { takesLong: 500 },
  guards: {
    namesCells: (_, { error }: { error: unknown }) => refusalIn(error) !== null,
    waits: (_, { error }: { error: unknown }) => error instanceof Postponed,
    isCopy: ({ context }) => context.asked?.kind === 'copy',
    isDoubtful: (_, { asked }: { asked: BlockAsked }) => doubtIn(asked) !== null,
  },
  actions: {
    keep: assign({ asked: (_, { asked }: { asked: BlockAsked }) => asked, refusal: null }),
    forget: assign({ asked: null, refusal: null }),
    decide: assign({
      asked: ({ context: { asked } }, { meaning }: { meaning: 'thousands' | 'decimals' }) => {
        const doubt = asked && doubtIn(asked);
        return doubt && asked.kind === 'paste' ? { ...asked, decimal: markMeaning(doubt.text, meaning) } : asked;
      },
    }),
    tell: emit(({ context: { asked } }, { output }: { output: BlockOutcome }) => ({
      type: 'block.done' as const,
      asked: asked ?? { kind: 'copy', top: 0, bottom: 0, columns: [] },
      outcome: output,
    })),
    name: assign({ refusal: (_, { error }: { error: unknown }) => refusalIn(error) }),
    explain: emit((_, { error }: { error: unknown }) => ({ type: 'block.refused' as const, sentence: sentenceOfError(error) })),
    postpone: emit({ type: 'block.postponed' }),
  },
}).createMachine({
  id: 'blockEdit',
  context: { asked: null, refusal: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'block.asked': [
          {
            guard: { type: 'isDoubtful', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'keep', params: ({ event }) => event },
            meta: { spec: readSpec },
          },
          { target: 'doing', actions: { type: 'keep', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    /** Numbers of the block may mean thousands or decimals, so the person is asked. */
    asking: {
      on: {
        'numbers.meant': { target: 'doing', actions: { type: 'decide', params: ({ event }) => event }, meta: { spec: readSpec } },
        'question.dismissed': { target: 'idle', actions: 'forget', meta: { spec: readSpec } },
      },
    },
    doing: {
      initial: 'shortly',
      invoke: {
        id: 'doBlock',
        src: 'doBlock',
        input: ({ context: { asked } }) => ({ asked }),
        onDone: {
          target: 'idle',
          actions: [{ type: 'tell', params: ({ event }) => ({ output: event.output }) }, 'forget'],
          meta: { spec },
        },
        onError: [
          // The queue has the edit from here on, and reports on it.
          {
            guard: { type: 'waits', params: ({ event }) => event },
            target: 'idle',
            actions: 'forget',
            meta: { spec: '8.12 An edit is never lost' },
          },
          {
            guard: { type: 'namesCells', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'name', params: ({ event }) => event },
            meta: { spec: refusedSpec },
          },
          {
            target: 'idle',
            actions: [{ type: 'explain', params: ({ event }) => event }, 'forget'],
            meta: { spec: '14.2 A refusal is shown where it belongs' },
          },
        ],
      },
      on: {
        // Reading can be cancelled without a loss.
        'block.dropped': { guard: 'isCopy', target: 'idle', actions: 'forget', meta: { spec } },
        'block.asked': { actions: 'postpone', meta: { spec } },
      },
      states: {
        shortly: { after: { takesLong: { target: 'long', meta: { spec } } } },
        long: {},
      },
    },
    refused: {
      on: {
        'refusal.dismissed': { target: 'idle', actions: 'forget', meta: { spec: refusedSpec } },
        'block.asked': { target: 'doing', actions: { type: 'keep', params: ({ event }) => event }, meta: { spec } },
      },
    },
  },
});
