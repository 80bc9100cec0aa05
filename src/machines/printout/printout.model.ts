import { Unanswered } from '../../../domain/api/call.ts';
import type { Model } from '../model.ts';
import { printoutMachine } from './printout.ts';

const failed = new Unanswered('offline');

export const printoutModel: Model<typeof printoutMachine> = {
  machine: printoutMachine,
  starts: () => ({ 'on a list': undefined }),
  stateKey: ({ value }) => value,
  events: ({ value }) => [
    { type: 'print.requested' },
    { type: 'print.cancelled' },
    ...(value === 'loading'
      ? [
          { type: 'xstate.done.actor.loadRows', output: undefined } as const,
          { type: 'xstate.error.actor.loadRows', error: failed } as const,
        ]
      : []),
    ...(value === 'printing'
      ? [{ type: 'xstate.done.actor.print', output: undefined } as const, { type: 'xstate.error.actor.print', error: failed } as const]
      : []),
  ],
  broken: () => [],
};
