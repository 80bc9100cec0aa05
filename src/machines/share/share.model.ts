import { Unanswered } from '../../../domain/api/call.ts';
import { type Model, rules } from '../model.ts';
import { shareMachine } from './share.ts';

const link = { hash: 'h', url: 'http://localhost/public/h', expires_at: null };
const another = { ...link, hash: 'i', url: 'http://localhost/public/i' };
const offline = new Unanswered('offline');

/** States in which the act has a link. */
const HAS_LINK = [
  'shared',
  'confirmingRotation',
  'confirmingWithdrawal',
  { busy: 'ending' },
  { busy: 'rotating' },
  { busy: 'withdrawing' },
] as const;

export const shareModel: Model<typeof shareMachine> = {
  machine: shareMachine,
  starts: () => ({ closed: undefined }),
  stateKey: ({ value, context }) => ({ value, ...context }),
  events: () => [
    { type: 'share.opened', link: null },
    { type: 'share.opened', link },
    { type: 'share.closed' },
    { type: 'link.requested', expires_at: null },
    { type: 'link.copied' },
    { type: 'end.chosen', expires_at: '2026-12-31T21:59:59.999Z' },
    { type: 'rotation.requested' },
    { type: 'withdrawal.requested' },
    { type: 'loss.confirmed' },
    { type: 'loss.declined' },
    { type: 'xstate.done.actor.readLink', output: null },
    { type: 'xstate.done.actor.readLink', output: another },
    { type: 'xstate.error.actor.readLink', error: offline },
    { type: 'xstate.done.actor.shareUntil', output: link },
    { type: 'xstate.error.actor.shareUntil', error: offline },
    { type: 'xstate.done.actor.rotateLink', output: another },
    { type: 'xstate.error.actor.rotateLink', error: offline },
    { type: 'xstate.done.actor.copyLink' },
    { type: 'xstate.error.actor.copyLink', error: new Error('not allowed') },
    { type: 'xstate.done.actor.withdrawLink' },
    { type: 'xstate.error.actor.withdrawLink', error: offline },
  ],
  broken: (snapshot) =>
    rules({
      'a link is shown where there is one': !HAS_LINK.some((state) => snapshot.matches(state)) || snapshot.context.link !== null,
      'what is not shared has no link': !snapshot.matches('unshared') || snapshot.context.link === null,
      'what goes well says nothing wrong':
        !(['copied', 'replaced', 'ended'] as const).some((state) => snapshot.matches({ shared: state })) ||
        snapshot.context.sentence === null,
      'only a dialog with a call on its way is left': !snapshot.context.isLeft || snapshot.matches('busy'),
    }),
};
