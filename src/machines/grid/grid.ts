import { moved } from './cursor.ts';
import { after, gridSetup } from './setup.ts';

const placing = gridSetup.createStateConfig({
  on: {
    'cursor.placed': {
      target: 'navigating',
      actions: ['chooseNothing', { type: 'arrive', params: ({ event }) => ({ to: event.cursor }) }],
      meta: { spec: '2 Number cells: edited inline' },
    },
  },
}).on;

const choosing = '2 Number cells: inline, in rows and columns; a range of them is chosen as in a spreadsheet';

/** The cursor of a table, and the editor under it. A cell opens when it says so, and closes by the table's word. */
export const gridMachine = gridSetup.createMachine({
  id: 'grid',
  context: ({ input }) => ({
    rows: input.rows,
    cols: input.cols,
    cursor: { row: 0, col: input.col },
    subjectAt: input.subjectAt,
    cells: {},
    inHand: null,
    range: null,
    picked: [],
    isComplete: false,
  }),
  initial: 'away',
  invoke: {
    id: 'findUnsent',
    src: 'findUnsent',
    onDone: {
      guard: 'isIncomplete',
      actions: { type: 'resume', params: ({ event }) => event },
      meta: { spec: '4 Session: failed requests wait; an edit is never lost (DESIGN.md)' },
    },
    onError: { guard: 'isIncomplete', actions: 'lookNoMore', meta: { spec: '8 The error catalogue' } },
  },
  on: {
    'row.carried': {
      actions: { type: 'carry', params: ({ event }) => event },
      meta: { spec: '7 recent_events: open tables follow' },
    },
    'cell.rested': {
      guard: { type: 'isLeft', params: ({ event }) => event },
      actions: { type: 'drop', params: ({ event }) => event },
      meta: { spec: '2 Number cells' },
    },
  },
  states: {
    away: {
      on: {
        ...placing,
        'grid.entered': {
          target: 'navigating',
          actions: { type: 'arrive', params: ({ context }) => ({ to: context.cursor }) },
          meta: { spec: '2 Act row helper: appears on focus' },
        },
        'range.placed': {
          actions: [
            { type: 'moveCursor', params: ({ event }) => ({ to: event.cursor }) },
            { type: 'choose', params: ({ event }) => event },
          ],
          meta: { spec: choosing },
        },
        'rows.counted': {
          actions: [
            { type: 'keepChosen', params: ({ event }) => event },
            { type: 'count', params: ({ event }) => event },
          ],
          meta: { spec: '2 Estimate summary table' },
        },
        'columns.laid': {
          actions: ['chooseNothing', { type: 'lay', params: ({ event }) => event }],
          meta: { spec: '2 Number cells: edited inline' },
        },
      },
    },
    navigating: {
      on: {
        ...placing,
        'cursor.moved': {
          actions: ['chooseNothing', { type: 'arrive', params: ({ context, event }) => after(context, event.move) }],
          meta: { spec: '2 Number cells: arrows' },
        },
        'range.stretched': { actions: { type: 'stretch', params: ({ event }) => event }, meta: { spec: choosing } },
        'range.moved': {
          actions: {
            type: 'stretch',
            params: ({ context, event }) => ({ to: moved(context.range?.reach ?? context.cursor, event.move, context) }),
          },
          meta: { spec: choosing },
        },
        'range.placed': {
          actions: [
            { type: 'arrive', params: ({ event }) => ({ to: event.cursor }) },
            { type: 'choose', params: ({ event }) => event },
          ],
          meta: { spec: choosing },
        },
        'row.picked': { actions: { type: 'pick', params: ({ event }) => event }, meta: { spec: choosing } },
        'edit.started': {
          guard: 'isEditable',
          actions: [
            { type: 'arrive', params: ({ context }) => ({ to: context.cursor }) },
            { type: 'open', params: ({ event }) => event },
          ],
          meta: { spec: '2 Number cells: edited inline' },
        },
        'cell.opened': {
          guard: { type: 'isInHand', params: ({ event }) => event },
          target: 'editing',
          actions: 'chooseNothing',
          meta: { spec: '2 Number cells: edited inline' },
        },
        'edit.reverted': [
          { guard: 'hasChosen', actions: 'chooseNothing', meta: { spec: choosing } },
          { guard: 'holdsCell', actions: 'revert', meta: { spec: '2 Number cells: Esc reverts' } },
        ],
        'rows.counted': {
          actions: [
            { type: 'keepChosen', params: ({ event }) => event },
            { type: 'arrive', params: ({ context, event }) => ({ to: context.cursor, rows: event.rows }) },
          ],
          meta: { spec: '2 Estimate summary table' },
        },
        'columns.laid': {
          actions: [
            'chooseNothing',
            {
              type: 'arrive',
              params: ({ context, event }) => ({ to: { row: context.cursor.row, col: event.col }, cols: event.cols }),
            },
          ],
          meta: { spec: '2 Number cells: edited inline' },
        },
        'grid.left': { target: 'away', actions: 'leaveHand', meta: { spec: '2 Act row helper: appears on focus' } },
      },
    },
    editing: {
      on: {
        'edit.committed': {
          target: 'navigating',
          actions: [
            { type: 'commit', params: ({ event }) => event },
            { type: 'arrive', params: ({ context, event }) => after(context, event.next) },
          ],
          meta: { spec: '2 Number cells: Enter commits' },
        },
        'edit.reverted': {
          target: 'navigating',
          actions: ['revert', { type: 'arrive', params: ({ context }) => ({ to: context.cursor }) }],
          meta: { spec: '2 Number cells: Esc reverts' },
        },
        'rows.counted': {
          actions: { type: 'count', params: ({ event }) => event },
          meta: { spec: '2 Estimate summary table' },
        },
        'columns.laid': { actions: { type: 'lay', params: ({ event }) => event }, meta: { spec: '2 Number cells: edited inline' } },
      },
    },
  },
});
