import { tokenRefreshFailed } from '../../../domain/sentences/people.ts';
import { credentialOf, heldTokens, type Leaving, sessionSetup } from './setup.ts';

const refused: Leaving = { clears: true, surrenders: false, forgetsCompany: false, error: tokenRefreshFailed() };
const leftElsewhere: Leaving = { clears: false, surrenders: false, forgetsCompany: true, error: null };

/** The access token: one refresh at a time, and whoever was denied waits for it. */
export const access = sessionSetup.createStateConfig({
  initial: 'fresh',
  on: {
    'request.made': {
      actions: { type: 'spawnRequest', params: ({ event: { id, call } }) => ({ id, call, credential: { kind: 'awaited' } }) },
      meta: { spec: '4 Session: concurrent requests wait and reuse the new token' },
    },
    'request.denied': {
      actions: { type: 'hold', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '4 Session: concurrent failed requests wait and reuse the new token' },
    },
    'tokens.changedElsewhere': [
      {
        guard: { type: 'areTokens', params: ({ event: { tokens } }) => ({ tokens }) },
        target: '.fresh',
        actions: [{ type: 'takeTokens', params: ({ event: { tokens } }) => ({ tokens }) }, 'countNoRefresh', 'releaseWaiting'],
        meta: { spec: '4 Session: tokens are refreshed once, in another tab' },
      },
      {
        target: '#session.signedOut',
        actions: { type: 'leave', params: leftElsewhere },
        meta: { spec: '4 Session: logged out, in another tab' },
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
          meta: { spec: '7 Requests carry a bearer token when present' },
        },
        'request.denied': [
          {
            guard: { type: 'isOlderToken', params: ({ event }) => ({ access: event.access }) },
            actions: { type: 'release', params: ({ event: { id } }) => ({ id }) },
            meta: { spec: '4 Session: failed requests reuse the new token' },
          },
          {
            target: 'refreshing',
            actions: { type: 'hold', params: ({ event: { id } }) => ({ id }) },
            meta: { spec: '4 Session: on a 401 the client refreshes the tokens once' },
          },
        ],
        'access.denied': {
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ access: event.access }) },
          target: 'refreshing',
          meta: { spec: '4 Access denied on a GraphQL operation: refresh' },
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
            meta: { spec: '7 POST /token/refresh/ returns access and refresh' },
          },
          {
            target: '#session.signedOut',
            actions: [
              { type: 'log', params: ({ event }) => ({ message: 'The refresh answered no tokens', error: event.output }) },
              { type: 'leave', params: refused },
            ],
            meta: { spec: '8 If the refresh fails: logged, signed out, Token refresh failed' },
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
            meta: { spec: '8 If the refresh fails: logged, signed out, Token refresh failed' },
          },
          {
            target: 'unreachable',
            actions: 'countRefresh',
            meta: { spec: '4 Session: no answer is no refusal (DESIGN.md, actors)' },
          },
        ],
      },
    },
    unreachable: {
      after: {
        untilRefreshAgain: { target: 'refreshing', meta: { spec: '4 Session: no answer is no refusal (DESIGN.md, actors)' } },
      },
      on: { 'retry.requested': { target: 'refreshing', meta: { spec: '4 Session: no answer is no refusal (DESIGN.md, actors)' } } },
    },
  },
});
