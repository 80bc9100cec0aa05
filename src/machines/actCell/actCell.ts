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
    unknown: { after: { restingOnCell: { target: 'loading', meta: { spec: '2 Act row helper: appears on focus' } } } },
    loading: {
      invoke: {
        id: 'loadRange',
        src: 'loadRange',
        input: ({ context }) => ({ subject: context.subject }),
        onDone: {
          target: 'known',
          actions: { type: 'takeRange', params: ({ event }) => ({ output: event.output }) },
          meta: { spec: '2 Act row helper: buttons for the minimum and the maximum' },
        },
        onError: { target: 'unavailable', meta: { spec: '9 Act helper default range: 0 to 100 until loaded' } },
      },
    },
    known: {
      on: {
        'range.outdated': { target: 'loading', actions: 'forgetRange', meta: { spec: '7 GET /act_rows/{id}/helper/' } },
      },
    },
    unavailable: {
      on: { 'edit.started': { target: 'loading', meta: { spec: '2 Act row helper: appears on focus' } } },
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
        { guard: 'isUnsent', target: 'saving', meta: { spec: '4 Session: failed requests wait; an edit is never lost (DESIGN.md)' } },
        { guard: 'isOutsideRange', target: 'refused', actions: 'explainRange', meta: { spec: '5 Act cells have an allowed range' } },
        { target: 'previewing', meta: { spec: '5 Act cells have an allowed range' } },
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
            meta: { spec: '2 Act summary: completed before follows the acts before (DOMAIN.md, Acts)' },
          },
          { target: 'saving', meta: { spec: '7 PUT /act_rows/{id}/' } },
        ],
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
            target: 'saving',
            meta: { spec: '4 Session: failed requests wait; an edit is never lost (DESIGN.md)' },
          },
          {
            target: 'refused',
            actions: { type: 'explain', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '5 Server error text from 4xx responses is shown on the field' },
          },
        ],
      },
    },
    asking: {
      on: {
        'move.confirmed': { target: 'saving', meta: { spec: '2 Confirm dialog' } },
        'move.declined': { target: 'refused', actions: 'explainDeclined', meta: { spec: '2 Confirm dialog: Cancel' } },
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
