/**
 * Measures what is done to all rows of an estimate of 100,000 at once, and how long another person waited at most meanwhile for reading a window
 * or editing a cell of their own estimate. ENGINE=embedded or ENGINE=postgres measures one alone, ROWS=1000 a smaller estimate.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { benchBook, benchRows } from './importBook.ts';
import { otherPerson } from './importOthers.ts';
import type { Asked, Report } from './importServer.ts';
import { signedIn } from './signedIn.ts';

const ROWS = Number(process.env.ROWS ?? 99_999);
const LOOK_EVERY = 200;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function measured(environment: NodeJS.ProcessEnv) {
  const child = fork(new URL('importServer.ts', import.meta.url).pathname, [], {
    env: { ...process.env, ...environment },
    serialization: 'advanced',
  });
  const told = () => new Promise<Report>((resolve) => child.once('message', (message) => resolve(message as Report)));
  const { address } = await told();
  const call = await signedIn(address);
  const { teams } = await call('GET /profile/', {});
  const teamId = teams[0]?.id ?? 0;
  const other = await otherPerson(call, teamId);
  const found: Record<string, { milliseconds: number; 'longest wait of another': number }> = {};
  async function timed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const start = performance.now();
    const working = work();
    let taken = 0;
    const { longest } = await other.during(
      working.finally(() => {
        taken = performance.now() - start;
      }),
    );
    found[name] = { milliseconds: Math.round(taken), 'longest wait of another': Math.round(longest) };
    return working;
  }
  const { id } = await call('POST /projects', { body: { team_id: teamId, name: 'Bench' } });
  const project = { params: { id } };
  await call('PATCH /projects/:id/', { ...project, body: {} }, new File([new Uint8Array(benchBook(benchRows(ROWS)))], 'works.xlsx'));
  while ((await call('GET /import/:id/lists/', project)).status === 'reading') await pause(LOOK_EVERY);
  const { project_version_id: versionId } = await call('POST /import/:id/finish/', project);
  const version = { params: { id: versionId } };
  const listId = (await call('GET /versions/:id/summary/', version)).costs[0]?.id ?? 0;
  const list = { params: { id: listId } };

  const shown = (view: object) => () =>
    call('GET /lists/:id/rows/', { ...list, query: { limit: 256, view: JSON.stringify({ filters: [], flipped: [], ...view }) } });
  await timed('sorted by name', shown({ sort: { field: 'name', falling: true } }));
  await timed('sorted by code', shown({ sort: { field: 'code', falling: true } }));
  await timed('filtered by a text', shown({ filters: [{ is: 'containing', field: 'name', text: '99' }] }));
  await timed('a text searched', () => call('GET /lists/:id/find/', { ...list, query: { text: 'nowhere' } }));

  const back = () => call('POST /projects/:id/history/backward/', { ...project, body: {} });
  const forth = () => call('POST /projects/:id/history/forward/', { ...project, body: {} });
  const undone = async (what: string) => {
    await timed(`${what}: undone`, back);
    await timed(`${what}: redone`, forth);
  };
  await timed('a replacement counted', () => call('GET /lists/:id/replacement/', { ...list, query: { text: '1', by: '2' } }));
  await timed('replaced everywhere', () => call('POST /lists/:id/replace/', { ...list, body: { text: '1', by: '2' } }));
  await undone('replaced everywhere');
  await timed('list deleted', () => call('DELETE /lists/:id/', list));
  await undone('list deleted');
  await back();

  const copy = await timed('version copied', () =>
    call('POST /projects/:id/versions/', { ...project, body: { from_version_id: versionId } }),
  );
  await timed('compared with its copy', () => call('GET /versions/:id/compare/', { params: { id: copy.id }, query: { with: versionId } }));
  await call('DELETE /versions/:id/', { params: { id: copy.id } });

  const newAct = () => call('POST /versions/:id/acts/', { ...version, body: {} });
  const complete = (actId: number, percent: string) => () =>
    call('POST /acts/:id/complete/', { params: { id: actId }, body: { list_id: null, percent } });
  const first = await newAct();
  await timed('first act completed', complete(first.id, '50'));
  await undone('first act completed');
  const second = await newAct();
  await timed('second act completed', complete(second.id, '100'));
  await timed('rows left to claim', () =>
    call('GET /acts/:id/lists/:listId/rows/', { params: { id: second.id, listId }, query: { limit: 256, only: 'left' } }),
  );
  await timed('second act deleted', () => call('DELETE /acts/:id/', { params: { id: second.id } }));
  await timed('whole contract', () => call('GET /versions/:id/contract/', { ...version, query: {} }));

  await timed('project duplicated', () => call('POST /projects/:id/duplicate/', { ...project, body: { name: 'Copy' } }));
  await call('DELETE /projects/:id/', project);
  await timed('removed from the bin', async () => {
    const done = told();
    child.send({ kind: 'bin', id } satisfies Asked);
    await done;
  });
  child.disconnect();
  await new Promise((resolve) => child.once('exit', resolve));
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const isAsked = (engine: string) => process.env.ENGINE === undefined || process.env.ENGINE === engine;
try {
  if (isAsked('embedded')) {
    console.log(`\nall of ${ROWS} rows at once, embedded`);
    console.table(await measured({ DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }));
  }
  const postgres = isAsked('postgres') ? await startPostgres() : null;
  if (postgres !== null) {
    console.log(`\nall of ${ROWS} rows at once, PostgreSQL`);
    console.table(await measured({ DATA_DIR: folder, DATABASE_URL: postgres.adminUrl }));
    await postgres.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
