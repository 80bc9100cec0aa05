import { type ActorRefFrom, fromPromise, waitFor } from 'xstate';
import type { Credentials } from '../../domain/contract/credentials.ts';
import { loginFormMachine } from '../machines/loginForm/loginForm.ts';
import type { sessionMachine } from '../machines/session/session.ts';

/** The login form of a session: it is done when the session has decided. */
export const loginFormOf = (session: ActorRefFrom<typeof sessionMachine>) =>
  loginFormMachine.provide({
    actors: {
      logIn: fromPromise<void, Credentials>(async ({ input, signal }) => {
        session.send({ type: 'login.submitted', ...input });
        await waitFor(session, (snapshot) => !snapshot.matches({ signedOut: 'submitting' }), { signal });
      }),
    },
  });
