import { assign } from 'xstate';
import type { MovedAct } from '../../../domain/api/actShapes.ts';
import { laterActsStay } from '../../../domain/sentences/acts.ts';
import { cellContext, cellSetup, textToSave } from '../numberCell/setup.ts';
import { type Range, UNKNOWN_RANGE } from '../numberCell/types.ts';
import { showing, unchanged } from '../numberCell/value.ts';
import { outsideRange, refusalNow } from './range.ts';

const claimSetup = cellSetup.extend({
  guards: {
    isOutsideRange: ({ context }) => outsideRange(context) !== null,
    isNotDeclined: ({ context }) => context.sentence?.code !== laterActsStay.code,
    movesLaterActs: (_, { moved }: { moved: readonly MovedAct[] }) => moved.length > 0,
  },
  actions: {
    renewRefusal: assign({ sentence: ({ context }, { output }: { output: Range }) => refusalNow(context, output) }),
    forgetRange: assign({ range: UNKNOWN_RANGE }),
    explainRange: assign({ sentence: ({ context }) => outsideRange(context) }),
    keepMoved: assign({ moved: (_, { moved }: { moved: readonly MovedAct[] }) => moved }),
    explainDeclined: assign({ sentence: laterActsStay() }),
  },
});

const readAgain = {
  target: 'loading',
  actions: 'forgetRange',
  meta: { spec: '9.7 The range is loaded again when other acts change' },
} as const;

/** The helper with the available range. It is loaded once the cursor rests on the cell. */
const helper = claimSetup.createStateConfig({
  initial: 'unknown',
  states: {
    unknown: { after: { restingOnCell: { target: 'loading', meta: { spec: '9.4 The available range appears on focus' } } } },
    loading: {
      invoke: {
        id: 'loadRange',
        src: 'loadRange',
        input: ({ context }) => ({ subject: context.subject }),
        onDone: {
          target: 'known',
          actions: [
            { type: 'takeRange', params: ({ event }) => event },
            { type: 'renewRefusal', params: ({ event }) => event },
          ],
          meta: { spec: '9.4 The available range appears on focus' },
        },
        onError: { target: 'unavailable', meta: { spec: '9.5 The range is 0 to 100 until it is loaded' } },
      },
    },
    known: {
      on: {
        'range.outdated': readAgain,
        'text.retried': readAgain,
      },
    },
    unavailable: {
      on: { 'edit.started': { target: 'loading', meta: { spec: '9.4 The available range appears on focus' } } },
    },
  },
});

const HANDED_OVER = ['handOver', 'forgetTyped', 'reportRested'] as const;
const UNSENT = '8.12 An edit is never lost';
const REFUSED = '8.13 A refused value stays in its cell';

/** A typed text is checked against the range and previewed for later acts before it goes to the queue. */
const value = claimSetup.createStateConfig({
  initial: 'showing',
  states: {
    showing: {
      on: {
        ...showing,
        'mine.kept': {
          guard: { type: 'isStale', params: ({ event }) => event },
          target: 'checking',
          actions: { type: 'keepMine', params: ({ event }) => event },
          meta: { spec: '8.14 A value somebody else changed is a choice' },
        },
      },
    },
    editing: {
      on: {
        ...unchanged,
        'edit.committed': [
          ...unchanged['edit.committed'],
          {
            target: 'checking',
            actions: { type: 'keepTyped', params: ({ event }) => event },
            meta: { spec: '8.3 Enter and Tab save' },
          },
        ],
      },
    },
    checking: {
      always: [
        // Without a connection the server cannot be asked, so the queue takes the text at once.
        { guard: 'waits', target: 'showing', actions: HANDED_OVER, meta: { spec: UNSENT } },
        { guard: 'isOutsideRange', target: 'refused', actions: 'explainRange', meta: { spec: '9.6 A value outside the range is refused' } },
        { target: 'previewing', meta: { spec: '9.6 A value outside the range is refused' } },
      ],
    },
    previewing: {
      on: {
        'edit.started': {
          target: 'editing',
          actions: [{ type: 'reopen', params: ({ event }) => event }, 'reportOpened'],
          meta: { spec: '8.18 A key typed is never lost' },
        },
        // A closed table cannot show the question, so the queue takes the text and the server decides.
        'table.closed': { target: 'showing', actions: HANDED_OVER, meta: { spec: UNSENT } },
      },
      invoke: {
        id: 'previewMove',
        src: 'previewMove',
        input: ({ context }) => ({ subject: context.subject, text: textToSave(context) }),
        onDone: [
          {
            guard: { type: 'movesLaterActs', params: ({ event }) => ({ moved: event.output }) },
            target: 'asking',
            actions: { type: 'keepMoved', params: ({ event }) => ({ moved: event.output }) },
            meta: { spec: '9.8 Changing an earlier act shows what it moves in later acts' },
          },
          { target: 'showing', actions: HANDED_OVER, meta: { spec: '8.11 An edit is saved by its own call' } },
        ],
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
            target: 'showing',
            actions: HANDED_OVER,
            meta: { spec: UNSENT },
          },
          {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: REFUSED },
          },
        ],
      },
    },
    asking: {
      on: {
        // The person may have left before seeing the question, so the queue takes the text.
        'table.closed': { target: 'showing', actions: HANDED_OVER, meta: { spec: UNSENT } },
        'move.confirmed': { target: 'showing', actions: HANDED_OVER, meta: { spec: '2.10 A confirmation says what will be lost' } },
        'move.declined': { target: 'refused', actions: 'explainDeclined', meta: { spec: '2.11 Declining a confirmation changes nothing' } },
      },
    },
    /** Refused by the cell's own checks; the queue never had the text. */
    refused: {
      on: {
        // The queue keeps the edits that the server refuses. An edit that the person declined is not sent.
        'table.closed': { guard: 'isNotDeclined', target: 'showing', actions: HANDED_OVER, meta: { spec: REFUSED } },
        'edit.started': {
          target: 'editing',
          actions: [{ type: 'reopen', params: ({ event }) => event }, 'reportOpened'],
          meta: { spec: REFUSED },
        },
        // A known range is read again meanwhile, so that the server decides.
        'text.retried': {
          target: 'checking',
          actions: { type: 'commitAgain', params: ({ event }) => event },
          meta: { spec: REFUSED },
        },
        'edit.reverted': {
          target: 'showing',
          actions: [{ type: 'giveUp', params: { subject: null } }, 'forgetTyped', 'reportRested'],
          meta: { spec: '8.4 Escape drops what was typed' },
        },
      },
    },
  },
});

/** A number cell of an act. It shows the range of its value, and warns of changes to later acts. */
export const actCellMachine = claimSetup.createMachine({
  id: 'actCell',
  context: cellContext,
  type: 'parallel',
  states: { value, helper },
});
