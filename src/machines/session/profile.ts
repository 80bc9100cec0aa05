import { sessionSetup } from './setup.ts';

/** Who the person is, asked through a request like any other. */
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
            meta: { spec: '7 GET /profile/ returns the user with teams' },
          },
          {
            guard: { type: 'isFailedProfile', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
            target: '#session.signedOut',
            actions: [
              { type: 'settle', params: ({ event: { id } }) => ({ id }) },
              { type: 'leave', params: { clears: true, surrenders: true, forgetsCompany: true, error: null } },
            ],
            meta: { spec: '8 Failed profile load: logout' },
          },
          {
            guard: { type: 'isProfileUnanswered', params: ({ event: { id, outcome } }) => ({ id, outcome }) },
            target: 'unreachable',
            actions: [{ type: 'settle', params: ({ event: { id } }) => ({ id }) }, 'countProfile'],
            meta: { spec: '4 Session: no answer is no failure (DESIGN.md, actors)' },
          },
        ],
      },
    },
    unreachable: {
      after: {
        untilProfileAgain: { target: 'loading', meta: { spec: '4 Session: no answer is no failure (DESIGN.md, actors)' } },
      },
      on: { 'retry.requested': { target: 'loading', meta: { spec: '4 Session: no answer is no failure (DESIGN.md, actors)' } } },
    },
    loaded: {
      on: {
        'profile.changed': {
          actions: { type: 'replaceProfile', params: ({ event: { profile } }) => ({ profile }) },
          meta: { spec: '3 User profile: contains teams, and says which language is spoken' },
        },
      },
    },
  },
});
