/**
 * The version before and this one on one PostgreSQL database under load: people edit on both while the tables are upgraded under the old one, and
 * follow a project on each. Counts answers, failures, lost writes and live changes that did not arrive. The version before is the commit named by
 * UPGRADE_FROM, or the last one without the newest migration; it runs from a worktree of its own with this version's packages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import pg from 'pg';
import WebSocket from 'ws';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrationNames } from '../../server/db/migrate.ts';
import { PROJECT_CHANGES } from '../../src/services/graphql/documents.ts';
import { started } from '../served.ts';

const EDIT_FOR = 5_000;
const SETTINGS = { JWT_SECRET: 'the same for both of them, and long enough', LOG_FORMAT: 'lines', LOG_REQUESTS: 'off', DEMO: 'off' };
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The last commit without the newest migration; the latest commit where that migration is not committed yet. */
function before(): string {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `server/db/migrations/${migrationNames().at(-1)}`);
  return added === '' ? 'HEAD' : `${added}^`;
}

const json = { 'content-type': 'application/json' };
interface Session {
  readonly address: string;
  readonly access: string;
}
async function call<Answer>({ address, access }: Session, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { ...json, authorization: `Bearer ${access}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Follows a project as this version's client does; answers the events it heard of. */
function follow({ address, access }: Session, project: number) {
  const heard = new Set<number>();
  const client = createClient({
    url: `${address.replace('http', 'ws')}/v1/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${access}` },
  });
  const failed: unknown[] = [];
  const answers = client.iterate({ query: PROJECT_CHANGES, variables: { project } });
  (async () => {
    for await (const { data, errors } of answers) {
      if (errors !== undefined) failed.push(...errors);
      for (const { event_id } of (data?.project_changes ?? []) as { event_id: number }[]) heard.add(event_id);
    }
  })().catch((error: unknown) => failed.push(error));
  return { heard, failed, stop: () => client.dispose() };
}

const commit = git('rev-parse', '--short', process.env.UPGRADE_FROM ?? before());
const folder = mkdtempSync(join(tmpdir(), 'actum-upgrade-'));
const tree = join(folder, 'before');
const here = process.cwd();
const postgres = await startPostgres();
if (postgres === null) throw new Error('This machine has no PostgreSQL server programs');
try {
  git('worktree', 'add', '--detach', tree, commit);
  symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'));
  const url = postgres.adminUrl;
  const older = await started({ ...SETTINGS, DATABASE_URL: url, DATA_DIR: join(folder, 'older') }, join(tree, 'server/main.ts'));
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { hashPassword } = (await import('../../server/people/passwords.ts')) as { hashPassword: (password: string) => Promise<string> };
  await admin.query(`insert into users (id, email, name, password, confirmed_at) values (1, 'ann@example.com', 'Ann', $1, now())`, [
    await hashPassword('secret-enough'),
  ]);
  await admin.query(`insert into teams (id, name) values (1, 'Team'); insert into members (team_id, user_id, role) values (1, 1, 'owner')`);
  const signIn = async (address: string): Promise<Session> => {
    const response = await fetch(`${address}/api/v1/token/`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'ann@example.com', password: 'secret-enough' }),
    });
    return { address, access: ((await response.json()) as { access: string }).access };
  };
  const onOlder = await signIn(older.address);
  const { id: project } = await call<{ id: number }>(onOlder, 'POST', '/projects', { team_id: 1, name: 'Yard' });
  const { id: version } = await call<{ id: number }>(onOlder, 'POST', `/projects/${project}/versions/`, {});
  const { list } = await call<{ list: { id: number } }>(onOlder, 'POST', `/versions/${version}/lists/`, { title: 'Walls' });
  const { ids } = await call<{ ids: number[] }>(onOlder, 'POST', `/lists/${list.id}/rows/`, {
    rows: Array.from({ length: 20 }, (_, at) => ({ name: `Row ${at}`, quantity: '1' })),
  });
  const acknowledged = new Map<number, string>();
  const counts = { older: 0, newer: 0 };
  const events: number[] = [];
  const failures: string[] = [];
  let isOver = false;
  const edit = async (session: Session, name: keyof typeof counts, rows: readonly number[]) => {
    for (let at = 2; !isOver; at += 1) {
      const row = rows[at % rows.length] ?? 0;
      const quantity = String(at);
      const answer = await call<{ event_id: number }>(session, 'PUT', `/rows/${row}/`, { quantity }).catch((error: unknown) => {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      });
      if (answer === null) continue;
      counts[name] += 1;
      acknowledged.set(row, quantity);
      events.push(answer.event_id);
    }
  };
  const working = [edit(onOlder, 'older', ids.slice(0, 10))];
  const newer = await started({ ...SETTINGS, DATABASE_URL: url, DATA_DIR: join(folder, 'newer') });
  const onNewer = await signIn(newer.address);
  const followers = [follow(onOlder, project), follow(onNewer, project)];
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  events.length = 0;
  working.push(edit(onNewer, 'newer', ids.slice(10)));
  await new Promise((resolve) => setTimeout(resolve, EDIT_FOR));
  isOver = true;
  await Promise.all(working);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { rows } = await admin.query<{ id: string; quantity: string }>('select id, quantity from estimate_rows');
  const stored = new Map(rows.map(({ id, quantity }) => [Number(id), Number(quantity)]));
  const lost = [...acknowledged].filter(([row, quantity]) => stored.get(row) !== Number(quantity)).length;
  // An answer holds the latest eight changes: those that came in between while people edit as fast as they can are read again by the screens.
  const last = events.slice(-5);
  const unheard = followers.map(({ heard }) => last.filter((event) => !heard.has(event)).length);
  const { rows: schema } = await admin.query<{ name: string }>('select max(name) as name from migrations');
  console.log(
    `${commit} beside ${git('rev-parse', '--short', 'HEAD')}, tables up to ${schema[0]?.name}: ${counts.older} edits on the older, ${counts.newer} on the newer, ${failures.length} failed, ${lost} lost`,
  );
  console.log(
    `heard of on the older ${followers[0]?.heard.size} changes, on the newer ${followers[1]?.heard.size}; of the last five not heard of ${unheard.join(' and ')}; refused ${followers.map(({ failed }) => failed.length).join(' and ')}`,
  );
  for (const failure of failures.slice(0, 5)) console.log(failure);
  for (const { failed } of followers) for (const error of failed.slice(0, 3)) console.log(JSON.stringify(error));
  for (const { stop } of followers) await stop();
  await admin.end();
  await newer.stop();
  await older.stop();
  process.exitCode = failures.length + lost + unheard.reduce((sum, count) => sum + count, 0) === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  try {
    git('worktree', 'remove', '--force', tree);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
