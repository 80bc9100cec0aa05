import { sessionSetup } from './setup.ts';

/** The profile of the person, loaded through a request like any other. */
export const profile = sessionSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      entry: 'askProfile',
      on: {
        'request.settled': [
          {
            guard: { type: 'isProfile', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
            target: 'loaded',
            actions: [
              { type: 'settle', params: ({ event: { id } }) => ({ id }) },
              { type: 'keepProfile', params: ({ event: { outcome } }) => ({ outcome }) },
            ],
            meta: { spec: '4.8 The profile is loaded first' },
          },
          {
            guard: { type: 'isFailedProfile', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
            target: '#session.signedOut',
            actions: [
              { type: 'settle', params: ({ event: { id } }) => ({ id }) },
              { type: 'leave', params: { clears: true, surrenders: true, forgetsCompany: true, isLoss: false, error: null } },
            ],
            meta: { spec: '4.9 A profile that cannot be loaded signs out' },
          },
          {
            guard: { type: 'isProfileUnanswered', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
            target: 'unreachable',
            actions: [{ type: 'settle', params: ({ event: { id } }) => ({ id }) }, 'countProfile'],
            meta: { spec: '4.7 No answer is not a refusal' },
          },
        ],
      },
    },
    unreachable: {
      after: {
        untilProfileAgain: { target: 'loading', meta: { spec: '4.7 No answer is not a refusal' } },
      },
      on: { 'retry.requested': { target: 'loading', meta: { spec: '4.7 No answer is not a refusal' } } },
    },
    loaded: {
      on: {
        'profile.changed': {
          actions: { type: 'replaceProfile', params: ({ event: { profile } }) => ({ profile }) },
          meta: { spec: '3.5 A profile has a name, a language and teams' },
        },
      },
    },
  },
});
