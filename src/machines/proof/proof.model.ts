import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { PROOFS } from '../../../domain/factors.ts';
import { type Model, rules } from '../model.ts';
import { proofMachine } from './proof.ts';

export const proofModel: Model<typeof proofMachine> = {
  machine: proofMachine,
  starts: () => ({ idle: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'proof.needed' },
    { type: 'proof.chosen', proof: 'password' },
    { type: 'proof.chosen', proof: 'code' },
    { type: 'proof.given', text: 'secret' },
    { type: 'proof.declined' },
    { type: 'xstate.done.actor.look', output: PROOFS },
    { type: 'xstate.done.actor.look', output: ['password'] },
    { type: 'xstate.done.actor.look', output: [] },
    { type: 'xstate.error.actor.look', error: new Unanswered('offline') },
    { type: 'xstate.done.actor.check', output: undefined },
    { type: 'xstate.error.actor.check', error: new Refused(400, { password: ['This is not your current password'] }) },
    { type: 'xstate.error.actor.check', error: new Refused(429, { detail: 'Too many', code: 'too_many_attempts' }) },
  ],
  broken: ({ value, context: { proofs, shown, sentence } }) =>
    rules({
      'only what can prove it is shown': shown === null || proofs.includes(shown),
      'no message is shown while it is checked': value !== 'checking' || sentence === null,
      'who cannot be asked is told why': value !== 'unknown' || sentence !== null,
    }),
};
