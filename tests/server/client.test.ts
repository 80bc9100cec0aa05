/** The client's session, with its real calls, against the real server. */
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from 'xstate';
import { createActum } from '../../src/compose/app/actum.ts';
import { STATUSES } from '../../src/services/graphql/statuses.ts';
import { started } from '../served.ts';
import { openTab } from './browserTab.ts';
import { usedDataFolder } from './dataFolder.ts';
import { startServer } from './harness.ts';

const ENTRY = { path: '/projects', search: '' };

test('50 calls at once under an expired token, half of them GraphQL: 1 refresh, 50 repeated, none lost', async () => {
  const server = await startServer();
  onTestFinished(() => server.close());
  const person = await server.person();
  const { outside, asked } = openTab(server.address, person.tokens);
  const denied: string[] = [];
  const noting =
    <Call, Rest extends readonly unknown[]>(name: string, send: (call: Call, ...rest: Rest) => Promise<unknown>) =>
    (call: Call, ...rest: Rest) =>
      send(call, ...rest).catch((error: unknown) => {
        denied.push(name);
        throw error;
      });
  const actum = createActum({ ...outside, rest: noting('rest', outside.rest), graphql: noting('graphql', outside.graphql) }, ENTRY);
  onTestFinished(() => actum.stop());
  await waitFor(actum.session, (snapshot) => snapshot.matches({ signedIn: { profile: 'loaded' } }));
  await waitFor(actum.reference, (snapshot) => snapshot.matches('loaded'));

  await server.database.query.updateTable('refresh_families').set({ generation: 2 }).where('user_id', '=', person.id).execute();
  asked.length = 0;
  const rest = Array.from({ length: 25 }, () => actum.api('GET /projects', { query: { team_id: person.teamId } }));
  const queries = Array.from({ length: 25 }, () => actum.query(STATUSES, {}));
  const answers = await Promise.all([...rest, ...queries]);

  const times = (path: string) => asked.filter((each) => each === path).length;
  expect({
    answered: answers.length,
    refreshes: times('/token/refresh/'),
    rest: times(`/projects?team_id=${person.teamId}`),
    graphql: times('graphql'),
    denied: Object.fromEntries(['rest', 'graphql'].map((name) => [name, denied.filter((each) => each === name).length])),
  }).toEqual({ answered: 50, refreshes: 1, rest: 50, graphql: 50, denied: { rest: 25, graphql: 25 } });
  expect(answers.slice(0, 25)).toEqual(Array(25).fill([]));
});

test('a server killed while a refresh is in flight signs nobody out: the session continues when it is back', async () => {
  const env = { DATA_DIR: usedDataFolder(), DATABASE_URL: '', DEMO: 'on' };
  const first = await started(env);
  const { outside, kept } = openTab(first.address, null);
  const actum = createActum(outside, ENTRY);
  actum.session.send({ type: 'login.submitted', email: 'demo@actum.example', password: 'actum-demo' });
  await waitFor(actum.session, (snapshot) => snapshot.matches({ signedIn: { profile: 'loaded' } }));
  await waitFor(actum.reference, (snapshot) => snapshot.matches('loaded'));
  actum.stop();

  // Without the access cookie the next page load begins with a refresh, which is cut off here.
  kept.tokens = { access: null, refresh: kept.tokens?.refresh ?? '' };
  const inFlight = Promise.withResolvers<void>();
  const again = createActum(
    {
      ...outside,
      rest(call, keys, signal) {
        const answer = outside.rest(call, keys, signal);
        if (call.path !== '/token/refresh/') return answer;
        inFlight.resolve();
        return answer;
      },
    },
    ENTRY,
  );
  onTestFinished(() => again.stop());
  await inFlight.promise;
  await first.kill();
  await waitFor(again.session, (snapshot) => snapshot.matches({ signedIn: { access: 'unreachable' } }));
  expect(kept.tokens).not.toBeNull();

  const second = await started({ ...env, PORT: new URL(first.address).port });
  onTestFinished(() => second.stop());
  const { context } = await waitFor(again.session, (snapshot) => snapshot.matches({ signedIn: { profile: 'loaded' } }));
  expect(context.profile?.email).toBe('demo@actum.example');
});
