import { cellSetup } from '../numberCell/setup.ts';
import { NOTHING_FIRED, UNSENT } from '../numberCell/value.ts';

const anywhere = cellSetup.createStateConfig({
  on: {
    'value.given': [
      {
        guard: { type: 'changesNothing', params: ({ event }) => event },
        target: 'showing',
        actions: ['forgetTyped', 'reportRested'],
        meta: { spec: NOTHING_FIRED },
      },
      {
        target: 'checking',
        actions: { type: 'keepTyped', params: ({ event }) => event },
        meta: { spec: '2 Act row helper: buttons for the minimum and the maximum' },
      },
    ],
  },
}).on;
const [unchanged, changed] = anywhere['value.given'];

/** A value chosen instead of typed goes the way of a typed one, from wherever the cell stands. */
export const given = cellSetup.createStateConfig({
  states: {
    showing: { on: { 'value.given': [unchanged, changed] } },
    editing: {
      on: {
        'value.given': [
          { guard: { type: 'endsRefusal', params: ({ event }) => event }, target: 'givingUp', meta: { spec: NOTHING_FIRED } },
          {
            guard: { type: 'staysUnsent', params: ({ event }) => event },
            target: 'waiting',
            actions: 'backToUnsent',
            meta: { spec: UNSENT },
          },
          unchanged,
          changed,
        ],
      },
    },
    waiting: { on: { 'value.given': changed } },
    refused: {
      on: {
        'value.given': [
          { guard: { type: 'changesNothing', params: ({ event }) => event }, target: 'givingUp', meta: { spec: NOTHING_FIRED } },
          changed,
        ],
      },
    },
  },
}).states;
