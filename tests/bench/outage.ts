/**
 * 200 people edit while PostgreSQL is killed, and then stopped and started: how long each of them waits for an answer once it is back, and whether
 * any acknowledged write is lost or anyone is signed out. The people share the machine's cores with the servers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startPostgres } from '../../scripts/postgres.ts';
import { openServer } from '../../server/db/postgres.ts';
import { started } from '../served.ts';
import { call, edits, makeEditors } from './editors.ts';

const PEOPLE = 200;
const PROJECTS = 20;
const AWAY = 1_500;
const SECRET = 'the secret of a bench, thirty-two characters and more';

const postgres = await startPostgres();
if (postgres === null) {
  console.log('This machine has no PostgreSQL server programs');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const server = await started({ DATA_DIR: folder, DATABASE_URL: postgres.adminUrl, JWT_SECRET: SECRET });
const database = await openServer(postgres.adminUrl);

const people = await makeEditors(server.address, database, SECRET, PEOPLE, PROJECTS);
const over = new AbortController();
const editing = people.map((person) => edits(server.address, person, over.signal));
await wait(3_000);
async function outage(what: string, begin: () => unknown): Promise<void> {
  await begin();
  await wait(AWAY);
  await postgres?.start();
  const back = performance.now();
  while (people.some(({ answeredAt }) => answeredAt < back)) await wait(10);
  const times = people.map(({ answeredAt }) => answeredAt - back).sort((one, other) => one - other);
  console.log(
    `PostgreSQL ${what}: back, the first of ${PEOPLE} people answered after ${times[0]?.toFixed(0)} ms, half after ${times[PEOPLE / 2]?.toFixed(0)} ms, all after ${times.at(-1)?.toFixed(0)} ms`,
  );
  await wait(1_000);
}
await outage('killed', async () => {
  process.kill(postgres.pid, 'SIGQUIT');
  await wait(200);
});
await outage('stopped', () => postgres.halt());
over.abort();
await Promise.all(editing);

const acknowledged = people.flatMap((person) => person.acknowledged);
const { rows } = await sql<{ key: string }>`select key from kept_answers where status = 200`.execute(database.query);
const kept = new Set(rows.map(({ key }) => key));
const refreshed = await Promise.all(
  people.map(({ refresh, access }) => call(server.address, 'POST', '/token/refresh/', access, { refresh })),
);
console.log(
  `${acknowledged.length} edits acknowledged, ${acknowledged.filter((key) => !kept.has(key)).length} lost; signed out: ${
    people.filter(({ signedOut }, at) => signedOut || refreshed[at]?.status !== 200).length
  }`,
);
await database.close();
await server.stop();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
