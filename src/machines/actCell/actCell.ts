import { raise } from 'xstate';
import { cellContext, cellSetup } from '../numberCell/setup.ts';
import { value } from '../numberCell/value.ts';

/** What may be done in the row: asked once the cursor rests on the cell. */
const helper = cellSetup.createStateConfig({
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
          meta: { spec: '7 GET /act_rows/{id}/helper/' },
        },
        onError: { target: 'unavailable', meta: { spec: '9 Act helper default range: 0 to 100 until loaded' } },
      },
    },
    known: {
      on: {
        'bound.chosen': {
          actions: raise(({ context, event }) => ({ type: 'value.given', text: context.range[event.which] })),
          meta: { spec: '2 Act row helper: buttons for the minimum and the maximum' },
        },
      },
    },
    unavailable: {
      on: { 'edit.started': { target: 'loading', meta: { spec: '2 Act row helper: appears on focus' } } },
    },
  },
});

/** A number cell of an act, with the range its value may lie in. */
export const actCellMachine = cellSetup.createMachine({ id: 'actCell', context: cellContext, type: 'parallel', states: { value, helper } });
