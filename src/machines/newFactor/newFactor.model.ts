import { Refused } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { type Begun, newFactorMachine } from './newFactor.ts';

export const APP: Begun = { kind: 'app', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Actum:ann?secret=JBSWY3DPEHPK3PXP' };
export const PASSKEY: Begun = { kind: 'passkey', options: { challenge: 'AA' } };
export const CODES = ['ABCDE-FGHJK', 'LMNPQ-RSTUV'];

export const newFactorModel: Model<typeof newFactorMachine> = {
  machine: newFactorMachine,
  starts: () => ({ idle: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: ({ context: { begun } }) => [
    { type: 'factor.begun', kind: 'app' },
    { type: 'factor.begun', kind: 'passkey' },
    { type: 'factor.given', name: 'Phone', code: begun?.kind === 'passkey' ? '' : '123456' },
    { type: 'factor.cancelled' },
    { type: 'codes.asked' },
    { type: 'codes.noted' },
    { type: 'xstate.done.actor.begin', output: APP },
    { type: 'xstate.done.actor.begin', output: PASSKEY },
    { type: 'xstate.error.actor.begin', error: new Refused(403, { detail: 'Confirm that it is you to continue', code: 'proof_needed' }) },
    { type: 'xstate.done.actor.save', output: CODES },
    { type: 'xstate.done.actor.save', output: [] },
    { type: 'xstate.error.actor.save', error: new Refused(400, { code: ['The code is not right'] }) },
    { type: 'xstate.error.actor.save', error: new Refused(400, { name: ['Value is required'] }) },
    { type: 'xstate.error.actor.save', error: new Refused(400, { detail: 'Begin again', code: 'ticket_over' }) },
    { type: 'xstate.done.actor.remake', output: CODES },
    { type: 'xstate.error.actor.remake', error: new Refused(409, { detail: 'Add a factor first', code: 'no_factor_yet' }) },
  ],
  broken: ({ value, context: { begun, codes, problems, sentence } }) =>
    rules({
      'codes are there while they are shown, and only then': (value === 'showing') === codes.length > 0,
      'what was begun is there while it is filled in, and only then': (value === 'naming' || value === 'saving') === (begun !== null),
      'a refusal is shown at its fields or as a whole': Object.keys(problems).length === 0 || sentence === null,
    }),
};
