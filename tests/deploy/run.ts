/**
 * `npm run deploy-check`: the files of deploy/proxy and deploy/pgbouncer, each before real servers: two nodes on PostgreSQL behind pgbouncer.
 * Proxies and poolers that are not installed on this machine are named and skipped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openServer } from '../../server/db/postgres.ts';
import { DEMO, ensureDemo } from '../../server/demo/demo.ts';
import { freePort } from '../freePort.ts';
import { hasPgbouncer, startPgbouncer } from '../pgbouncer.ts';
import { type Started, started } from '../served.ts';
import { FRONTS, isInstalled, startFront } from './fronts.ts';
import { tour, Visitor } from './tour.ts';

// The proxies' certificates are made for this run.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const SECRET = 'the secret of a check, thirty-two characters and more';
/** A user of its own, because the demo's password is public and a server behind a proxy disables it. */
const ACCOUNT = { email: 'foreman@actum.example', password: DEMO.password };

const postgres = await startPostgres({ settings: ['listen_addresses='] });
if (postgres === null) {
  console.log('This machine has no PostgreSQL server programs: nothing was tried');
  process.exit(0);
}
const database = await openServer(postgres.adminUrl);
await migrate(database);
await ensureDemo(database);
await database.query.updateTable('users').set({ email: ACCOUNT.email }).where('email', '=', DEMO.email).execute();
const folder = mkdtempSync(join(tmpdir(), 'actum-deploy-'));
let failures = 0;

const startNode = (port: number, publicUrl: string, pooled: string | null): Promise<Started> =>
  started({
    PORT: String(port),
    DATA_DIR: join(folder, `node-${port}`),
    DATABASE_URL: pooled ?? postgres.adminUrl,
    ...(pooled !== null && { DATABASE_LISTEN_URL: postgres.adminUrl }),
    JWT_SECRET: SECRET,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'a-token-that-nobody-shows',
    LOG_REQUESTS: 'off',
  });

/** Somebody edits while one node after the other ends and starts again: every edit is answered. */
async function restarts(address: string, nodes: (Started | undefined)[], start: (at: number) => Promise<Started>): Promise<number> {
  const person = await new Visitor(address).signedIn(ACCOUNT);
  let over = false;
  let answered = 0;
  const edit = async () => {
    while (!over) {
      const answer = await person.ask('GET', '/api/v1/projects');
      await answer.text();
      if (answer.status !== 200) throw new Error(`a request while a node restarted was answered ${answer.status}`);
      answered += 1;
    }
  };
  const editing = Promise.all([1, 2, 3, 4].map(edit));
  editing.catch(() => undefined);
  for (const at of nodes.keys()) {
    await nodes[at]?.stop();
    nodes[at] = await start(at);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  }
  over = true;
  await editing;
  return answered;
}

async function check(name: string, pooled: string | null): Promise<void> {
  const [port, plain, ...ports] = (await Promise.all([1, 2, 3, 4].map(() => freePort()))) as [number, number, number, number];
  const address = `https://localhost:${port}`;
  const start = (at: number) => startNode(ports[at] ?? 0, address, pooled);
  const nodes: (Started | undefined)[] = await Promise.all([0, 1].map(start));
  const front = await startFront(name, port, ports, plain);
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const tried = await tour(address, ACCOUNT, database.query);
    const redirect = await new Visitor(`http://localhost:${plain}`).ask('GET', '/');
    if (![301, 302, 308].includes(redirect.status)) throw new Error(`plain HTTP was answered ${redirect.status}`);
    const answered = await restarts(address, nodes, start);
    console.log(`${name}: ${tried.join(', ')}, plain HTTP sent on, both nodes restarted under ${answered} requests, none refused`);
  } catch (error) {
    failures += 1;
    console.log(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await front.stop();
    await Promise.all(nodes.flatMap((node) => node?.stop() ?? []));
  }
}

const pooler = hasPgbouncer ? await startPgbouncer(new URL(postgres.adminUrl).searchParams.get('host') ?? '') : null;
console.log(
  pooler === null ? 'pgbouncer is not installed: the nodes ask PostgreSQL directly' : 'The nodes ask PostgreSQL through pgbouncer',
);
for (const name of FRONTS) {
  if (isInstalled(name)) await check(name, pooler?.url('postgres') ?? null);
  else console.log(`${name} is not installed: untried`);
}
await pooler?.stop();
await database.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
