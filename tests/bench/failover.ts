/**
 * 100 people edit through haproxy and two nodes on a PostgreSQL server with a synchronous replica. The server is killed (kill -9), a second later
 * the replica is promoted: how soon each of them has an answer again, and whether any acknowledged edit is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';
import { isInstalled, startFront } from '../deploy/fronts.ts';
import { freePort } from '../freePort.ts';
import { started } from '../served.ts';
import { edits, makeEditors } from './editors.ts';

const PEOPLE = 100;
const PROJECTS = 20;
const SECRET = 'the secret of a bench, thirty-two characters and more';
/** Milliseconds until monitoring notices that a server is dead. */
const NOTICED_AFTER = 1_000;
const WITHIN = 15_000;
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const on = (port: number) => ['listen_addresses=127.0.0.1', `port=${port}`, 'fsync=on', 'max_wal_senders=5', 'wal_level=replica'];
const [first, second, front, plain, one, two] = (await Promise.all([1, 2, 3, 4, 5, 6].map(() => freePort()))) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const addressOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;
const primary = await startPostgres({ settings: on(first) });
if (primary === null || !isInstalled('haproxy')) {
  await primary?.stop();
  console.log('This machine has no PostgreSQL server programs, or no haproxy: nothing was tried');
  process.exit(0);
}
const replica = await startPostgres({ settings: [...on(second), 'hot_standby=on'], replicaOf: addressOf(first) });
if (replica === null) throw new Error('The replica did not start');

async function ask<Row extends object>(port: number, ...texts: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: addressOf(port) });
  await client.connect();
  const answers: Row[][] = [];
  for (const text of texts) answers.push((await client.query<Row>(text)).rows);
  await client.end();
  return answers.at(-1) ?? [];
}
// An edit is acknowledged when the replica has it on its disk.
await ask(first, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
const replicates = `select sync_state from pg_stat_replication where sync_state = 'sync'`;
while ((await ask(first, replicates)).length === 0) await wait(50);

const folder = mkdtempSync(join(tmpdir(), 'actum-failover-'));
const databaseUrl = `postgres://postgres@127.0.0.1:${first},127.0.0.1:${second}/postgres?target_session_attrs=read-write`;
const database = await openServer(databaseUrl);
await migrate(database);
const address = `https://localhost:${front}`;
const nodes = await Promise.all(
  [one, two].map((port) =>
    started({
      PORT: String(port),
      DATA_DIR: join(folder, String(port)),
      DATABASE_URL: databaseUrl,
      JWT_SECRET: SECRET,
      PUBLIC_URL: address,
      TRUST_PROXY: '1',
      LOG_REQUESTS: 'off',
    }),
  ),
);
const proxy = await startFront('haproxy', front, [one, two], plain);
await wait(1_500);
const people = await makeEditors(address, database, SECRET, PEOPLE, PROJECTS);
const over = new AbortController();
const editing = people.map((person) => edits(address, person, over.signal));
await wait(4_000);

const killed = performance.now();
process.kill(primary.pid, 'SIGKILL');
await wait(NOTICED_AFTER);
await ask(second, 'select pg_promote()');
const promoted = performance.now();
while (people.some(({ answeredAt }) => answeredAt < promoted) && performance.now() - promoted < 60_000) await wait(10);
const times = people.map(({ answeredAt }) => answeredAt - killed).sort((a, b) => a - b);
await wait(2_000);
over.abort();
await Promise.all(editing);

const acknowledged = people.flatMap((person) => person.acknowledged);
const { rows } = await sql<{ key: string }>`select key from kept_answers where status = 200`.execute(database.query);
const kept = new Set(rows.map(({ key }) => key));
const lost = acknowledged.filter((key) => !kept.has(key)).length;
const all = times.at(-1) ?? Number.POSITIVE_INFINITY;
const seconds = (milliseconds = Number.NaN) => (milliseconds / 1000).toFixed(1);
console.log(
  `The primary killed -9, the replica promoted after ${seconds(promoted - killed)} s: of ${PEOPLE} people the first was answered again ${seconds(times[0])} s after the kill, half after ${seconds(times[PEOPLE / 2])} s, all after ${seconds(all)} s`,
);
console.log(
  `${acknowledged.length} edits acknowledged, ${lost} lost; signed out: ${people.filter(({ signedOut }) => signedOut).length}; allowed: 0, ${seconds(WITHIN)} s, 0`,
);
await proxy.stop();
await Promise.all(nodes.map((node) => node.stop()));
await database.close();
await Promise.all([primary.stop(), replica.stop()]);
rmSync(folder, { recursive: true, force: true });
process.exit(lost === 0 && all < WITHIN && people.every(({ signedOut }) => !signedOut) ? 0 : 1);
