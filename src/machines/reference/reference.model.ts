import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { referenceMachine } from './reference.ts';

const answer = {
  statuses: [{ id: 1, name: 'Draft', code: 'draft', order: 1, color: '#888' }],
  units: [{ id: 1, name: 'm', full_name: 'metre' }],
};

export const referenceModel: Model<typeof referenceMachine> = {
  machine: referenceMachine,
  starts: () => ({ unasked: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'reference.asked' },
    { type: 'reference.dropped' },
    { type: 'xstate.done.actor.load', output: answer },
    { type: 'xstate.error.actor.load', error: new Unanswered('offline') },
    { type: 'xstate.after.untilAgain.reference.failed' },
  ],
  broken: ({ value, context }) =>
    rules({ 'there are statuses once loaded, and only then': (value === 'loaded') === context.statuses.length > 0 }),
};
