/**
 * Measures operations on all 100,000 rows of an estimate, and how long another person waited at most meanwhile to read a window or edit a cell of
 * their own estimate. ROWS=1000 measures a smaller estimate.
 */
import { type Bench, besideAnother } from './besideAnother.ts';
import { benchBook, benchRows } from './importBook.ts';
import type { Asked } from './importServer.ts';

const ROWS = Number(process.env.ROWS ?? 99_999);
const LOOK_EVERY = 200;
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function play({ call, teamId, timed, server, told }: Bench) {
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
  const preview = (actId: number, percent: string) => () =>
    call('POST /acts/:id/complete/preview/', { params: { id: actId }, body: { list_id: null, percent } });
  const first = await newAct();
  await timed('first act: what completing will do', preview(first.id, '50'));
  await timed('first act completed', complete(first.id, '50'));
  await undone('first act completed');
  const second = await newAct();
  await timed('second act: what completing will do', preview(second.id, '100'));
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
    server.send({ kind: 'bin', id } satisfies Asked);
    await done;
  });
}

await besideAnother(`all of ${ROWS} rows at once`, play);
