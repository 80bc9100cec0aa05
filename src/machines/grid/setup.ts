import { type ActorRefFromLogic, assign, enqueueActions, fromPromise, setup, stopChild } from 'xstate';
import type { actCellMachine } from '../actCell/actCell.ts';
import { numberCellMachine } from '../numberCell/numberCell.ts';
import type { CellReport, Subject } from '../numberCell/types.ts';
import { type Cursor, clamped, type Extent, type Move, moved } from './cursor.ts';
import { blockOf, type CellRange, rangeWithin, withoutRow } from './range.ts';

/** Cells of a table are all of one kind: with a helper or without. */
export type CellLogic = typeof numberCellMachine | typeof actCellMachine;
export type CellRef = ActorRefFromLogic<CellLogic>;

export type GridEvent =
  | { readonly type: 'grid.entered' }
  | { readonly type: 'grid.left' }
  | { readonly type: 'cursor.moved'; readonly move: Move }
  | { readonly type: 'cursor.placed'; readonly cursor: Cursor }
  /** The range grows or shrinks from where it began to another cell. */
  | { readonly type: 'range.stretched'; readonly to: Cursor }
  | { readonly type: 'range.moved'; readonly move: Move }
  | { readonly type: 'range.placed'; readonly range: CellRange; readonly cursor: Cursor }
  /** A row apart from the range is chosen, or no longer. */
  | { readonly type: 'row.picked'; readonly id: number; readonly row: number }
  | { readonly type: 'edit.started'; readonly draft: string | null }
  | { readonly type: 'edit.committed'; readonly text: string; readonly next: Move | null }
  | { readonly type: 'edit.reverted' }
  /** Rows arrived, came or went. */
  | { readonly type: 'rows.counted'; readonly rows: number }
  /** The row the cursor is in stands elsewhere now: somebody put rows above it, or took some away. */
  | { readonly type: 'row.carried'; readonly row: number }
  /** The columns came in another order or number, as when a phone is turned; `col` is where the cursor's own column is now. */
  | { readonly type: 'columns.laid'; readonly cols: number; readonly col: number }
  | CellReport;

/** What was typed into a cell on an earlier visit and is still to be sent. */
export interface Unsent {
  readonly subject: Subject;
  readonly text: string;
}

export interface GridInput extends Extent {
  readonly col: number;
  /** What may be edited at a place: null where nothing may, or nothing is there yet. */
  readonly subjectAt: (cursor: Cursor) => Subject | null;
}
export interface GridContext extends Extent {
  readonly cursor: Cursor;
  readonly subjectAt: GridInput['subjectAt'];
  /** The cells that are more than a value on screen: the one under the cursor, and those saving or refused. */
  readonly cells: Readonly<Record<string, CellRef>>;
  readonly inHand: string | null;
  /** What is chosen besides the cursor: one rectangle, and rows apart from it by their ids. */
  readonly range: CellRange | null;
  readonly picked: readonly number[];
  /** Whether what is still to be sent has been looked for. */
  readonly isComplete: boolean;
}

const isInRange = ({ range }: GridContext, row: number): boolean =>
  range !== null && row >= blockOf(range).top && row <= blockOf(range).bottom;

export const gridSetup = setup({
  types: {
    input: {} as GridInput,
    context: {} as GridContext,
    events: {} as GridEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    cell: numberCellMachine as CellLogic,
    /** A table without it has nothing to send. */
    findUnsent: fromPromise<readonly Unsent[]>(() => Promise.resolve([])),
  },
  guards: {
    isInHand: ({ context }, { key }: { key: string }) => key === context.inHand,
    isLeft: ({ context }, { key }: { key: string }) => key !== context.inHand && context.cells[key] !== undefined,
    isIncomplete: ({ context }) => !context.isComplete,
    isEditable: ({ context }) => context.subjectAt(context.cursor) !== null,
    holdsCell: ({ context }) => context.inHand !== null,
    hasChosen: ({ context }) => context.range !== null || context.picked.length > 0,
  },
  actions: {
    /** Puts the cursor somewhere; the cell left goes when it has nothing to keep, the one arrived at is taken in hand. */
    arrive: enqueueActions(({ context, enqueue, self }, { to, rows, cols }: { to: Cursor; rows?: number; cols?: number }) => {
      const extent = { rows: rows ?? context.rows, cols: cols ?? context.cols };
      const cursor = clamped(to, extent);
      const subject = context.subjectAt(cursor);
      const left = context.inHand === null ? undefined : context.cells[context.inHand];
      const key = subject?.key ?? null;
      enqueue.assign({ ...extent, cursor, inHand: key });
      if (left && key !== context.inHand) enqueue.sendTo(left, { type: 'cell.left' });
      if (subject === null || context.cells[subject.key]) return;
      enqueue.assign({
        cells: ({ context: { cells }, spawn }) => ({
          ...cells,
          [subject.key]: spawn('cell', { id: subject.key, input: { subject, owner: self } }),
        }),
      });
    }),
    stretch: assign(({ context }, { to }: { to: Cursor }) => ({
      range: { anchor: context.range?.anchor ?? context.cursor, reach: clamped(to, context) },
    })),
    choose: assign(({ context }, { range }: { range: CellRange }) => ({ range: rangeWithin(range, context), picked: [] })),
    moveCursor: assign(({ context }, { to }: { to: Cursor }) => ({ cursor: clamped(to, context) })),
    pick: assign(({ context }, { id, row }: { id: number; row: number }) =>
      isInRange(context, row)
        ? { range: context.range && withoutRow(context.range, row) }
        : { picked: context.picked.includes(id) ? context.picked.filter((each) => each !== id) : [...context.picked, id] },
    ),
    chooseNothing: assign({ range: null, picked: [] }),
    /** Places mean other rows once some came or went. */
    keepChosen: assign(({ context }, { rows }: { rows: number }) => (rows === context.rows ? {} : { range: null, picked: [] })),
    /** Where an editor is open, the place stays: only how many rows there are changes. */
    count: assign({ rows: (_, { rows }: { rows: number }) => rows }),
    /** The cursor stays on its row, with what is open there. */
    carry: assign(({ context }, { row }: { row: number }) => ({ cursor: { ...context.cursor, row } })),
    /** An open editor goes with its column. */
    lay: assign(({ context }, { cols, col }: { cols: number; col: number }) => ({ cols, cursor: { ...context.cursor, col } })),
    leaveHand: enqueueActions(({ context, enqueue }) => {
      const left = context.inHand === null ? undefined : context.cells[context.inHand];
      enqueue.assign({ inHand: null });
      if (left) enqueue.sendTo(left, { type: 'cell.left' });
    }),
    open: enqueueActions(({ context, enqueue }, { draft }: { draft: string | null }) => {
      const subject = context.subjectAt(context.cursor);
      const cell = context.inHand === null ? undefined : context.cells[context.inHand];
      if (subject && cell) enqueue.sendTo(cell, { type: 'edit.started', draft, subject });
    }),
    commit: enqueueActions(({ context, enqueue }, { text }: { text: string }) => {
      const cell = context.inHand === null ? undefined : context.cells[context.inHand];
      if (cell) enqueue.sendTo(cell, { type: 'edit.committed', text });
    }),
    revert: enqueueActions(({ context, enqueue }) => {
      const cell = context.inHand === null ? undefined : context.cells[context.inHand];
      if (cell) enqueue.sendTo(cell, { type: 'edit.reverted' });
    }),
    /** Cells in which something waits show it, wherever the cursor is. */
    resume: enqueueActions(({ context, enqueue, self }, { output }: { output: readonly Unsent[] }) => {
      const fresh = output.filter(({ subject }) => context.cells[subject.key] === undefined);
      enqueue.assign({
        isComplete: true,
        cells: ({ context: { cells }, spawn }) => ({
          ...cells,
          ...Object.fromEntries(
            fresh.map(({ subject }) => [subject.key, spawn('cell', { id: subject.key, input: { subject, owner: self } })]),
          ),
        }),
      });
      for (const { subject, text } of output) {
        enqueue.sendTo(({ context: { cells } }) => cells[subject.key] as CellRef, { type: 'unsent.found', text });
      }
    }),
    lookNoMore: assign({ isComplete: true }),
    drop: enqueueActions(({ context, enqueue }, { key }: { key: string }) => {
      const { [key]: gone, ...cells } = context.cells;
      if (!gone) return;
      enqueue(stopChild(gone));
      enqueue.assign({ cells });
    }),
  },
});

export const after = (context: GridContext, move: Move | null): { readonly to: Cursor } => ({
  to: move === null ? context.cursor : moved(context.cursor, move, context),
});
