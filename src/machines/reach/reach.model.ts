import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { reachMachine } from './reach.ts';

export const reachModel: Model<typeof reachMachine> = {
  machine: reachMachine,
  starts: () => ({ opened: undefined }),
  stateKey: ({ value }) => value,
  events: () => [
    { type: 'answer.heard' },
    { type: 'silence.met', by: 'call' },
    { type: 'silence.met', by: 'socket' },
    { type: 'retry.requested' },
    { type: 'page.hidden' },
    { type: 'page.shown' },
    { type: 'xstate.after.quiet.reach.near.listening' },
    { type: 'xstate.after.quiet.reach.near.found' },
    { type: 'xstate.after.quiet.reach.near.calm' },
    { type: 'xstate.after.untilAskedAgain.reach.away.waiting' },
    { type: 'xstate.done.actor.probe' },
    { type: 'xstate.error.actor.probe', error: new Unanswered('offline') },
  ],
  broken: (snapshot) =>
    rules({ 'a page in the background asks nothing': !snapshot.matches('resting') || snapshot.children.probe === undefined }),
};
