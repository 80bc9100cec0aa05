import { assign, emit, fromPromise, setup } from 'xstate';
import { isRefusal } from '../../../domain/api/call.ts';
import { isNoAnswer } from '../editQueue/types.ts';

/** A person's own settings, as kept on the device. */
export interface OwnCopy<Value> {
  readonly value: Value;
  /** Whether the server does not have it yet. */
  readonly isUnsent: boolean;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Makes the machine that keeps such a value on the server. The device's copy is used until the server's has been loaded, and while it is unsent. A
 * change is sent shortly after the last one, and again until the server answers. `asMade` is the default value; `spec` names the section of
 * docs/product.md.
 */
export const ownCopy = <Value>(asMade: Value, spec: string) =>
  setup({
    types: {
      input: {} as OwnCopy<Value>,
      context: {} as OwnCopy<Value>,
      events: {} as { readonly type: 'value.changed'; readonly value: Value } | { readonly type: 'retry.requested' },
      emitted: {} as { readonly type: 'copy.kept'; readonly kept: OwnCopy<Value> },
      transitionMeta: {} as { spec: string },
    },
    actors: {
      /** Null where the server has none. */
      readCopy: fromPromise<Value | null>(() => Promise.reject(new Error('readCopy is not provided'))),
      /** Returns the value it has sent. */
      sendCopy: fromPromise<Value, { value: Value }>(() => Promise.reject(new Error('sendCopy is not provided'))),
    },
    delays: { beforeSending: 500, untilNextTry: 30_000 },
    guards: {
      isUnsent: ({ context }) => context.isUnsent,
      isOther: ({ context }, { value }: { value: Value }) => !isSame(value, context.value),
      isUnknownToServer: ({ context }, { output }: { output: Value | null }) => output === null && !isSame(context.value, asMade),
      isLatest: ({ context }, { output }: { output: Value }) => isSame(output, context.value),
      isRefused: (_, { error }: { error: unknown }) => isRefusal(error) && !isNoAnswer(error),
    },
    actions: {
      change: assign((_, { value }: { value: Value }) => ({ value, isUnsent: true })),
      take: assign(({ context }, { output }: { output: Value | null }) => ({ value: output ?? context.value })),
      noteUnsent: assign({ isUnsent: true }),
      settle: assign({ isUnsent: false }),
      tell: emit(({ context: { value, isUnsent } }) => ({ type: 'copy.kept' as const, kept: { value, isUnsent } })),
    },
  }).createMachine({
    id: 'ownCopy',
    context: ({ input: { value, isUnsent } }) => ({ value, isUnsent }),
    initial: 'found',
    on: {
      'value.changed': {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.changed',
        actions: [{ type: 'change', params: ({ event }) => event }, 'tell'],
        meta: { spec },
      },
    },
    states: {
      found: {
        always: [
          { guard: 'isUnsent', target: 'sending', meta: { spec } },
          { target: 'reading', meta: { spec } },
        ],
      },
      reading: {
        invoke: {
          id: 'readCopy',
          src: 'readCopy',
          onDone: [
            {
              guard: { type: 'isUnknownToServer', params: ({ event }) => event },
              target: 'changed',
              actions: ['noteUnsent', 'tell'],
              meta: { spec },
            },
            { target: 'kept', actions: [{ type: 'take', params: ({ event }) => event }, 'tell'], meta: { spec } },
          ],
          onError: { target: 'kept', meta: { spec: '14.3 Other failures are only logged' } },
        },
      },
      kept: {},
      changed: { after: { beforeSending: { target: 'sending', meta: { spec } } } },
      sending: {
        invoke: {
          id: 'sendCopy',
          src: 'sendCopy',
          input: ({ context: { value } }) => ({ value }),
          onDone: [
            { guard: { type: 'isLatest', params: ({ event }) => event }, target: 'kept', actions: ['settle', 'tell'], meta: { spec } },
            { target: 'changed', meta: { spec } },
          ],
          onError: [
            // The value stays on the device. The server would refuse it again, because the list is gone or the server is of a newer release.
            {
              guard: { type: 'isRefused', params: ({ event }) => event },
              target: 'kept',
              actions: ['settle', 'tell'],
              meta: { spec: '14.3 Other failures are only logged' },
            },
            { target: 'waiting', meta: { spec } },
          ],
        },
        on: {
          // Values are sent one after another, so that the last one wins.
          'value.changed': {
            guard: { type: 'isOther', params: ({ event }) => event },
            actions: [{ type: 'change', params: ({ event }) => event }, 'tell'],
            meta: { spec },
          },
        },
      },
      waiting: {
        after: { untilNextTry: { target: 'sending', meta: { spec } } },
        on: { 'retry.requested': { target: 'sending', meta: { spec } } },
      },
    },
  });
