import { invalidResponse } from '../../../domain/sentences/people.ts';
import { access } from './access.ts';
import { profile } from './profile.ts';
import { sessionSetup } from './setup.ts';

const credentialsOf = (event: { readonly type: string }): { readonly email: string; readonly password: string } =>
  'email' in event && 'password' in event ? { email: String(event.email), password: String(event.password) } : { email: '', password: '' };

const signedOut = sessionSetup.createStateConfig({
  initial: 'idle',
  on: {
    'request.made': {
      actions: { type: 'spawnRequest', params: ({ event: { id, call } }) => ({ id, call, credential: { kind: 'none' } }) },
      meta: { spec: '6 Unauthenticated and public access' },
    },
    'tokens.changedElsewhere': {
      guard: { type: 'areTokens', params: ({ event: { tokens } }) => ({ tokens }) },
      target: '#session.signedIn',
      actions: [
        { type: 'takeTokens', params: ({ event: { tokens } }) => ({ tokens }) },
        'hideError',
        { type: 'arrive', params: { fallback: '/projects' } },
      ],
      meta: { spec: '4 Session: logged in, in another tab' },
    },
  },
  states: {
    idle: {
      on: {
        'error.dismissed': { actions: 'hideError', meta: { spec: '2 Login screen: an error message area if an error exists' } },
        'login.submitted': { target: 'submitting', actions: 'hideError', meta: { spec: '7 POST /token/ with the login fields' } },
      },
    },
    submitting: {
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ event }) => credentialsOf(event),
        onDone: [
          {
            guard: { type: 'isTokenPair', params: ({ event }) => ({ output: event.output }) },
            target: '#session.signedIn',
            actions: [
              { type: 'keepTokens', params: ({ event }) => ({ output: event.output }) },
              { type: 'arrive', params: { fallback: '/projects' } },
            ],
            meta: { spec: '4 Session: logged in on a successful login, then /projects' },
          },
          {
            target: 'idle',
            actions: { type: 'showError', params: { sentence: invalidResponse() } },
            meta: { spec: '8 A bad token response gives Invalid server response' },
          },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'showRefusal', params: ({ event }) => ({ error: event.error }) },
          meta: { spec: '8 Login failure: the server detail, or Login failed' },
        },
      },
    },
  },
});

const signedIn = sessionSetup.createStateConfig({
  type: 'parallel',
  on: {
    'logout.requested': {
      target: 'signedOut',
      actions: { type: 'leave', params: { clears: true, surrenders: true, forgetsCompany: true, error: null } },
      meta: { spec: '4 Session: logout clears the tokens and the stored active company' },
    },
  },
  states: { profile, access },
});

/** Who is signed in, and the one gate every call goes through. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    profile: null,
    error: null,
    underWay: [],
    waiting: [],
    unanswered: { profile: 0, refresh: 0 },
  }),
  initial: 'deciding',
  on: {
    'request.settled': {
      actions: [
        { type: 'settle', params: ({ event: { id } }) => ({ id }) },
        { type: 'tellOutcome', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
      ],
      meta: { spec: '7 The calls it makes' },
    },
    'request.withdrawn': {
      actions: { type: 'settle', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '7 The calls it makes' },
    },
    // The session ended while this request was on its way.
    'request.denied': {
      actions: { type: 'refuse', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '4 Session: if the refresh fails the user is logged out' },
    },
  },
  states: {
    deciding: {
      always: [
        {
          guard: 'hasAccessToken',
          target: 'signedIn',
          actions: { type: 'arrive', params: { fallback: null } },
          meta: { spec: '2 Landing entry: loading starts with the project as the target' },
        },
        {
          guard: 'hasRefreshToken',
          target: '#session.signedIn.access.refreshing',
          actions: { type: 'arrive', params: { fallback: null } },
          meta: { spec: '9 Access cookie 1 hour, refresh 3 days' },
        },
        { target: 'signedOut', meta: { spec: '2 Route guard: without a token the user is sent to login' } },
      ],
    },
    signedOut,
    signedIn,
  },
});
