import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { loginFormOf } from '../../src/compose/app/login.ts';
import { companyMachine } from '../../src/machines/company/company.ts';
import { contextMenuMachine } from '../../src/machines/contextMenu/contextMenu.ts';
import { invitationMachine } from '../../src/machines/invitation/invitation.ts';
import { modalMachine } from '../../src/machines/modal/modal.ts';
import { noticeMachine } from '../../src/machines/notice/notice.ts';
import type { proofMachine } from '../../src/machines/proof/proof.ts';
import { reachMachine } from '../../src/machines/reach/reach.ts';
import { referenceMachine } from '../../src/machines/reference/reference.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { sessionModel } from '../../src/machines/session/session.model.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { ActumProvider, useIsLoading, useIsServerAway, useIsSignedIn, useLogOut, useProfile, useRetry } from '../../src/views/actum.tsx';
import { Login } from '../../src/views/entrance/Login.tsx';
import { PeopleProvider } from '../../src/views/people.tsx';
import { Router } from '../../src/views/routing.tsx';
import { edgePaths, eventInWords, type Path } from '../../walking/paths.ts';
import { inert, silent } from '../../walking/standIns.ts';
import { recordTransitions } from '../../walking/transitions.ts';
import { drive } from '../model/drive.ts';
import { holdCalls } from '../model/world.ts';

type Session = typeof sessionMachine;
const record = recordTransitions();
afterEach(cleanup);

/** A minimal shell that shows the results of the hooks as words. */
function Shell() {
  const [signedIn, loading, away, profile] = [useIsSignedIn(), useIsLoading(), useIsServerAway(), useProfile()];
  const [logOut, retry] = [useLogOut(), useRetry()];
  if (!signedIn) return <Login />;
  return (
    <>
      {loading ? <p role="status">Loading</p> : <h1>{profile?.name}</h1>}
      {away && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
      <button type="button" onClick={logOut}>
        Log out
      </button>
    </>
  );
}

/** The forms are not opened here, so their code never loads. */
const people = () => new Promise<never>(() => undefined);

async function walk(path: Path<Session>, input: never) {
  const calls = holdCalls();
  const machine = sessionMachine.provide({ actors: { logIn: calls.actor('logIn'), refresh: calls.actor('refresh'), request: inert } });
  const session = createActor(machine, { input, inspect: record.inspect }).start();
  const actum = {
    session,
    reach: createActor(reachMachine),
    proof: new ValueStore<ActorRefFrom<typeof proofMachine>>(),
    company: createActor(companyMachine, { input: { stored: null } }).start(),
    reference: createActor(referenceMachine).start(),
    modal: createActor(modalMachine).start(),
    contextMenu: createActor(contextMenuMachine).start(),
    notice: createActor(noticeMachine).start(),
    invitation: createActor(invitationMachine, { input: { hash: null } }).start(),
    forgetsOnReload: false,
    companyWayIn: Promise.resolve(null),
    hasPasskeys: false,
    api: () => Promise.reject(new Error('No call is made here')),
    loginForm: loginFormOf(session),
    onNavigation: () => () => {},
  };
  // The way in of a company is known after a moment.
  await act(
    async () =>
      void render(
        <StrictMode>
          <ActumProvider actum={actum}>
            <PeopleProvider people={people}>
              <Router>
                <Shell />
              </Router>
            </PeopleProvider>
          </ActumProvider>
        </StrictMode>,
      ),
  );
  for (const { event, expected } of path.steps) {
    await act(() =>
      drive(event, {
        act: (own) => perform(own, (event) => session.send(event)),
        resolve: calls.resolve,
        reject: calls.reject,
        elapse: (own) => session.send(own as never),
      }),
    );
    expectScreen(expected);
    const text = WORDS[eventInWords(event)];
    if (text !== undefined) expect(screen.getByRole('alert').textContent).toBe(text);
  }
  session.stop();
}

/** A person's events go through the page, others to the session. */
function perform(event: EventFrom<Session>, send: (event: EventFrom<Session>) => void) {
  switch (event.type) {
    case 'login.submitted':
      fireEvent.change(screen.getByLabelText('Email'), { target: { value: ` ${event.email}` } });
      fireEvent.change(screen.getByLabelText('Password'), { target: { value: event.password } });
      return void fireEvent.click(screen.getByRole('button', { name: 'Log In' }));
    case 'logout.requested':
      return void fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    case 'retry.requested':
      return void fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    default:
      return send(event);
  }
}

/** The sentences of docs/product.md, 4.3 and 4.6, by event. */
const WORDS: Readonly<Record<string, string>> = {
  'error logIn {"error":"Refused 400"}': 'Email or password is wrong',
  'error logIn {"error":"Unanswered "}': 'Login failed',
  'done logIn {"output":{"access":1}}': 'Invalid server response',
  'error refresh {"error":"Refused 400"}': 'Token refresh failed',
  'done refresh {"output":null}': 'Token refresh failed',
};

/** Checks the screen of each state. */
function expectScreen(snapshot: SnapshotFrom<Session>) {
  const shown = {
    form: screen.queryByRole('form', { name: 'Login' }) !== null,
    busy: screen.queryByRole('button', { name: 'Log In' })?.getAttribute('aria-busy') ?? null,
    alert: screen.queryByRole('alert')?.textContent ?? null,
    waits: screen.queryByRole('status') !== null,
    name: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
    retry: screen.queryByRole('button', { name: 'Try again' }) !== null,
  };
  if (snapshot.matches('signedOut')) {
    const busy = snapshot.matches({ signedOut: 'submitting' }) ? 'true' : null;
    return expect(shown).toEqual({
      form: true,
      busy,
      alert: snapshot.context.error?.detail ?? null,
      waits: false,
      name: 'Log in',
      retry: false,
    });
  }
  const loaded = snapshot.matches({ signedIn: { profile: 'loaded' } });
  const away = snapshot.matches({ signedIn: { profile: 'unreachable' } }) || snapshot.matches({ signedIn: { access: 'unreachable' } });
  return expect(shown).toEqual({ form: false, busy: null, alert: null, waits: !loaded, name: loaded ? 'Ann' : null, retry: away });
}

const starts = [
  ['signed out', ['r1']],
  ['with tokens', []],
  ['with a refresh token alone', []],
] as const;
for (const [start, requests] of starts) {
  const model = sessionModel(requests);
  // A person can press only buttons on screen.
  const paths = edgePaths(model, start);
  describe(start, () => {
    for (const path of paths) test(path.name, () => walk(path, model.starts(silent)[start] as never));
  });
}
test('every transition of the session is walked', () => expect(record.missed(sessionMachine)).toEqual([]));
