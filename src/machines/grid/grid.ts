import { moved } from './cursor.ts';
import { after, afterMaking, gridSetup } from './setup.ts';

const placing = gridSetup.createStateConfig({
  on: {
    'cursor.placed': {
      target: 'navigating',
      actions: ['chooseNothing', { type: 'arrive', params: ({ event }) => ({ to: event.cursor }) }],
      meta: { spec: '8.7 The cursor moves by arrows and pointer' },
    },
  },
}).on;

const KEYS = '8.18 A key typed is never lost';
const ENDS = '8.19 A list ends in an empty row';
const choosing = '8.8 A range of cells is selected as in a spreadsheet';

/** The cursor of a table, and the editor under it. A cell reports that its editor opened; the table closes it. */
export const gridMachine = gridSetup.createMachine({
  id: 'grid',
  context: ({ input }) => ({
    rows: input.rows,
    cols: input.cols,
    cursor: { row: 0, col: input.col },
    subjectAt: input.subjectAt,
    queue: input.queue,
    ahead: [],
    tabbed: null,
    cells: {},
    inHand: null,
    range: null,
    picked: [],
  }),
  initial: 'away',
  invoke: { id: 'takeAnswers', src: 'takeAnswers' },
  on: {
    'rows.arrived': { guard: 'hasAhead', actions: { type: 'saveAhead', params: ({ event }) => event }, meta: { spec: KEYS } },
    'row.carried': {
      actions: { type: 'carry', params: ({ event }) => event },
      meta: { spec: '5.1 A screen follows what others do' },
    },
    'table.closed': { actions: 'closeCells', meta: { spec: '8.12 An edit is never lost' } },
    'mine.kept': {
      actions: { type: 'keepMine', params: ({ event }) => event },
      meta: { spec: '8.14 A value somebody else changed is a choice' },
    },
    'cell.rested': {
      guard: { type: 'isLeft', params: ({ event }) => event },
      actions: { type: 'drop', params: ({ event }) => event },
      meta: { spec: '8.7 The cursor moves by arrows and pointer' },
    },
  },
  states: {
    away: {
      on: {
        ...placing,
        'grid.entered': {
          target: 'navigating',
          actions: { type: 'arrive', params: ({ context }) => ({ to: context.cursor }) },
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
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
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
        'columns.laid': {
          actions: ['chooseNothing', { type: 'lay', params: ({ event }) => event }],
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
      },
    },
    navigating: {
      on: {
        ...placing,
        'cursor.moved': {
          actions: ['chooseNothing', { type: 'arrive', params: ({ context, event }) => after(context, event.move) }],
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
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
          meta: { spec: '8.2 A cell is edited where it is' },
        },
        'text.typedAhead': { actions: { type: 'typeAhead', params: ({ event }) => event }, meta: { spec: KEYS } },
        'rows.arrived': [
          { guard: 'isTypedHere', actions: ['openAhead', { type: 'saveAhead', params: ({ event }) => event }], meta: { spec: KEYS } },
          { guard: 'hasAhead', actions: { type: 'saveAhead', params: ({ event }) => event }, meta: { spec: KEYS } },
        ],
        'cell.opened': {
          guard: { type: 'isInHand', params: ({ event }) => event },
          target: 'editing',
          actions: 'chooseNothing',
          meta: { spec: '8.2 A cell is edited where it is' },
        },
        'edit.reverted': [
          { guard: 'hasChosen', actions: 'chooseNothing', meta: { spec: choosing } },
          { guard: 'hasAhead', actions: 'forgetAhead', meta: { spec: '8.4 Escape drops what was typed' } },
          { guard: 'holdsCell', actions: 'revert', meta: { spec: '8.4 Escape drops what was typed' } },
        ],
        'rows.counted': {
          actions: [
            { type: 'keepChosen', params: ({ event }) => event },
            { type: 'arrive', params: ({ context, event }) => ({ to: context.cursor, rows: event.rows }) },
          ],
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
        'columns.laid': {
          actions: [
            'chooseNothing',
            {
              type: 'arrive',
              params: ({ context, event }) => ({ to: { row: context.cursor.row, col: event.col }, cols: event.cols }),
            },
          ],
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
        'grid.left': { target: 'away', actions: 'leaveHand', meta: { spec: '8.7 The cursor moves by arrows and pointer' } },
      },
    },
    editing: {
      on: {
        'edit.committed': [
          {
            guard: { type: 'makesRow', params: ({ event }) => event },
            target: 'navigating',
            actions: [
              { type: 'commit', params: ({ event }) => event },
              { type: 'arrive', params: ({ context, event }) => afterMaking(context, event.next) },
            ],
            meta: { spec: ENDS },
          },
          {
            target: 'navigating',
            actions: [
              { type: 'commit', params: ({ event }) => event },
              { type: 'arrive', params: ({ context, event }) => after(context, event.next) },
            ],
            meta: { spec: '8.3 Enter and Tab save' },
          },
        ],
        'edit.reverted': {
          target: 'navigating',
          actions: ['revert', { type: 'arrive', params: ({ context }) => ({ to: context.cursor }) }],
          meta: { spec: '8.4 Escape drops what was typed' },
        },
        'rows.counted': {
          actions: { type: 'count', params: ({ event }) => event },
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
        'columns.laid': {
          actions: { type: 'lay', params: ({ event }) => event },
          meta: { spec: '8.7 The cursor moves by arrows and pointer' },
        },
      },
    },
  },
});
