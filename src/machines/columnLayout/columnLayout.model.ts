import * as v from 'valibot';
import { AS_MADE, ColumnLayout } from '../../../domain/columnLayout.ts';
import { type Model, rules } from '../model.ts';
import { columnLayoutMachine } from './columnLayout.ts';

const WRAPPED: ColumnLayout = { ...AS_MADE, wraps: true };

export const columnLayoutModel: Model<typeof columnLayoutMachine> = {
  machine: columnLayoutMachine,
  starts: () => ({
    'as made': { layout: AS_MADE, isUnsent: false },
    'with a layout of this device': { layout: WRAPPED, isUnsent: false },
    'with a layout the server has not taken': { layout: WRAPPED, isUnsent: true },
  }),
  stateKey: ({ value, context: { layout, isUnsent } }) => ({ value, wraps: layout.wraps, isUnsent }),
  events: ({ context: { layout } }) => [
    { type: 'dialog.opened' },
    { type: 'dialog.closed' },
    { type: 'layout.changed', change: { kind: 'wrapped', wraps: true } },
    { type: 'layout.changed', change: { kind: 'reset' } },
    { type: 'xstate.after.beforeSending.columnLayout.copy.changed' },
    { type: 'xstate.done.actor.readLayout', output: WRAPPED },
    { type: 'xstate.done.actor.readLayout', output: null },
    { type: 'xstate.error.actor.readLayout', error: new Error('offline') },
    { type: 'xstate.done.actor.sendLayout', output: layout },
    { type: 'xstate.done.actor.sendLayout', output: WRAPPED },
    { type: 'xstate.error.actor.sendLayout', error: new Error('offline') },
  ],
  broken: ({ value, context: { layout, isUnsent } }) =>
    rules({
      'a layout is one that the server takes': v.is(ColumnLayout, layout),
      'what is being sent is not sent yet': value.copy !== 'sending' || isUnsent,
    }),
};
