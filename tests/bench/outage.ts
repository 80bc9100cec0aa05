/**
 * 200 people edit while PostgreSQL is killed, and then stopped and started: how long after it is back each of them has an answer again, and
 * whether any acknowledged write is lost or anyone is signed out. The people share the machine's cores with the servers.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startPostgres } from '../../scripts/postgres.ts';
import { openServer } from '../../server/db/postgres.ts';
import { startFamily } from '../../server/people/tokens.ts';
import { started } from '../served.ts';

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

interface Person {
  readonly access: string;
  readonly refresh: string;
  readonly taxId: number;
  readonly acknowledged: string[];
  answeredAt: number;
  signedOut: boolean;
}

async function call(method: string, path: string, access: string, body: unknown, key?: string): Promise<Response> {
  return fetch(`${server.address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${access}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
}

async function makePeople(): Promise<Person[]> {
  const people: Person[] = [];
  const taxes = new Map<number, number>();
  for (let at = 0; at < PEOPLE; at += 1) {
    const email = `person-${at}@actum.example`;
    const { query } = database;
    const user = await query
      .insertInto('users')
      .values({ email, name: email, password: 'none', confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const inProject = at % PROJECTS;
    if (at < PROJECTS)
      await query
        .insertInto('teams')
        .values({ name: `Team ${at}` })
        .execute();
    await query
      .insertInto('members')
      .values({ team_id: inProject + 1, user_id: user.id, role: 'admin' })
      .execute();
    const tokens = await startFamily(query, new TextEncoder().encode(SECRET), { userId: user.id, password: 'none' });
    if (tokens === null) throw new Error(`${email} could not be signed in`);
    if (at < PROJECTS) {
      const answer = async <T>(response: Promise<Response>) => (await (await response).json()) as T;
      const project = await answer<{ id: number }>(call('POST', '/projects', tokens.access, { team_id: at + 1, name: `Project ${at}` }));
      const version = await answer<{ id: number }>(call('POST', `/projects/${project.id}/versions/`, tokens.access, { name: 'First' }));
      const { record } = await answer<{ record: { id: number } }>(
        call('POST', `/versions/${version.id}/taxes/`, tokens.access, { name: 'VAT' }),
      );
      taxes.set(at, record.id);
    }
    people.push({ ...tokens, taxId: taxes.get(inProject) ?? 0, acknowledged: [], answeredAt: 0, signedOut: false });
  }
  return people;
}

let over = false;
/** Sends one edit after the other, each under its key until it is answered, as the client's queue does. */
async function edits(person: Person): Promise<void> {
  for (let count = 0; !over; count += 1) {
    const key = randomUUID();
    for (;;) {
      const response = await call('PUT', `/taxes/${person.taxId}/`, person.access, { percent_total: String(count % 100) }, key).catch(
        () => null,
      );
      if (response?.status === 200) break;
      person.signedOut ||= response?.status === 401;
      if (response !== null && response.status !== 503) throw new Error(`${response.status} ${await response.text()}`);
      await wait(100 + Math.random() * 100);
    }
    person.acknowledged.push(key);
    person.answeredAt = performance.now();
    await wait(200 + Math.random() * 200);
  }
}

const people = await makePeople();
const editing = people.map(edits);
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
over = true;
await Promise.all(editing);

const acknowledged = people.flatMap((person) => person.acknowledged);
const { rows } = await sql<{ key: string }>`select key from kept_answers where status = 200`.execute(database.query);
const kept = new Set(rows.map(({ key }) => key));
const refreshed = await Promise.all(people.map(({ refresh, access }) => call('POST', '/token/refresh/', access, { refresh })));
console.log(
  `${acknowledged.length} edits acknowledged, ${acknowledged.filter((key) => !kept.has(key)).length} lost; signed out: ${
    people.filter(({ signedOut }, at) => signedOut || refreshed[at]?.status !== 200).length
  }`,
);
await database.close();
await server.stop();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
