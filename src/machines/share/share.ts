import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/contract/call.ts';
import type { Share } from '../../../domain/contract/shapes.ts';
import { copyingRefused } from '../../../domain/sentences/acts.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';

interface Until {
  /** The moment the link expires; null while it has no end. */
  readonly expires_at: string | null;
}
type ShareEvent =
  | { readonly type: 'share.opened'; readonly link: Share | null }
  | { readonly type: 'share.closed' }
  | ({ readonly type: 'link.requested' } & Until)
  | { readonly type: 'link.copied' }
  | ({ readonly type: 'end.chosen' } & Until)
  | { readonly type: 'rotation.requested' }
  | { readonly type: 'withdrawal.requested' }
  | { readonly type: 'loss.confirmed' }
  | { readonly type: 'loss.declined' };

const spec = '12.1 An act is shared through a link';
const confirms = '2.10 A confirmation says what will be lost';
const refuses = '14.2 A refusal is shown where it belongs';

const shareSetup = setup({
  types: {
    context: {} as { readonly link: Share | null; readonly sentence: Sentence | null },
    events: {} as ShareEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Makes the link, or changes the end of the existing one. */
    shareUntil: fromPromise<Share, Until>(() => Promise.reject(new Error('shareUntil is not provided'))),
    copyLink: fromPromise<void, { url: string }>(() => Promise.reject(new Error('copyLink is not provided'))),
    rotateLink: fromPromise<Share>(() => Promise.reject(new Error('rotateLink is not provided'))),
    withdrawLink: fromPromise<void>(() => Promise.reject(new Error('withdrawLink is not provided'))),
  },
  guards: { isShared: (_, { link }: { link: Share | null }) => link !== null },
  actions: {
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    emitCopyByHand: assign({ sentence: copyingRefused() }),
    forgetSentence: assign({ sentence: null }),
    forgetLink: assign({ link: null }),
    keepLink: assign((_, { link }: { link: Share | null }) => ({ link, sentence: null })),
  },
});

/** The person confirms a change that breaks the old link. */
const confirming = (next: 'rotating' | 'withdrawing') =>
  shareSetup.createStateConfig({
    on: {
      'loss.confirmed': { target: next, meta: { spec: confirms } },
      'loss.declined': { target: 'shared', meta: { spec: confirms } },
    },
  });

/** The public link of an act: made, copied, limited in time, replaced, withdrawn. */
export const shareMachine = shareSetup.createMachine({
  id: 'share',
  context: { link: null, sentence: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'share.opened': [
          {
            guard: { type: 'isShared', params: ({ event }) => event },
            target: 'shared',
            actions: { type: 'keepLink', params: ({ event }) => event },
            meta: { spec },
          },
          { target: 'unshared', actions: { type: 'keepLink', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    unshared: {
      on: {
        'link.requested': { target: 'creating', actions: 'forgetSentence', meta: { spec } },
        'share.closed': { target: 'closed', meta: { spec } },
      },
    },
    creating: {
      invoke: {
        id: 'shareUntil',
        src: 'shareUntil',
        input: ({ event }) => ({ expires_at: event.type === 'link.requested' ? event.expires_at : null }),
        onDone: { target: 'shared', actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) }, meta: { spec } },
        onError: { target: 'unshared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    shared: {
      initial: 'idle',
      on: {
        'link.copied': { target: '.copying', meta: { spec } },
        'end.chosen': { target: 'ending', actions: 'forgetSentence', meta: { spec } },
        'rotation.requested': { target: 'confirmingRotation', actions: 'forgetSentence', meta: { spec } },
        'withdrawal.requested': { target: 'confirmingWithdrawal', actions: 'forgetSentence', meta: { spec } },
        'share.closed': { target: 'closed', meta: { spec } },
      },
      states: {
        idle: {},
        copying: {
          invoke: {
            id: 'copyLink',
            src: 'copyLink',
            input: ({ context }) => ({ url: context.link?.url ?? '' }),
            onDone: { target: 'copied', actions: 'forgetSentence', meta: { spec } },
            onError: { target: 'idle', actions: 'emitCopyByHand', meta: { spec } },
          },
        },
        copied: {},
        replaced: {},
        ended: {},
      },
    },
    ending: {
      invoke: {
        id: 'shareUntil',
        src: 'shareUntil',
        input: ({ event }) => ({ expires_at: event.type === 'end.chosen' ? event.expires_at : null }),
        onDone: { target: 'shared.ended', actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) }, meta: { spec } },
        onError: { target: 'shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    confirmingRotation: confirming('rotating'),
    rotating: {
      invoke: {
        id: 'rotateLink',
        src: 'rotateLink',
        onDone: {
          target: 'shared.replaced',
          actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
          meta: { spec },
        },
        onError: { target: 'shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
    confirmingWithdrawal: confirming('withdrawing'),
    withdrawing: {
      invoke: {
        id: 'withdrawLink',
        src: 'withdrawLink',
        onDone: { target: 'unshared', actions: 'forgetLink', meta: { spec } },
        onError: { target: 'shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
      },
    },
  },
});
