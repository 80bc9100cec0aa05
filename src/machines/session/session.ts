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
      meta: { spec: '4.12 Calls carry the access token and the public key' },
    },
    'tokens.changedElsewhere': {
      guard: { type: 'areTokens', params: ({ event: { tokens } }) => ({ tokens }) },
      target: '#session.signedIn',
      actions: [
        { type: 'takeTokens', params: ({ event: { tokens } }) => ({ tokens }) },
        'hideError',
        { type: 'arrive', params: { fallback: '/projects' } },
      ],
      meta: { spec: '4.11 All tabs share one session' },
    },
  },
  states: {
    idle: {
      on: {
        'destination.kept': {
          actions: { type: 'keepDestination', params: ({ event }) => event },
          meta: { spec: '4.6 A refused refresh signs out' },
        },
        'error.dismissed': { actions: 'hideError', meta: { spec: '4.3 A refused login says why' } },
        'tokens.received': {
          guard: { type: 'isTokenPair', params: ({ event: { tokens } }) => ({ output: tokens }) },
          target: '#session.signedIn',
          actions: [
            'hideError',
            { type: 'keepTokens', params: ({ event: { tokens } }) => ({ output: tokens }) },
            { type: 'arrive', params: { fallback: '/projects' } },
          ],
          meta: { spec: '15.4 A passkey signs in without a password' },
        },
        'login.submitted': {
          target: 'submitting',
          actions: ['hideError', { type: 'keepOwnDestination', params: ({ event }) => event }],
          meta: { spec: '4.1 Email and password sign in' },
        },
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
            meta: { spec: '4.2 A successful login opens the projects' },
          },
          {
            target: 'idle',
            actions: { type: 'showError', params: { sentence: invalidResponse() } },
            meta: { spec: '4.3 A refused login says why' },
          },
        ],
        onError: [
          {
            guard: { type: 'isSecondStep', params: ({ event }) => ({ error: event.error }) },
            target: 'secondStep',
            actions: { type: 'keepStep', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '15.3 A second factor is asked for after the password' },
          },
          {
            target: 'idle',
            actions: { type: 'showRefusal', params: ({ event }) => ({ error: event.error }) },
            meta: { spec: '4.3 A refused login says why' },
          },
        ],
      },
    },
    /** The password was right. Another machine asks for the second step, and hands over the tokens. */
    secondStep: {
      exit: 'forgetStep',
      on: {
        'tokens.received': {
          guard: { type: 'isTokenPair', params: ({ event: { tokens } }) => ({ output: tokens }) },
          target: '#session.signedIn',
          actions: [
            { type: 'keepTokens', params: ({ event: { tokens } }) => ({ output: tokens }) },
            { type: 'arrive', params: { fallback: '/projects' } },
          ],
          meta: { spec: '15.3 A second factor is asked for after the password' },
        },
        'login.abandoned': { target: 'idle', meta: { spec: '15.3 A second factor is asked for after the password' } },
      },
    },
  },
});

const signedIn = sessionSetup.createStateConfig({
  type: 'parallel',
  on: {
    'logout.requested': {
      target: 'signedOut',
      actions: { type: 'leave', params: { clears: true, surrenders: true, forgetsCompany: true, isLoss: false, error: null } },
      meta: { spec: '4.10 Logging out clears the tokens' },
    },
  },
  states: { profile, access },
});

/** The signed-in person. Every call goes through this machine. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    profile: null,
    error: null,
    lostBy: null,
    step: null,
    underWay: [],
    waiting: [],
    unanswered: { profile: 0, refresh: 0 },
  }),
  initial: 'deciding',
  on: {
    'request.settled': {
      actions: [
        { type: 'settle', params: ({ event: { id } }) => ({ id }) },
        { type: 'emitOutcome', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
      ],
      meta: { spec: '4.14 A call ends once' },
    },
    'request.withdrawn': {
      actions: { type: 'settle', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '4.14 A call ends once' },
    },
    // The session ended while this request was pending.
    'request.denied': {
      actions: { type: 'refuse', params: ({ event: { id } }) => ({ id }) },
      meta: { spec: '4.6 A refused refresh signs out' },
    },
  },
  states: {
    deciding: {
      always: [
        {
          guard: 'hasAccessToken',
          target: 'signedIn',
          actions: { type: 'arrive', params: { fallback: null } },
          meta: { spec: '1.3 A landing address names a project' },
        },
        {
          guard: 'hasRefreshToken',
          target: '#session.signedIn.access.refreshing',
          actions: { type: 'arrive', params: { fallback: null } },
          meta: { spec: '4.4 A refresh token alone counts as signed in' },
        },
        { target: 'signedOut', meta: { spec: '1.2 Without a token every screen leads to the login' } },
      ],
    },
    signedOut,
    signedIn,
  },
});
