import { Unanswered } from '../../../domain/contract/call.ts';
import { type Model, rules } from '../model.ts';
import { shareMachine } from './share.ts';

const link = { hash: 'h', url: 'http://localhost/public/h', expires_at: null };
const offline = new Unanswered('offline');

export const shareModel: Model<typeof shareMachine> = {
  machine: shareMachine,
  starts: () => ({ closed: undefined }),
  place: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'share.opened', link: null },
    { type: 'share.opened', link },
    { type: 'share.closed' },
    { type: 'link.wanted' },
    { type: 'link.copied' },
    { type: 'sharing.stopped' },
    { type: 'xstate.done.actor.createLink', output: link },
    { type: 'xstate.error.actor.createLink', error: offline },
    { type: 'xstate.done.actor.copyLink' },
    { type: 'xstate.error.actor.copyLink', error: new Error('not allowed') },
    { type: 'xstate.done.actor.withdrawLink' },
    { type: 'xstate.error.actor.withdrawLink', error: offline },
  ],
  broken: (snapshot) =>
    rules({
      'a link is shown where there is one': !snapshot.matches('shared') || snapshot.context.link !== null,
      'what is not shared has no link': !snapshot.matches('unshared') || snapshot.context.link === null,
    }),
};
