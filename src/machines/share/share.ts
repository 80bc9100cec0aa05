import { assign, fromPromise, setup } from 'xstate';
import { sentenceOfError } from '../../../domain/contract/call.ts';
import type { Share } from '../../../domain/contract/shapes.ts';

export type ShareEvent =
  | { readonly type: 'share.opened'; readonly link: Share | null }
  | { readonly type: 'share.closed' }
  | { readonly type: 'link.wanted' }
  | { readonly type: 'link.copied' }
  | { readonly type: 'sharing.stopped' };

const spec = '1 Acts can be shared through a public link';

/** The public link of an act: made, copied, withdrawn. */
export const shareMachine = setup({
  types: {
    context: {} as { readonly link: Share | null; readonly sentence: string | null },
    events: {} as ShareEvent,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    createLink: fromPromise<Share>(() => Promise.reject(new Error('createLink is not provided'))),
    copyLink: fromPromise<void, { url: string }>(() => Promise.reject(new Error('copyLink is not provided'))),
    withdrawLink: fromPromise<void>(() => Promise.reject(new Error('withdrawLink is not provided'))),
  },
  guards: { isShared: (_, { link }: { link: Share | null }) => link !== null },
  actions: {
    explain: assign({ sentence: (_, { error }: { error: unknown }) => sentenceOfError(error) }),
    sayCopyByHand: assign({ sentence: 'The browser did not allow copying. Select the link and copy it.' }),
    forgetSentence: assign({ sentence: null }),
    forgetLink: assign({ link: null }),
    keepLink: assign((_, { link }: { link: Share | null }) => ({ link, sentence: null })),
  },
}).createMachine({
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
        'link.wanted': { target: 'creating', actions: 'forgetSentence', meta: { spec } },
        'share.closed': { target: 'closed', meta: { spec } },
      },
    },
    creating: {
      invoke: {
        id: 'createLink',
        src: 'createLink',
        onDone: { target: 'shared', actions: { type: 'keepLink', params: ({ event }) => ({ link: event.output }) }, meta: { spec } },
        onError: {
          target: 'unshared',
          actions: { type: 'explain', params: ({ event }) => event },
          meta: { spec: '8 The error catalogue' },
        },
      },
    },
    shared: {
      initial: 'idle',
      on: {
        'link.copied': { target: '.copying', meta: { spec } },
        'sharing.stopped': { target: 'withdrawing', actions: 'forgetSentence', meta: { spec } },
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
            onError: { target: 'idle', actions: 'sayCopyByHand', meta: { spec } },
          },
        },
        copied: {},
      },
    },
    withdrawing: {
      invoke: {
        id: 'withdrawLink',
        src: 'withdrawLink',
        onDone: { target: 'unshared', actions: 'forgetLink', meta: { spec } },
        onError: { target: 'shared', actions: { type: 'explain', params: ({ event }) => event }, meta: { spec: '8 The error catalogue' } },
      },
    },
  },
});
