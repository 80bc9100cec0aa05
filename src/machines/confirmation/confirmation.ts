import { fromPromise, setup } from 'xstate';
import { isRefusal } from '../../../domain/api/call.ts';

const spec = '3.2 A confirmation link confirms the email';

/** Checks the link of a confirmation mail. A call that nobody answered is repeated. */
export const confirmationMachine = setup({
  types: { events: {} as { readonly type: 'retry.requested' }, transitionMeta: {} as { spec: string } },
  actors: { confirm: fromPromise<void>(() => Promise.reject(new Error('confirm is not provided'))) },
  guards: { isRefusal: (_, { error }: { error: unknown }) => isRefusal(error) },
}).createMachine({
  id: 'confirmation',
  initial: 'confirming',
  states: {
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        onDone: { target: 'confirmed', meta: { spec } },
        onError: [
          { guard: { type: 'isRefusal', params: ({ event: { error } }) => ({ error }) }, target: 'refused', meta: { spec } },
          { target: 'unanswered', meta: { spec: '3.2 A confirmation link confirms the email' } },
        ],
      },
    },
    confirmed: {},
    refused: {},
    unanswered: { on: { 'retry.requested': { target: 'confirming', meta: { spec: '3.2 A confirmation link confirms the email' } } } },
  },
});
