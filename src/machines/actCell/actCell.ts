import { assign } from 'xstate';
import type { MovedAct } from '../../../domain/contract/actShapes.ts';
import { laterActsStay } from '../../../domain/sentences/acts.ts';
import { cellContext, cellSetup, textToSave } from '../numberCell/setup.ts';
import { UNKNOWN_RANGE } from '../numberCell/types.ts';
import { valueThat } from '../numberCell/value.ts';
import { outsideRange } from './range.ts';

const claimSetup = cellSetup.extend({
  guards: {
    isOutsideRange: ({ context }) => outsideRange(context) !== null,
    movesLaterActs: (_, { moved }: { moved: readonly MovedAct[] }) => moved.length > 0,
  },
  actions: {
    forgetRange: assign({ range: UNKNOWN_RANGE }),
    explainRange: assign({ sentence: ({ context }) => outsideRange(context), theirs: null }),
    keepMoved: assign({ moved: (_, { moved }: { moved: readonly MovedAct[] }) => moved }),
    explainDeclined: assign({ sentence: laterActsStay(), theirs: null }),
  },
});

/** What may be done in the row: asked once the cursor rests on the cell. */
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
          actions: { type: 'takeRange', params: ({ event }) => ({ output: event.output }) },
          meta: { spec: '9.4 The available range appears on focus' },
        },
        onError: { target: 'unavailable', meta: { spec: '9.5 The range is 0 to 100 until it is loaded' } },
      },
    },
    known: {
      on: {
        'range.outdated': {
          target: 'loading',
          actions: 'forgetRange',
          meta: { spec: '9.7 The range is loaded again when other acts change' },
        },
      },
    },
    unavailable: {
      on: { 'edit.started': { target: 'loading', meta: { spec: '9.4 The available range appears on focus' } } },
    },
  },
});

const { initial, states } = valueThat('checking');

/** What is typed is held against the range, and against the later acts it would move, before it is saved. */
const value = claimSetup.createStateConfig({
  initial,
  states: {
    ...states,
    checking: {
      always: [
        // What waits for the connection is replaced where it waits.
        { guard: 'isUnsent', target: 'saving', meta: { spec: '8.12 An edit is never lost' } },
        { guard: 'isOutsideRange', target: 'refused', actions: 'explainRange', meta: { spec: '9.6 A value outside the range is refused' } },
        { target: 'previewing', meta: { spec: '9.6 A value outside the range is refused' } },
      ],
    },
    previewing: {
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
          { target: 'saving', meta: { spec: '8.11 An edit is saved by its own call' } },
        ],
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
            target: 'saving',
            meta: { spec: '8.12 An edit is never lost' },
          },
          {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '8.13 A refused value stays in its cell' },
          },
        ],
      },
    },
    asking: {
      on: {
        'move.confirmed': { target: 'saving', meta: { spec: '2.10 A confirmation says what will be lost' } },
        'move.declined': { target: 'refused', actions: 'explainDeclined', meta: { spec: '2.11 Declining a confirmation changes nothing' } },
      },
    },
  },
});

/** A number cell of an act, with the range its value may lie in and word of what it moves in later acts. */
export const actCellMachine = claimSetup.createMachine({
  id: 'actCell',
  context: cellContext,
  type: 'parallel',
  states: { value, helper },
});
