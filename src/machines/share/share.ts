import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/api/call.ts';
import type { Share } from '../../../domain/api/shapes.ts';
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
    /** `isLeft`: the dialog was closed while a call was on its way. */
    context: {} as { readonly link: Share | null; readonly sentence: Sentence | null; readonly isLeft: boolean },
    events: {} as ShareEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    /** Makes the link, or changes the end of the existing one. */
    shareUntil: fromPromise<Share, Until>(() => Promise.reject(new Error('shareUntil is not provided'))),
    /** The link as it is now: somebody else may have made, replaced or withdrawn it. */
    readLink: fromPromise<Share | null>(() => Promise.reject(new Error('readLink is not provided'))),
    copyLink: fromPromise<void, { url: string }>(() => Promise.reject(new Error('copyLink is not provided'))),
    rotateLink: fromPromise<Share>(() => Promise.reject(new Error('rotateLink is not provided'))),
    withdrawLink: fromPromise<void>(() => Promise.reject(new Error('withdrawLink is not provided'))),
  },
  guards: {
    isShared: (_, { link }: { link: Share | null }) => link !== null,
    isLeft: ({ context }) => context.isLeft,
    isShown: ({ context }) => !context.isLeft,
  },
  actions: {
    // The dialog opens again with a refusal, because otherwise nobody would see it.
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error), isLeft: false }),
    leave: assign({ isLeft: true }),
    comeBack: assign({ isLeft: false }),
    emitCopyByHand: assign({ sentence: copyingRefused() }),
    forgetSentence: assign({ sentence: null }),
    forgetLink: assign({ link: null }),
    keepLink: assign((_, { link }: { link: Share | null }) => ({ link, sentence: null })),
  },
});

/** The known link is shown until the present one is read; what the person does first has priority. */
const checking = shareSetup.createStateConfig({
  invoke: {
    id: 'readLink',
    src: 'readLink',
    onDone: [
      {
        guard: { type: 'isShared', params: ({ event }) => ({ link: event.output }) },
        target: '#share.shared.idle',
        actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
        meta: { spec },
      },
      { target: '#share.unshared.idle', actions: 'forgetLink', meta: { spec } },
    ],
    onError: { target: 'idle', meta: { spec } },
  },
});

/** The person confirms a change that breaks the old link. */
const confirming = (next: 'rotating' | 'withdrawing') =>
  shareSetup.createStateConfig({
    on: {
      'loss.confirmed': { target: `busy.${next}`, meta: { spec: confirms } },
      'loss.declined': { target: 'shared', meta: { spec: confirms } },
    },
  });

/** The public link of an act: made, copied, limited in time, replaced, withdrawn. */
export const shareMachine = shareSetup.createMachine({
  id: 'share',
  context: { link: null, sentence: null, isLeft: false },
  initial: 'closed',
  states: {
    closed: {
      entry: 'comeBack',
      on: {
        'share.opened': [
          {
            guard: { type: 'isShared', params: ({ event }) => event },
            target: 'shared.checking',
            actions: { type: 'keepLink', params: ({ event }) => event },
            meta: { spec },
          },
          { target: 'unshared.checking', actions: { type: 'keepLink', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
    unshared: {
      initial: 'idle',
      always: { guard: 'isLeft', target: 'closed', meta: { spec } },
      on: {
        'link.requested': { target: 'busy.creating', actions: 'forgetSentence', meta: { spec } },
        'share.closed': { target: 'closed', meta: { spec } },
      },
      states: { checking, idle: {} },
    },
    shared: {
      initial: 'idle',
      always: { guard: 'isLeft', target: 'closed', meta: { spec } },
      on: {
        'link.copied': { target: '.copying', meta: { spec } },
        'end.chosen': { target: 'busy.ending', actions: 'forgetSentence', meta: { spec } },
        'rotation.requested': { target: 'confirmingRotation', actions: 'forgetSentence', meta: { spec } },
        'withdrawal.requested': { target: 'confirmingWithdrawal', actions: 'forgetSentence', meta: { spec } },
        'share.closed': { target: 'closed', meta: { spec } },
      },
      states: {
        checking,
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
    confirmingRotation: confirming('rotating'),
    confirmingWithdrawal: confirming('withdrawing'),
    busy: {
      on: {
        'share.closed': { guard: 'isShown', actions: 'leave', meta: { spec } },
        'share.opened': { guard: 'isLeft', actions: 'comeBack', meta: { spec } },
      },
      initial: 'creating',
      states: {
        creating: {
          invoke: {
            id: 'shareUntil',
            src: 'shareUntil',
            input: ({ event }) => ({ expires_at: event.type === 'link.requested' ? event.expires_at : null }),
            onDone: {
              target: '#share.shared',
              actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
              meta: { spec },
            },
            onError: { target: '#share.unshared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
        ending: {
          invoke: {
            id: 'shareUntil',
            src: 'shareUntil',
            input: ({ event }) => ({ expires_at: event.type === 'end.chosen' ? event.expires_at : null }),
            onDone: {
              target: '#share.shared.ended',
              actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
              meta: { spec },
            },
            onError: { target: '#share.shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
        rotating: {
          invoke: {
            id: 'rotateLink',
            src: 'rotateLink',
            onDone: {
              target: '#share.shared.replaced',
              actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) },
              meta: { spec },
            },
            onError: { target: '#share.shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
        withdrawing: {
          invoke: {
            id: 'withdrawLink',
            src: 'withdrawLink',
            onDone: { target: '#share.unshared', actions: 'forgetLink', meta: { spec } },
            onError: { target: '#share.shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: refuses } },
          },
        },
      },
    },
  },
});
