import type { SnapshotFrom } from 'xstate';
import { Refused, Unanswered } from '../../../domain/api/call.ts';
import type { ModelEvent } from '../../../src/machines/model.ts';
import { publicActMachine } from '../../../src/machines/publicAct/publicAct.ts';
import { shareMachine } from '../../../src/machines/share/share.ts';
import type { WorldModel } from '../../../walking/tour.ts';

type PublicAct = typeof publicActMachine;
type Share = typeof shareMachine;

const offline = new Unanswered('offline');
const withdrawn = new Refused(404, { detail: 'This link has been withdrawn', code: 'link_withdrawn' });
/** The link ended for good, or something between says so in the server's place. */
export type LinkEnded = { readonly type: 'link.ended'; readonly really: boolean };

function publicEvents(snapshot: SnapshotFrom<PublicAct>, isEnded: boolean): readonly ModelEvent<PublicAct>[] {
  const answers = (mayEnd: boolean): readonly ModelEvent<PublicAct>[] => [
    ...(isEnded ? [] : [{ type: 'xstate.done.actor.load' } as const]),
    ...(isEnded || mayEnd ? [{ type: 'xstate.error.actor.load', error: withdrawn } as const] : []),
    { type: 'xstate.error.actor.load', error: offline },
  ];
  if (snapshot.matches('loading')) return answers(true);
  if (snapshot.matches('failed')) return [{ type: 'load.retried' }];
  if (snapshot.matches('ending')) return answers(false);
  if (!snapshot.matches('open')) return [];
  const isBehind = snapshot.matches({ open: { act: 'behind' } });
  const isShown = snapshot.matches({ open: { act: 'shown' } });
  const reads: readonly ModelEvent<PublicAct>[] = isBehind
    ? [{ type: 'xstate.after.untilReadAgain.publicAct.open.act.behind' }]
    : isShown
      ? []
      : answers(true);
  if (snapshot.matches({ open: { news: 'live' } })) {
    const ended = [false, true].map((really) => ({ type: 'link.ended', really }) as LinkEnded);
    // News are lost once time has passed, in which an act that is behind is read again.
    return [...reads, { type: 'act.changed' }, ...(isBehind ? [] : [{ type: 'news.lost' } as const]), ...ended];
  }
  const lost = snapshot.matches({ open: { news: 'awaited' } }) ? [{ type: 'news.lost' } as const] : [];
  return [...reads, { type: 'act.followed' }, ...lost];
}

/** An act behind its link: the world is whether the server still opens it. */
export const publicActWorld: WorldModel<PublicAct, boolean> = {
  machine: publicActMachine,
  input: undefined,
  world: () => false,
  events: publicEvents,
  next: (isEnded, event) =>
    isEnded ||
    (event.type === 'link.ended' && (event as unknown as LinkEnded).really) ||
    ('error' in event && event.error instanceof Refused),
  stateKey: ({ value, context: { sentence, isOutdated } }, isEnded) => ({ value, sentence, isOutdated, isEnded }),
};

const link = { hash: 'h', url: '', expires_at: null };

/** The sharing of an act: it is opened with the link it was left with, unless somebody else has made or withdrawn one. */
export const shareWorld: WorldModel<Share, null> = {
  machine: shareMachine,
  input: undefined,
  world: () => null,
  next: () => null,
  // A dialog that was left closes by itself when its call is answered.
  follow: ({ context }, _, after) =>
    context.isLeft && after.matches('closed')
      ? [`#share.${after.context.link === null ? 'unshared' : 'shared'} -- always -> #share.closed`]
      : [],
  events(snapshot): readonly ModelEvent<Share>[] {
    const ends = (actor: string, output?: unknown): readonly ModelEvent<Share>[] => [
      { type: `xstate.done.actor.${actor}`, output },
      { type: `xstate.error.actor.${actor}`, error: offline },
    ];
    if (snapshot.matches('closed')) return [{ type: 'share.opened', link: snapshot.context.link }];
    if (snapshot.matches({ shared: 'checking' }) || snapshot.matches({ unshared: 'checking' })) {
      const { link: known } = snapshot.context;
      return [...ends('readLink', known), { type: 'xstate.done.actor.readLink', output: known === null ? link : null }];
    }
    if (snapshot.matches('unshared')) return [{ type: 'link.requested', expires_at: null }, { type: 'share.closed' }];
    if (snapshot.matches('busy')) {
      const [actor, output] = snapshot.matches({ busy: 'withdrawing' })
        ? ['withdrawLink']
        : [snapshot.matches({ busy: 'rotating' }) ? 'rotateLink' : 'shareUntil', link];
      const { isLeft, link: known } = snapshot.context;
      return [...ends(actor, output), isLeft ? { type: 'share.opened', link: known } : { type: 'share.closed' }];
    }
    if (snapshot.matches({ shared: 'copying' })) return ends('copyLink');
    if (snapshot.matches('confirmingRotation') || snapshot.matches('confirmingWithdrawal'))
      return [{ type: 'loss.confirmed' }, { type: 'loss.declined' }];
    return [
      { type: 'link.copied' },
      { type: 'end.chosen', expires_at: '2099-12-31T21:59:59.999Z' },
      { type: 'rotation.requested' },
      { type: 'withdrawal.requested' },
      { type: 'share.closed' },
    ];
  },
  stateKey: ({ value, context }) => ({ value, isShared: context.link !== null, sentence: context.sentence, isLeft: context.isLeft }),
};
