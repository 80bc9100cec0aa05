import { Refused, Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { publicActMachine } from './publicAct.ts';

const withdrawn = new Refused(404, { detail: 'This link has been withdrawn', code: 'link_withdrawn' });
const offline = new Unanswered('offline');

export const publicActModel: Model<typeof publicActMachine> = {
  machine: publicActMachine,
  starts: () => ({ opened: undefined }),
  stateKey: ({ value, context: { sentence, code, isOutdated } }) => ({ value, sentence, code, isOutdated }),
  events: () => [
    { type: 'act.followed' },
    { type: 'act.changed' },
    { type: 'link.ended' },
    { type: 'news.lost' },
    { type: 'load.retried' },
    { type: 'xstate.after.untilReadAgain.publicAct.open.act.behind' },
    { type: 'xstate.error.actor.follow', error: new Error('The socket could not be opened') },
    { type: 'xstate.done.actor.load' },
    { type: 'xstate.error.actor.load', error: withdrawn },
    { type: 'xstate.error.actor.load', error: offline },
  ],
  broken: (snapshot) =>
    rules({
      'what is over or failed says why':
        !(snapshot.matches('over') || snapshot.matches('failed')) || (snapshot.context.sentence ?? '') !== '',
      'only while it is loaded again may the act be outdated':
        !snapshot.context.isOutdated || snapshot.matches({ open: { act: 'refreshing' } }),
      'an act that is shown has nothing to say': !snapshot.matches('open') || snapshot.context.sentence === null,
    }),
};
