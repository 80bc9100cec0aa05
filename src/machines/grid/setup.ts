import { type ActorRefFromLogic, assign, enqueueActions, fromCallback, setup, stopChild } from 'xstate';
import type { actCellMachine } from '../actCell/actCell.ts';
import type { QueueRef } from '../editQueue/types.ts';
import { numberCellMachine } from '../numberCell/numberCell.ts';
import { type CellReport, comparedWith, editOf, isChange, type Subject } from '../numberCell/types.ts';
import { type Cursor, clamped, type Extent, type Move, moved } from './cursor.ts';
import { blockOf, type CellRange, rangeWithin, withoutRow } from './range.ts';

/** The cells of a table are all of one kind: with the helper of an act, or without. */
type CellLogic = typeof numberCellMachine | typeof actCellMachine;
export type CellRef = ActorRefFromLogic<CellLogic>;

export type GridEvent =
  | { readonly type: 'grid.entered' }
  | { readonly type: 'grid.left' }
  | { readonly type: 'cursor.moved'; readonly move: Move }
  | { readonly type: 'cursor.placed'; readonly cursor: Cursor }
  /** The moving corner of the range goes to another cell. */
  | { readonly type: 'range.stretched'; readonly to: Cursor }
  | { readonly type: 'range.moved'; readonly move: Move }
  | { readonly type: 'range.placed'; readonly range: CellRange; readonly cursor: Cursor }
  /** A single row outside the range is selected, or deselected. */
  | { readonly type: 'row.picked'; readonly id: number; readonly row: number }
  | { readonly type: 'edit.started'; readonly draft: string | null }
  | { readonly type: 'edit.committed'; readonly text: string; readonly next: Move | null }
  | { readonly type: 'edit.reverted' }
  /** The person keeps their own value instead of the one that somebody else saved. The cell need not be under the cursor. */
  | { readonly type: 'mine.kept'; readonly subject: Subject }
  /** The number of rows changed. */
  | { readonly type: 'rows.counted'; readonly rows: number }
  /**
   * A text was typed over the cell under the cursor while its row was loading; null is Enter. `over` is the cell that the person saw there before,
   * because the row may arrive at another index.
   */
  | { readonly type: 'text.typedAhead'; readonly draft: string | null; readonly over?: Subject | null }
  /** Rows have been loaded. */
  | { readonly type: 'rows.arrived'; readonly isRead: (row: number) => boolean }
  /** The cursor's row has another index now, because somebody added or removed rows above it. */
  | { readonly type: 'row.carried'; readonly row: number }
  /** The table goes from the screen, and its cells with it. */
  | { readonly type: 'table.closed' }
  /** The number or order of columns changed, as when a phone is turned; `col` is the new index of the cursor's column. */
  | { readonly type: 'columns.laid'; readonly cols: number; readonly col: number }
  | CellReport;

interface GridInput extends Extent {
  readonly col: number;
  /** The editable value at a cell: null where nothing may be edited, or the row is not loaded yet. */
  readonly subjectAt: (cursor: Cursor) => Subject | null;
  readonly queue: QueueRef;
}
/** A text typed over a cell whose row was loading. */
interface TypedAhead {
  readonly cursor: Cursor;
  readonly text: string;
  /** The cell it was typed over; null where that had never been loaded, so that it is known by its position alone. */
  readonly over: Subject | null;
}
/** The cell that Tab moved to, and the column in which tabbing began. */
interface Tabbed {
  readonly from: number;
  readonly at: Cursor;
}
export interface GridContext extends Extent {
  readonly cursor: Cursor;
  readonly subjectAt: GridInput['subjectAt'];
  readonly queue: QueueRef;
  readonly ahead: readonly TypedAhead[];
  readonly tabbed: Tabbed | null;
  /** The cells that have an actor: the active one, and those with a text that is being checked or was refused. */
  readonly cells: Readonly<Record<string, CellRef>>;
  readonly inHand: string | null;
  /** The selection besides the cursor: one rectangle, and the ids of single rows outside it. */
  readonly range: CellRange | null;
  readonly picked: readonly number[];
}

const isInRange = ({ range }: GridContext, row: number): boolean =>
  range !== null && row >= blockOf(range).top && row <= blockOf(range).bottom;

const typedAt = ({ ahead, cursor: { row, col } }: GridContext): TypedAhead | undefined =>
  ahead.find(({ cursor }) => cursor.row === row && cursor.col === col);

/** The active cell as shown; null where its row is gone. */
function shownInHand({ subjectAt, cursor, inHand }: GridContext): Subject | null {
  const subject = subjectAt(cursor);
  return subject?.key === inHand ? subject : null;
}

export const gridSetup = setup({
  types: {
    input: {} as GridInput,
    context: {} as GridContext,
    events: {} as GridEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    cell: numberCellMachine as CellLogic,
    /** Puts the server's answers to edits of this table into the rows on screen. */
    takeAnswers: fromCallback(() => undefined),
  },
  guards: {
    isInHand: ({ context }, { key }: { key: string }) => key === context.inHand,
    isLeft: ({ context }, { key }: { key: string }) => key !== context.inHand && context.cells[key] !== undefined,
    isEditable: ({ context }) => context.subjectAt(context.cursor) !== null,
    hasAhead: ({ context }) => context.ahead.length > 0,
    isTypedHere: ({ context }) => {
      const [typed, subject] = [typedAt(context), context.subjectAt(context.cursor)];
      return typed !== undefined && subject !== null && (typed.over === null || typed.over.key === subject.key);
    },
    makesRow: ({ context }, { text }: { text: string }) => {
      const subject = context.subjectAt(context.cursor);
      return subject?.makes !== undefined && isChange(text, comparedWith(subject));
    },
    holdsCell: ({ context }) => context.inHand !== null,
    hasChosen: ({ context }) => context.range !== null || context.picked.length > 0,
  },
  actions: {
    /** Moves the cursor. The cell it leaves is stopped unless it holds a text; the cell it arrives at becomes the active one. */
    arrive: enqueueActions(
      ({ context, enqueue, self }, { to, rows, cols, tabbed }: { to: Cursor; rows?: number; cols?: number; tabbed?: Tabbed | null }) => {
        const extent = { rows: rows ?? context.rows, cols: cols ?? context.cols };
        const cursor = clamped(to, extent);
        const subject = context.subjectAt(cursor);
        const left = context.inHand === null ? undefined : context.cells[context.inHand];
        const key = subject?.key ?? null;
        enqueue.assign({ ...extent, cursor, inHand: key, ...(tabbed !== undefined && { tabbed }) });
        if (left && key !== context.inHand) enqueue.sendTo(left, { type: 'cell.left' });
        if (subject === null || context.cells[subject.key]) return;
        enqueue.assign({
          cells: ({ context: { cells }, spawn }) => ({
            ...cells,
            [subject.key]: spawn('cell', { id: subject.key, input: { subject, owner: self, queue: context.queue } }),
          }),
        });
      },
    ),
    /** Enter after a text moves down, as in an open editor. */
    typeAhead: assign(({ context }, { draft, over = null }: { draft: string | null; over?: Subject | null }) => {
      const { cursor, ahead } = context;
      const typed = typedAt(context);
      if (draft === null) return typed === undefined ? {} : { cursor: after(context, 'enter').to };
      return {
        ahead: [
          ...ahead.filter((each) => each !== typed),
          { cursor, text: `${typed?.text ?? ''}${draft}`, over: typed ? typed.over : over },
        ],
      };
    }),
    forgetAhead: assign({ ahead: [] }),
    /**
     * Saves text typed over cells that the cursor has left since, as soon as their rows are loaded; a row that was deleted meanwhile is refused by the
     * server.
     */
    saveAhead: enqueueActions(({ context, enqueue }, { isRead }: { isRead: (row: number) => boolean }) => {
      const { ahead, queue } = context;
      const there = ahead.filter(({ cursor }) => isRead(cursor.row));
      enqueue.assign({ ahead: ahead.filter((each) => !there.includes(each)) });
      for (const { cursor, text, over } of there) {
        const subject = over ?? context.subjectAt(cursor);
        if (subject && isChange(text, comparedWith(subject))) enqueue.sendTo(queue, { type: 'edit.added', edit: editOf(subject, text) });
      }
    }),
    openAhead: enqueueActions(({ context, enqueue }) => {
      const typed = typedAt(context);
      enqueue.assign({ ahead: context.ahead.filter((each) => each !== typed) });
      if (typed) enqueue.raise({ type: 'edit.started', draft: typed.text });
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
    /** The selection is dropped when rows are added or removed, because its indexes mean other rows then. */
    keepChosen: assign(({ context }, { rows }: { rows: number }) => (rows === context.rows ? {} : { range: null, picked: [] })),
    /** While an editor is open the cursor stays, and only the number of rows changes. */
    count: assign({ rows: (_, { rows }: { rows: number }) => rows }),
    /** Follows the cursor's row to its new index, with an open editor and what was typed ahead over it. */
    carry: assign(({ context: { cursor, tabbed, ahead } }, { row }: { row: number }) => ({
      cursor: { ...cursor, row },
      ahead: ahead.map((typed) => (typed.cursor.row === cursor.row ? { ...typed, cursor: { ...typed.cursor, row } } : typed)),
      tabbed: tabbed && { ...tabbed, at: { ...tabbed.at, row: tabbed.at.row + row - cursor.row } },
    })),
    /** An open editor follows its column. */
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
      if (cell) enqueue.sendTo(cell, { type: 'edit.committed', text, known: shownInHand(context)?.revision });
    }),
    revert: enqueueActions(({ context, enqueue }) => {
      const cell = context.inHand === null ? undefined : context.cells[context.inHand];
      if (cell) enqueue.sendTo(cell, { type: 'edit.reverted', subject: shownInHand(context) });
    }),
    keepMine: enqueueActions(({ context, enqueue, self }, { subject }: { subject: Subject }) => {
      if (!context.cells[subject.key]) {
        enqueue.assign({
          cells: ({ context: { cells }, spawn }) => ({
            ...cells,
            [subject.key]: spawn('cell', { id: subject.key, input: { subject, owner: self, queue: context.queue } }),
          }),
        });
      }
      enqueue.sendTo(({ context: { cells } }) => cells[subject.key] as CellRef, { type: 'mine.kept', subject });
    }),
    closeCells: enqueueActions(({ context, enqueue }) => {
      for (const { over, text } of context.ahead)
        if (over && isChange(text, over)) enqueue.sendTo(context.queue, { type: 'edit.added', edit: editOf(over, text) });
      enqueue.assign({ ahead: [] });
      for (const cell of Object.values(context.cells)) enqueue.sendTo(cell, { type: 'table.closed' });
    }),
    drop: enqueueActions(({ context, enqueue }, { key }: { key: string }) => {
      const { [key]: gone, ...cells } = context.cells;
      if (!gone) return;
      enqueue(stopChild(gone));
      enqueue.assign({ cells });
    }),
  },
});

/** The column in which tabbing began; null once the cursor has left the cell that Tab moved to. */
const tabbedFrom = ({ tabbed, cursor }: GridContext): number | null =>
  tabbed !== null && tabbed.at.row === cursor.row && tabbed.at.col === cursor.col ? tabbed.from : null;

/** The target of a move out of the empty row whose text makes a row: another empty row follows. */
export const afterMaking = (context: GridContext, move: Move | null) => {
  const rows = context.rows + 1;
  return { ...after({ ...context, rows }, move), rows };
};

export function after(context: GridContext, move: Move | null): { readonly to: Cursor; readonly tabbed?: Tabbed } {
  const { cursor } = context;
  if (move === null) return { to: cursor };
  const to = moved(cursor, move, context);
  const from = tabbedFrom(context);
  if (move === 'tab' || move === 'tabBack') return { to, tabbed: { from: from ?? cursor.col, at: to } };
  return { to: move === 'enter' && from !== null ? { ...to, col: from } : to };
}
