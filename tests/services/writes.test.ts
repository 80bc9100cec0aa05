import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type Api, Refused, Unanswered } from '../../domain/api/call.ts';
import type { ProjectChange } from '../../domain/api/graphql.ts';
import { routes } from '../../domain/api/routes.ts';
import { createActum } from '../../src/compose/app/actum.ts';
import { projectFeeds } from '../../src/compose/live/projectFeeds.ts';
import { onceEach } from '../../src/compose/live/writes.ts';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import { PROJECT_CHANGES } from '../../src/services/graphql/documents.ts';
import { ENTRY, honestServer } from '../model/honestServer.ts';
import { rowChange } from '../views/feed.ts';

type Outcome = 'answered' | 'unanswered' | 'refused';

/** Calls whose outcomes are chosen, and the keys they were made under. */
function calls() {
  const keys: (string | undefined)[] = [];
  let outcome: Outcome = 'answered';
  let refreshed = 0;
  const made = (async (_route, _asked, extra = {}) => {
    keys.push(extra.key);
    if (outcome === 'unanswered') throw new Unanswered('the answer was lost');
    if (outcome === 'refused') throw new Refused(409, { detail: 'It is locked' });
    return { event_id: 7 };
  }) as Api;
  const api = onceEach(made, { edit: (make) => make(), refresh: () => (refreshed += 1) });
  /** Makes a call with this outcome; returns its key. */
  const make = async (call: () => Promise<unknown>, its: Outcome = 'answered') => {
    outcome = its;
    await call().catch(() => undefined);
    return keys.at(-1);
  };
  return {
    make,
    refreshed: () => refreshed,
    list: (title: string) => () => api('POST /versions/:id/lists/', { params: { id: 1 }, body: { title } }),
    undo: () => api('POST /projects/:id/history/backward/', { params: { id: 1 }, body: { event_id: 5 } }),
    rows: () => api('GET /versions/:id/lists/', { params: { id: 1 } }),
    stay: () => api('PUT /versions/:id/presence/', { params: { id: 1 } }),
    look: () => api('POST /acts/:id/complete/preview/', { params: { id: 1 }, body: {} }),
    finish: () => api('POST /import/:id/finish/', { params: { id: 1 }, body: {} }),
    edit: () => api('PUT /rows/:id/', { params: { id: 1 }, body: { name: 'Sand' } }, { key: 'its own' }),
  };
}

test('a write without an answer is repeated under its key, however often, and the screen then loads again', async () => {
  const { make, list, refreshed } = calls();
  const key = await make(list('Walls'), 'unanswered');
  expect([await make(list('Walls'), 'unanswered'), refreshed(), await make(list('Walls')), refreshed()]).toEqual([key, 0, key, 1]);
  const next = await make(list('Walls'));
  expect([next === key, typeof next, refreshed()]).toEqual([false, 'string', 1]);
});

test('different writes have different keys, even when neither had an answer', async () => {
  const { make, list } = calls();
  const [walls, roof] = [await make(list('Walls'), 'unanswered'), await make(list('Roof'), 'unanswered')];
  expect(walls).not.toBe(roof);
  expect([await make(list('Walls'), 'unanswered'), await make(list('Roof'), 'unanswered')]).toEqual([walls, roof]);
});

test('a refused write made again has a new key', async () => {
  const { make, list } = calls();
  const key = await make(list('Walls'), 'unanswered');
  expect(await make(list('Walls'), 'refused')).toBe(key);
  expect(await make(list('Walls'))).not.toBe(key);
});

test('after another write was answered, the same write has a new key, as after an undo', async () => {
  const { make, list, undo } = calls();
  const key = await make(list('Walls'), 'unanswered');
  await make(undo);
  expect(await make(list('Walls'))).not.toBe(key);
});

test('background writes have no key and do not affect the keys of others', async () => {
  const { make, list, rows, stay, look, finish } = calls();
  const key = await make(list('Walls'), 'unanswered');
  for (const beside of [rows, stay, look, finish]) expect(await make(beside)).toBeUndefined();
  expect(await make(list('Walls'))).toBe(key);
});

test('these are the only writes without a key, apart from those of imports', async () => {
  const sent = new Map<string, string | undefined>();
  const made = (async (route, _asked, extra) => void sent.set(route, extra?.key)) as Api;
  const api = onceEach(made, { edit: (make) => make(), refresh: () => undefined });
  const writes = Object.keys(routes).filter((route) => !route.startsWith('GET ') && !route.includes('/import'));
  for (const route of writes) await api(route as never, {} as never);
  expect(writes.filter((route) => sent.get(route) === undefined)).toEqual([
    'PUT /preferences/',
    'POST /projects/:id/terms/preview/',
    'POST /versions/:id/certificates/preview/',
    'POST /versions/:id/carry/preview/',
    'PUT /lists/:id/view/',
    'POST /rows/:id/comments/read/',
    'PUT /versions/:id/presence/',
    'DELETE /versions/:id/presence/',
    'POST /act_rows/:id/preview/',
    'POST /act_rows/:id/comments/read/',
    'POST /acts/:id/complete/preview/',
  ]);
});

test('an edit of the queue keeps its own key', async () => {
  const { make, edit } = calls();
  expect([await make(edit, 'unanswered'), await make(edit)]).toEqual(['its own', 'its own']);
});

test('the effects of a write are loaded once it is answered: a late answer replaces nothing that arrived meanwhile', async () => {
  const server = honestServer();
  server.kept.tokens = server.issue();
  const actum = createActum(server.outside, ENTRY);
  await server.answer(0);
  let publish: (answer: unknown, isNew: boolean) => void = () => undefined;
  const feeds = projectFeeds(({ document }, answered) => {
    if (document === PROJECT_CHANGES) publish = answered;
    return () => undefined;
  }, actum.session);
  const watching = createActor(feeds.logic, { input: { projectId: 5 } });
  const heard: unknown[] = [];
  watching.on('project.changed', ({ change, isShown }) => heard.push([change.id, isShown]));
  watching.start();
  const changes = (...all: ProjectChange[]) => publish({ project_changes: all.toReversed() }, false);
  changes();

  const { promise, resolve } = Promise.withResolvers<unknown>();
  const api = onceEach((() => promise) as Api, feeds);
  const made = api('POST /versions/:id/lists/', { params: { id: 3 }, body: { title: 'Roof' } });
  const mine = { ...rowChange({ versionId: 3, listId: 4 }), author_id: PROFILE.id };
  const [own, others] = [
    { ...mine, id: 901 },
    { ...mine, id: 902, author_id: 77 },
  ];
  changes(own);
  changes(own, others);
  expect(heard).toEqual([[902, false]]);
  resolve({});
  await made;
  expect(heard).toEqual([
    [902, false],
    [901, false],
  ]);
  watching.stop();
  actum.stop();
});
