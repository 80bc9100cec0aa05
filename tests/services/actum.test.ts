import { expect, test } from 'vitest';
import { SimulatedClock, waitFor } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { signInAgain } from '../../domain/sentences/people.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import type { Outside } from '../../src/compose/app/outside.ts';
import { CREDENTIALS } from '../../src/machines/session/session.model.ts';
import { openTabs } from '../../src/services/tabs.ts';
import { ENTRY, honestServer } from '../model/honestServer.ts';

/** The application signed in, with its profile, statuses and units loaded. */
async function signedIn(change: Partial<Outside> = {}, entry = ENTRY) {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum({ ...server.outside, ...change }, entry);
  await server.answer(0);
  await server.answer(0);
  return { server, actum };
}

test('an aborted call cancels its request and fails with the given reason', async () => {
  const { server, actum } = await signedIn();
  const abort = new AbortController();
  const call = actum.api('GET /projects', { query: {} }, { signal: abort.signal });
  const asked = server.pending();
  abort.abort(new Error('The screen is gone'));
  await expect(call).rejects.toThrow('The screen is gone');
  expect({ asked, left: server.pending(), underWay: actum.session.getSnapshot().context.underWay }).toEqual({
    asked: ['/projects'],
    left: [],
    underWay: [],
  });
  actum.stop();
});

test('a call aborted before it is sent is never sent', async () => {
  const { server, actum } = await signedIn();
  await expect(actum.api('GET /projects', { query: {} }, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(server.pending()).toEqual([]);
  actum.stop();
});

test('signing in keeps the tokens, chooses and keeps the team, and loads statuses and units', async () => {
  const kept: number[] = [];
  const server = honestServer();
  const actum = createActum(
    { ...server.outside, company: { read: () => 99, write: (id) => void kept.push(id), clear: () => {} } },
    { path: '/', search: '' },
  );
  const visited: string[] = [];
  actum.session.send({ type: 'login.submitted', ...CREDENTIALS });
  await server.answer(0);
  const asked = server.pending();
  await server.answer(0);
  await server.answer(0);
  actum.onNavigation((path) => visited.push(path));
  expect({
    asked,
    kept,
    tokens: server.kept.tokens,
    visited,
    company: actum.company.getSnapshot().context.id,
    reference: actum.reference.getSnapshot().value,
  }).toEqual({
    asked: ['/profile/'],
    kept: [7],
    tokens: { access: 'A1', refresh: 'R1' },
    visited: ['/projects'],
    company: 7,
    reference: 'loaded',
  });
  actum.stop();
});

test('logging out notifies the server, clears the cookies and forgets the active team', async () => {
  let forgotten = 0;
  const { server, actum } = await signedIn({
    company: {
      read: () => null,
      write: () => {},
      clear: () => {
        forgotten += 1;
      },
    },
  });
  actum.session.send({ type: 'logout.requested' });
  expect({ asked: server.pending(), tokens: server.kept.tokens, forgotten }).toEqual({ asked: ['/logout/'], tokens: null, forgotten: 1 });
  actum.stop();
});

test('a page opened at its address navigates nowhere; a landing page goes to the project', async () => {
  const visits = async (path: string, search: string) => {
    const { actum } = await signedIn({}, { path, search });
    const visited: string[] = [];
    actum.onNavigation((visit) => visited.push(visit));
    actum.onNavigation((visit) => visited.push(visit));
    actum.stop();
    return visited;
  };
  expect(await visits('/project/5', '?tab=acts')).toEqual([]);
  expect(await visits('/', '?from_landing=true&project_id=42')).toEqual(['/project/42']);
});

test('a screen that has stopped listening gets no further navigation', async () => {
  const { server, actum } = await signedIn();
  const [stopped, listening]: [string[], string[]] = [[], []];
  actum.onNavigation((path) => stopped.push(path))();
  actum.onNavigation((path) => listening.push(path));
  actum.session.send({ type: 'logout.requested' });
  actum.session.send({ type: 'login.submitted', ...CREDENTIALS });
  await server.answer(server.pending().indexOf('/token/'));
  await server.answer(server.pending().indexOf('/profile/'));
  actum.stop();
  expect({ stopped, heardSome: listening.length > 0 }).toEqual({ stopped: [], heardSome: true });
});

test('a tab that slept takes the token pair that another tab left in the cookies instead of refreshing', async () => {
  const { server, actum } = await signedIn();
  server.kept.tokens = server.issue();
  const call = actum.api('GET /projects', { query: {} });
  await server.answer(0);
  await server.answer(0);
  expect({ answer: await call, spent: server.spent }).toEqual({ answer: [], spent: [] });
  actum.stop();
});

test('a call of an ended session is never repeated in the next one', async () => {
  const { server, actum } = await signedIn();
  const refused = expect(actum.api('POST /acts/:id/share/', { params: { id: 3 }, body: {} })).rejects.toEqual(
    new Refused(401, { detail: 'Expired' }),
  );
  actum.session.send({ type: 'logout.requested' });
  actum.session.send({ type: 'login.submitted', ...CREDENTIALS });
  await server.answer(server.pending().indexOf('/token/'));
  await server.answer(server.pending().indexOf('/acts/3/share/'));
  await refused;
  expect(server.asked.filter(({ path }) => path === '/acts/3/share/')).toEqual([{ path: '/acts/3/share/', access: 'A1', publicKey: null }]);
  actum.stop();
});

test('a refusal of the server reaches the caller', async () => {
  const { server, actum } = await signedIn();
  const refused = expect(actum.api('GET /projects', { query: {} })).rejects.toEqual(new Refused(401, signInAgain()));
  server.revoke();
  await server.answer(0);
  await server.answer(0);
  await refused;
  actum.stop();
});

test('a session without its profile asks for it again as soon as the server is found', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  let isAway = true;
  const probe = async () => {
    if (isAway) throw new Unanswered('away');
  };
  // Its time stands still: no attempt is made because time has passed.
  const actum = createActum({ ...server.outside, probe }, ENTRY, { clock: new SimulatedClock() });
  server.goAway(true);
  await server.answer(0);
  await waitFor(actum.reach, (snapshot) => snapshot.matches('away'));
  expect(server.pending()).toEqual([]);
  isAway = false;
  server.goAway(false);
  actum.reach.send({ type: 'retry.requested' });
  await waitFor(actum.reach, (snapshot) => snapshot.matches('near'));
  expect(server.pending()).toEqual(['/profile/']);
  actum.stop();
});

test('tabs exchange tokens and the end of the session', async () => {
  const [one, other] = [openTabs(), openTabs()];
  const heard: unknown[] = [];
  const both = Promise.withResolvers<void>();
  other.listen((tokens) => {
    heard.push(tokens);
    if (heard.length === 2) both.resolve();
  });
  one.tell({ access: 'A1', refresh: 'R1' });
  one.tell(null);
  await both.promise;
  expect(heard).toEqual([{ access: 'A1', refresh: 'R1' }, null]);
  one.close();
  other.close();
});
