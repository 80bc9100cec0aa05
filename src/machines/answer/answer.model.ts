import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { answerMachine } from './answer.ts';

const offline = new Unanswered('offline');
const taken = new Refused(409, {
  detail: 'Ann Client answered this act before you',
  code: 'already_answered',
  params: { name: 'Ann Client' },
});
const wrong = new Refused(400, { detail: 'The value is not valid', code: 'invalid' });

export const answerModel: Model<typeof answerMachine> = {
  machine: answerMachine,
  starts: () => ({ 'by a link': { way: 'link' }, 'from a paper': { way: 'paper' } }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'review.requested', incomplete: 0 },
    { type: 'review.requested', incomplete: 2 },
    { type: 'all.accepted', changed: 0 },
    { type: 'all.accepted', changed: 1 },
    { type: 'loss.confirmed' },
    { type: 'loss.declined' },
    { type: 'review.left' },
    { type: 'answer.submitted', typed: { name: 'Bob Client', email: 'bob@client.example' } },
    { type: 'answer.submitted', typed: { name: '', email: 'nobody' } },
    { type: 'sending.retried' },
    { type: 'act.reread' },
    { type: 'xstate.after.beforeNextTry.answer.waiting' },
    { type: 'xstate.done.actor.acceptAll' },
    { type: 'xstate.error.actor.acceptAll', error: offline },
    { type: 'xstate.done.actor.send' },
    { type: 'xstate.error.actor.send', error: offline },
    { type: 'xstate.error.actor.send', error: taken },
    { type: 'xstate.error.actor.send', error: wrong },
    { type: 'xstate.done.actor.reread' },
    { type: 'xstate.error.actor.reread', error: offline },
  ],
  broken: (snapshot) =>
    rules({
      'what is sent has a name': !snapshot.matches('sending') || snapshot.context.sender.name !== '',
      'what is refused says why': !snapshot.matches('refused') || snapshot.context.sentence !== null,
      'what was sent has nothing wrong': !snapshot.matches('sent') || Object.keys(snapshot.context.problems).length === 0,
    }),
};
