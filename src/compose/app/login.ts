import { type ActorRefFrom, fromPromise, waitFor } from 'xstate';
import { Credentials } from '../../../domain/api/credentials.ts';
import { form } from '../../machines/form/form.ts';
import type { sessionMachine } from '../../machines/session/session.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

/** Passes credentials to the session; resolves when it has decided. */
export async function logInThrough(session: Session, credentials: Credentials, signal?: AbortSignal): Promise<void> {
  session.send({ type: 'login.submitted', ...credentials });
  await waitFor(session, (snapshot) => !snapshot.matches({ signedOut: 'submitting' }), signal === undefined ? {} : { signal });
}

/** The login form of a session. The session itself holds the reason why nobody is signed in. */
export const loginFormOf = (session: Session) =>
  form<Credentials, void>('loginForm', Credentials, '14.1 A form is checked when it is sent').provide({
    actors: {
      submit: fromPromise<void, { readonly given: Credentials }>(({ input, signal }) => logInThrough(session, input.given, signal)),
    },
  });
