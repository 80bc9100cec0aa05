import type { SnapshotFrom } from 'xstate';
import { type Model, type ModelEvent, rules } from '../model.ts';
import { SUBJECT, SUBJECTS } from '../numberCell/numberCell.model.ts';
import type { Subject } from '../numberCell/types.ts';
import type { Cursor, Extent } from './cursor.ts';
import { gridMachine } from './grid.ts';

/** Three rows of two columns: the second column is editable, except in the middle row. */
const subjectAt = ({ row, col }: Cursor): Subject | null =>
  col === 1 && row !== 1 ? { ...SUBJECT, key: `r${row}`, id: row + 1, value: '1' } : null;

/** The first row is the empty one at the end of a list. */
const emptyAt = ({ row, col }: Cursor): Subject | null =>
  col === 1 && row === 0 ? { ...SUBJECT, key: 'empty', value: '', makes: { version: 3, list: 12, title: 'Roads' } } : null;

const WHOLE_ROW = { anchor: { row: 1, col: 0 }, reach: { row: 1, col: 1 } };
const isIn = ({ row, col }: Cursor, { rows, cols }: Extent) => row >= 0 && row < rows && col >= 0 && col < cols;
const STALE: Subject = { ...(SUBJECTS[3] as Subject), key: 'r2', id: 3 };

const anyEvents = ({ context: { cursor, rows } }: SnapshotFrom<typeof gridMachine>): readonly ModelEvent<typeof gridMachine>[] => [
  { type: 'range.stretched', to: { row: 2, col: 1 } },
  { type: 'range.moved', move: 'up' },
  { type: 'range.placed', range: WHOLE_ROW, cursor: { row: 1, col: 0 } },
  { type: 'row.picked', id: 2, row: 1 },
  { type: 'mine.kept', subject: STALE },
  { type: 'grid.entered' },
  { type: 'grid.left' },
  { type: 'table.closed' },
  { type: 'cursor.moved', move: 'up' },
  { type: 'cursor.moved', move: 'down' },
  { type: 'cursor.moved', move: 'left' },
  { type: 'cursor.moved', move: 'right' },

  { type: 'cursor.placed', cursor: { row: 2, col: 1 } },
  { type: 'edit.started', draft: null },
  { type: 'edit.committed', text: '2', next: 'down' },
  { type: 'edit.committed', text: '2', next: null },
  { type: 'edit.reverted' },
  ...(cursor.row + 1 < rows ? [{ type: 'row.carried', row: cursor.row + 1 } as const] : []),
  { type: 'rows.counted', rows: 2 },
  { type: 'rows.counted', rows: 3 },
  { type: 'columns.laid', cols: 2, col: 0 },
  { type: 'columns.laid', cols: 2, col: 1 },
  { type: 'cell.opened', key: 'r0' },
  { type: 'cell.opened', key: 'r2' },
  { type: 'cell.rested', key: 'r0' },
  { type: 'cell.rested', key: 'r2' },
];

/** In the empty row: one text makes a row, and one is typed before the row is loaded. */
const writingEvents = ({
  context: { cursor, rows, ahead },
}: SnapshotFrom<typeof gridMachine>): readonly ModelEvent<typeof gridMachine>[] => [
  { type: 'grid.entered' },
  { type: 'grid.left' },
  { type: 'cursor.moved', move: 'up' },
  { type: 'cursor.moved', move: 'down' },
  { type: 'cursor.moved', move: 'tab' },
  { type: 'edit.started', draft: null },
  { type: 'cell.opened', key: 'empty' },
  { type: 'edit.committed', text: rows === 1 ? '2' : '', next: 'enter' },
  { type: 'edit.reverted' },
  ...(cursor.row === 0 ? [{ type: 'text.typedAhead', draft: ahead.length === 0 ? '2' : null } as const] : []),
  ...[true, false].map((isRead) => ({ type: 'rows.arrived', isRead: () => isRead }) as const),
];

export const gridModel: Model<typeof gridMachine> = {
  machine: gridMachine,
  starts: (queue) => ({
    away: { rows: 3, cols: 2, col: 1, subjectAt, queue },
    'in an empty row at the end': { rows: 1, cols: 2, col: 1, subjectAt: emptyAt, queue },
  }),
  stateKey: ({ value, context: { cursor, rows, inHand, cells, range, picked, ahead, tabbed } }) => ({
    value,
    cursor,
    tabbedFrom: tabbed?.at.row === cursor.row && tabbed.at.col === cursor.col ? tabbed.from : null,
    rows,
    inHand,
    cells: Object.keys(cells).sort(),
    chosen: range === null ? 'none' : range.anchor.row === range.reach.row ? 'row' : 'rows',
    isPicked: picked.length > 0,
    ahead: ahead.map((typed) => typed.cursor),
  }),
  events: (snapshot) => (snapshot.context.subjectAt === emptyAt ? writingEvents(snapshot) : anyEvents(snapshot)),

  broken: ({ value, context: { cursor, rows, cols, inHand, cells, range, picked, ahead } }) =>
    rules({
      'the range is in the table': range === null || [range.anchor, range.reach].every((corner) => isIn(corner, { rows, cols })),
      'no row is chosen twice': new Set(picked).size === picked.length,
      'nothing is chosen while a cell is typed in': value !== 'editing' || (range === null && picked.length === 0),
      'the cursor is in the table':
        value !== 'navigating' || (cursor.row >= 0 && cursor.row < rows && cursor.col >= 0 && cursor.col < cols),
      'what is in hand is one of the cells': inHand === null || cells[inHand] !== undefined,
      'an open editor has a cell in hand': value !== 'editing' || inHand !== null,
      'a text typed ahead is for one cell': new Set(ahead.map((typed) => `${typed.cursor.row} ${typed.cursor.col}`)).size === ahead.length,
      'nothing is in hand while the table is left': value !== 'away' || inHand === null,
    }),
};
