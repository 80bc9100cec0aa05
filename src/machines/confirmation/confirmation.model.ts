import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { Model } from '../model.ts';
import { confirmationMachine } from './confirmation.ts';

export const confirmationModel: Model<typeof confirmationMachine> = {
  machine: confirmationMachine,
  starts: () => ({ opened: undefined }),
  stateKey: ({ value }) => value,
  events: () => [
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.confirm' },
    { type: 'xstate.error.actor.confirm', error: new Refused(400, { detail: 'Confirmation code is invalid' }) },
    { type: 'xstate.error.actor.confirm', error: new Refused(429, {}) },
    { type: 'xstate.error.actor.confirm', error: new Unanswered('offline') },
  ],
  broken: () => [],
};
