import { Refused } from '../../../domain/api/call.ts';
import { notFound } from '../../../domain/sentences/general.ts';
import { type Model, rules } from '../model.ts';
import { MOST_ATTEMPTS, subscriptionMachine } from './subscription.ts';

export const subscriptionModel: Model<typeof subscriptionMachine> = {
  machine: subscriptionMachine,
  starts: () => ({ connecting: { document: 'subscription { recent_events { id } }', variables: { project: 1 } } }),
  // The states differ by the number of attempts.
  stateKey: ({ value, context: { attempt, renewed } }) => ({ value, attempt, renewed }),
  events: () => [
    { type: 'answer.received', answer: { recent_events: [] } },
    { type: 'stream.failed', error: new Error('closed') },
    { type: 'stream.failed', error: new Refused(400, notFound()) },
    { type: 'stream.denied', access: 'A0' },
    { type: 'retry.requested' },
    { type: 'xstate.error.actor.stream', error: new Error('no socket') },
    { type: 'xstate.done.actor.renewAccess' },
    { type: 'xstate.error.actor.renewAccess', error: new Error('signed out') },
    { type: 'xstate.after.backoff.subscription.retrying' },
  ],
  broken: ({ value, context: { attempt, renewed } }) => {
    const at = JSON.stringify(value);
    return rules({
      'what is live counts no failures': !at.includes('live') || (attempt === 0 && !renewed),
      'it retries at most so often': attempt <= MOST_ATTEMPTS,
      'what retries has failed': value !== 'retrying' || attempt > 0,
    });
  },
};
