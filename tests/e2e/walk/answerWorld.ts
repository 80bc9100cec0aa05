import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { answerMachine } from '../../../src/machines/answer/answer.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type Answer = typeof answerMachine;

const offline = new Unanswered('offline');
export const TAKEN = { detail: 'Ann Client answered this act before you', code: 'already_answered', params: { name: 'Ann Client' } };
export const WRONG = { detail: 'The value is not valid', code: 'invalid' };

/** An answer that never arrives: what was sent for good is in the other test of the file. */
export const answerWorld: WorldModel<Answer, null> = {
  machine: answerMachine,
  input: { way: 'link' },
  world: () => null,
  next: () => null,
  events(snapshot: SnapshotFrom<Answer>): readonly ModelEvent<Answer>[] {
    if (snapshot.matches('filling'))
      return [
        { type: 'review.requested', incomplete: 0 },
        { type: 'review.requested', incomplete: 2 },
        { type: 'all.accepted', changed: 0 },
        { type: 'all.accepted', changed: 1 },
      ];
    if (snapshot.matches('confirmingAll')) return [{ type: 'loss.confirmed' }, { type: 'loss.declined' }];
    if (snapshot.matches('accepting')) return [{ type: 'xstate.done.actor.acceptAll' }];
    if (snapshot.matches('reviewing'))
      return [
        { type: 'review.left' },
        { type: 'answer.submitted', typed: { name: 'Bob Client', email: 'bob@client.example' } },
        { type: 'answer.submitted', typed: { name: '', email: 'nobody' } },
      ];
    if (snapshot.matches('sending'))
      return [offline, new Refused(409, TAKEN), new Refused(400, WRONG)].map((error) => ({ type: 'xstate.error.actor.send', error }));
    if (snapshot.matches('waiting')) return [{ type: 'sending.retried' }, { type: 'xstate.after.beforeNextTry.answer.waiting' }];
    if (snapshot.matches('refused')) return [{ type: 'act.reread' }];
    return [{ type: 'xstate.done.actor.reread' }, { type: 'xstate.error.actor.reread', error: offline }];
  },
  stateKey: ({ value, context }) => ({
    value,
    isIncomplete: context.incomplete > 0,
    says: context.sentence?.code ?? null,
    wrong: Object.keys(context.problems),
  }),
};
