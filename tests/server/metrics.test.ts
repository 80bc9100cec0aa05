import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { following, socketTo } from './listening.ts';
import { serverSentEvents } from './serverSentEvents.ts';

const TOKEN = 'a-token-of-some-length';

async function measured(settings: NodeJS.ProcessEnv = {}): Promise<TestServer & { read: () => Promise<string> }> {
  const server = await startServer({ METRICS_ADDRESS: '127.0.0.1:0', ...settings });
  onTestFinished(() => server.close());
  const read = async () => (await fetch(server.metricsAddress ?? '')).text();
  return { ...server, read };
}
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 });
/** The value of a series, by its name and labels as they are written; null when it is not there. */
function valueIn(text: string, series: string): number | null {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

test('without a setting nobody can read metrics; with a token its holder can; with an address of their own they are only there', async () => {
  const status = async (address: string, authorization = '') => (await fetch(address, { headers: { authorization } })).status;
  const closed = await startServer();
  onTestFinished(() => closed.close());
  const behindToken = await startServer({ METRICS_TOKEN: TOKEN });
  onTestFinished(() => behindToken.close());
  const apart = await measured({ METRICS_TOKEN: TOKEN });
  expect({
    closed: await status(`${closed.address}/metrics`),
    none: await status(`${behindToken.address}/metrics`),
    wrong: await status(`${behindToken.address}/metrics`, `Bearer ${TOKEN.replace('a', 'b')}`),
    right: await status(`${behindToken.address}/metrics`, `Bearer ${TOKEN}`),
    inside: await status(`${apart.address}/metrics`, `Bearer ${TOKEN}`),
    apartNone: await status(apart.metricsAddress ?? ''),
    apart: await status(apart.metricsAddress ?? '', `Bearer ${TOKEN}`),
    elsewhere: await status((apart.metricsAddress ?? '').replace('/metrics', '/api/v1/projects'), `Bearer ${TOKEN}`),
  }).toEqual({ closed: 404, none: 401, wrong: 401, right: 200, inside: 404, apartNone: 401, apart: 200, elsewhere: 404 });
});

test('requests, edits and transactions are counted as they happen', async () => {
  const server = await measured();
  const person = await server.person();
  const before = await server.read();
  const project = await person.call('POST /projects', { body: { team_id: person.teamId, name: 'Counted' } });
  const version = await person.call('POST /projects/:id/versions/', { params: { id: project.id }, body: { name: 'Counted' } });
  await person.call('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Counted' } });
  await expect(person.call('DELETE /rows/:id/', { params: { id: 999_999_999 } })).rejects.toThrow();
  const after = await server.read();
  const more = (series: string) => (valueIn(after, series) ?? 0) - (valueIn(before, series) ?? 0);
  expect({
    made: more('actum_http_requests_total{method="POST",route="/api/v1/projects",status="201"}'),
    missed: more('actum_http_requests_total{method="DELETE",route="/api/v1/rows/:id/",status="404"}'),
    timed: more('actum_http_request_duration_seconds_count{method="POST",route="/api/v1/versions/:id/lists/"}'),
    lists: more('actum_edits_total{of="list"}'),
    isCommitted: more('actum_database_transactions_total{outcome="committed"}') > 1,
    isRolledBack: more('actum_database_transactions_total{outcome="rolled_back"}') > 0,
    waiting: valueIn(after, 'actum_database_pool_waiting'),
    mails: valueIn(after, 'actum_mails_waiting'),
    backup: valueIn(after, 'actum_backup_last_success_timestamp_seconds'),
  }).toEqual({ made: 1, missed: 1, timed: 1, lists: 1, isCommitted: true, isRolledBack: true, waiting: 0, mails: 0, backup: null });
  expect(after).toMatch(
    new RegExp(`actum_database_info\\{engine="${inject('engine').kind === 'embedded' ? 'embedded' : 'server'}",schema="\\d{4}_\\w+"\\} 1`),
  );
  expect(after).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
});

test('waiting mails are counted, with the age of the oldest one due', async () => {
  // Nobody listens there.
  const server = await measured({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const waitingFor = async () => {
    const text = await server.read();
    return { mails: valueIn(text, 'actum_mails_waiting'), oldest: valueIn(text, 'actum_mail_oldest_due_seconds') };
  };
  expect(await waitingFor()).toEqual({ mails: 0, oldest: 0 });
  await fetch(`${server.address}/api/v1/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Eve', email: 'eve@metrics.example', password: 'secret-password' }),
  });
  await until(async () => expect((await waitingFor()).mails).toBe(1));
  await until(async () => {
    // Repeated each time, because an attempt that was under way sets the time of the next one.
    await server.database.query
      .updateTable('outgoing_mails')
      .set({ next_try_at: sql<Date>`clock_timestamp() - interval '1 hour'` })
      .execute();
    expect((await waitingFor()).oldest).toBeGreaterThan(3_000);
  });
});

test('channels of live changes are counted while they are open', async () => {
  const server = await measured();
  const { tokens, teamId, call } = await server.person();
  const { id } = await call('POST /projects', { body: { team_id: teamId, name: 'Followed' } });
  const counts = async () => {
    const text = await server.read();
    return { sockets: valueIn(text, 'actum_live_sockets'), channels: valueIn(text, 'actum_live_channels') };
  };
  const query = `subscription { recent_events(where: {project_id: {_eq: ${id}}}, limit: 1) { id } }`;
  const client = socketTo(server.address, tokens.access);
  following(client, query);
  const events = serverSentEvents(server.address, query, { access: tokens.access });
  await until(async () => expect(await counts()).toEqual({ sockets: 1, channels: 2 }));
  await client.dispose();
  events.close();
  await until(async () => expect(await counts()).toEqual({ sockets: 0, channels: 0 }));
});

test('made-up addresses add no series, and no label contains personal data', async () => {
  const server = await measured();
  const person = await server.person();
  const ask = (path: string, method = 'GET') =>
    fetch(`${server.address}${path}`, { method, headers: { authorization: `Bearer ${person.tokens.access}` } });
  const round = async (word: string) => {
    for (const path of [
      `/${word}`,
      `/api/v1/${word}`,
      `/api/v1/projects/${word}/`,
      `/api/v1/acts/${word}/?email=${person.email}`,
      `/shared/${word}`,
    ])
      for (const method of ['GET', 'PUT', 'PROPFIND']) await ask(path, method);
  };
  await round('first');
  const series = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('actum_'))
      .map((line) => line.replace(/ \S+$/, ''));
  const before = series(await server.read());
  for (let count = 0; count < 30; count += 1) await round(`a${count}-${Math.random().toString(36).slice(2)}`);
  const text = await server.read();
  expect(series(text).filter((each) => !before.includes(each))).toEqual([]);
  expect(text).not.toMatch(/@|first|Bearer/);
  expect(before.length).toBeGreaterThan(50);
});

const deployed = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');
const NAME = /\b(?:actum|nodejs|process)_\w+/g;

test('the dashboard and the alerts name metrics that a running server has', async () => {
  const server = await measured();
  const text = await server.read();
  const there = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const { panels } = JSON.parse(deployed('grafana/actum.json')) as { panels: { targets: { expr: string }[] }[] };
  const alerts = [...deployed('prometheus/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: ((?:.+\n)+?)\s+for:/g)];
  expect(alerts.map(([, name]) => name)).toEqual(['ActumAway', 'ActumFails', 'ActumSlow', 'ActumMailStuck', 'ActumBackupOld']);
  const asked = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...alerts.map(([, , expr = '']) => expr)];
  const named = asked.flatMap((expr) => expr.match(NAME) ?? []);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !there.has(name))).toEqual([]);
  const shown = new Set(named.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const own = [...text.matchAll(/^# TYPE (actum_\w+) /gm)].map(([, name = '']) => name);
  expect(own.filter((name) => !shown.has(name) && name !== 'actum_mail_oldest_due_seconds')).toEqual([]);
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.runIf(promtool)('Prometheus takes the alerts, which are silent on a healthy day and speak on a bad one', () => {
  const folder = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url));
  for (const asked of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    expect(spawnSync('promtool', asked, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
});
