import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { SECOND_STEPS } from '../../../domain/factors.ts';
import { type Model, rules } from '../model.ts';
import { secondStepMachine } from './secondStep.ts';

export const secondStepModel: Model<typeof secondStepMachine> = {
  machine: secondStepMachine,
  starts: () => ({ 'with everything': { steps: SECOND_STEPS }, 'with codes alone': { steps: ['recovery_code'] } }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'step.chosen', step: 'code' },
    { type: 'step.chosen', step: 'recovery_code' },
    { type: 'step.given', text: '123456' },
    { type: 'xstate.done.actor.check', output: undefined },
    { type: 'xstate.error.actor.check', error: new Refused(400, { code: ['The code is not right'] }) },
    { type: 'xstate.error.actor.check', error: new Unanswered('offline') },
  ],
  broken: ({ value, context: { steps, shown, sentence } }) =>
    rules({
      'only what is possible is shown': steps.includes(shown),
      'no message is shown while it is checked': value === 'asking' || sentence === null,
    }),
};
