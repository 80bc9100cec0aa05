import { tokenRefreshFailed } from '../../../domain/sentences/people.ts';
import { credentialOf, heldTokens, type Leaving, sessionSetup } from './setup.ts';

const refused: Leaving = { clears: true, surrenders: false, forgetsCompany: false, isLoss: true, error: tokenRefreshFailed() };
const leftElsewhere: Leaving = { clears: false, surrenders: false, forgetsCompany: true, isLoss: true, error: null };

/** The access token. One refresh runs at a time, and denied requests wait for it. */
export const access = sessionSetup.createStateConfig({
  initial: 'fresh',
  on: {
    'request.made': {
      actions: { type: 'spawnRequest', params: ({ event: { id, call } }) => ({ id, call, credential: { kind: 'awaited' } }) },
      meta: { spec: '4.5 A denied call is repeated once with new tokens' },
    },
    'request.denied': {
      actions: { type: 'hold', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '4.5 A denied call is repeated once with new tokens' },
    },
    'tokens.changedElsewhere': [
      {
        guard: { type: 'areTokens', params: ({ event: { tokens } }) => ({ tokens }) },
        target: '.fresh',
        actions: [{ type: 'takeTokens', params: ({ event: { tokens } }) => ({ tokens }) }, 'countNoRefresh', 'releaseWaiting'],
        meta: { spec: '4.11 All tabs share one session' },
      },
      {
        target: '#session.signedOut',
        actions: { type: 'leave', params: leftElsewhere },
        meta: { spec: '4.11 All tabs share one session' },
      },
    ],
  },
  states: {
    fresh: {
      on: {
        'request.made': {
          actions: {
            type: 'spawnRequest',
            params: ({ context, event: { id, call } }) => ({ id, call, credential: credentialOf(context) }),
          },
          meta: { spec: '4.12 Calls carry the access token and the public key' },
        },
        'request.denied': [
          {
            guard: { type: 'isOlderToken', params: ({ event }) => ({ access: event.access }) },
            actions: { type: 'release', params: ({ event: { id } }) => ({ id }) },
            meta: { spec: '4.5 A denied call is repeated once with new tokens' },
          },
          {
            target: 'refreshing',
            actions: { type: 'hold', params: ({ event: { id } }) => ({ id }) },
            meta: { spec: '4.5 A denied call is repeated once with new tokens' },
          },
        ],
        'access.denied': {
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ access: event.access }) },
          target: 'refreshing',
          meta: { spec: '4.5 A denied call is repeated once with new tokens' },
        },
      },
    },
    refreshing: {
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context }) => heldTokens(context),
        onDone: [
          {
            guard: { type: 'isTokenPair', params: ({ event }) => ({ output: event.output }) },
            target: 'fresh',
            actions: [{ type: 'keepTokens', params: ({ event }) => ({ output: event.output }) }, 'countNoRefresh', 'releaseWaiting'],
            meta: { spec: '4.5 A denied call is repeated once with new tokens' },
          },
          {
            target: '#session.signedOut',
            actions: [
              { type: 'log', params: ({ event }) => ({ message: 'The refresh answered no tokens', error: event.output }) },
              { type: 'leave', params: refused },
            ],
            meta: { spec: '4.6 A refused refresh signs out' },
          },
        ],
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) },
            target: '#session.signedOut',
            actions: [
              { type: 'log', params: ({ event }) => ({ message: 'The refresh was refused', error: event.error }) },
              { type: 'leave', params: refused },
            ],
            meta: { spec: '4.6 A refused refresh signs out' },
          },
          {
            target: 'unreachable',
            actions: 'countRefresh',
            meta: { spec: '4.7 No answer is not a refusal' },
          },
        ],
      },
    },
    unreachable: {
      after: {
        untilRefreshAgain: { target: 'refreshing', meta: { spec: '4.7 No answer is not a refusal' } },
      },
      on: { 'retry.requested': { target: 'refreshing', meta: { spec: '4.7 No answer is not a refusal' } } },
    },
  },
});
