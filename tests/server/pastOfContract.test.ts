/** The history of payments and contracts: certificates, extras, versions that carry on one another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryPage } from '../../domain/api/historyRoutes.ts';
import type { Asked } from '../../domain/api/routes.ts';
import { thinHistory } from '../../server/history/thinning.ts';
import { threeVersions } from '../e2e/threeVersions.ts';
import { type Person, startServer, type TestServer } from './harness.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startServer();
  ann = await server.person();
});
afterAll(() => server.close());

const at = (id: number) => ({ params: { id } });
const past = (id: number, query: Asked<'GET /projects/:id/history/'>['query'], by = ann) =>
  by.call('GET /projects/:id/history/', { ...at(id), query });
const shown = ({ events }: HistoryPage) =>
  events.map(({ type, processed, changes }) => [
    ...(processed ? [type] : [type, 'undone']),
    ...changes.map(({ kind, what, name, fields }) =>
      [kind, what, name, ...fields.map(({ field, from, to }) => `${field} ${from?.text ?? '-'} → ${to?.text ?? '-'}`)].join(', '),
    ),
  ]);

async function issued() {
  const { project, versions } = await threeVersions((route, asked) => ann.call(route, asked), 'Told');
  const [first = 0] = versions;
  const [act] = (await ann.call('GET /projects/:id/tree', at(project))).versions.find(({ id }) => id === first)?.acts ?? [];
  const actId = act?.id ?? 0;
  const { due } = await ann.call('GET /acts/:id/certificate/', at(actId));
  const { id } = await ann.call('POST /acts/:id/certificate/', { ...at(actId), body: { due, date: '2026-11-02' } });
  return { project, versions, first, actId, due, id: id ?? 0 };
}

test('the history of a certificate says who issued it, when and how much was paid, and who withdrew it', async () => {
  const { project, first, actId, due, id } = await issued();
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  const pay = (paid: { on: string; amount: string } | null, by = ann) =>
    by.call('PUT /certificates/:id/paid/', { ...at(id), body: { paid } });
  await pay({ on: '2026-11-05', amount: due }, bob);
  await pay({ on: '2026-11-06', amount: '10' });
  const made = ['issue', `certificate, made, 1, number - → 1, issued_for - → 2026-11-02, due - → ${due}`];
  const noted = [
    ['pay', `certificate, changed, 1, paid_on 2026-11-05 → 2026-11-06, paid_amount ${due} → 10.00`],
    ['pay', `certificate, changed, 1, paid_on - → 2026-11-05, paid_amount - → ${due}`],
  ];
  const page = await past(project, { of: 'certificate', of_id: id });
  expect(shown(page)).toEqual([...noted, made]);
  expect(page.events.map(({ author_name }) => author_name)).toEqual([ann.email, bob.email, ann.email]);
  expect(page.events[0]?.changes[0]?.now).toMatchObject({ version_id: first, act_id: actId, frozen: true });
  // The act and the version it is of tell the same.
  expect(shown(await past(project, { of: 'act', of_id: actId })).slice(0, 3)).toEqual([...noted, made]);
  expect(shown(await past(project, { of: 'version', of_id: first })).slice(0, 3)).toEqual([...noted, made]);
  await pay(null);
  await ann.call('DELETE /certificates/:id/', at(id));
  const gone = [
    ['take_back', `certificate, removed, 1, number 1 → -, issued_for 2026-11-02 → -, due ${due} → -`],
    ['pay', 'certificate, changed, 1, paid_on 2026-11-06 → -, paid_amount 10.00 → -'],
    ...noted,
    made,
  ];
  expect(shown(await past(project, { of: 'certificate', of_id: id }))).toEqual(gone);
  // The same of one that is old.
  await thinHistory(server.database.query, { undo: -1, log: 400 });
  expect(shown(await past(project, { of: 'certificate', of_id: id }))).toEqual(gone);
  expect(shown(await past(project, { of: 'act', of_id: actId })).slice(0, 5)).toEqual(gone);
});

test('the history of a certificate is hidden from other teams, and its sums from members without prices', async () => {
  const { project, due, id } = await issued();
  const stranger = await server.person();
  const { id: own } = await stranger.call('POST /projects', { body: { team_id: stranger.teamId, name: 'Own' } });
  expect((await past(own, { of: 'certificate', of_id: id }, stranger)).events).toEqual([]);
  await ann.call('PUT /certificates/:id/paid/', { ...at(id), body: { paid: { on: '2026-11-05', amount: due } } });
  const bob = await server.person({ teamId: ann.teamId, role: 'regular' });
  await ann.call('PUT /teams/:id/members/:userId/limits/', {
    params: { id: ann.teamId, userId: bob.id },
    body: { project_id: project, limit: { can: 'reads', prices: false } },
  });
  expect(shown(await past(project, { of: 'certificate', of_id: id }, bob))).toEqual([
    ['pay', 'certificate, changed, 1, paid_on - → 2026-11-05'],
    ['issue', 'certificate, made, 1, number - → 1, issued_for - → 2026-11-02'],
  ]);
});

test('the history of a row and its list says when an extra was approved, withdrawn, and undone', async () => {
  const { id: project } = await ann.call('POST /projects', { body: { team_id: ann.teamId, name: 'Extra' } });
  const { id: version } = await ann.call('POST /projects/:id/versions/', { ...at(project), body: {} });
  const { list } = await ann.call('POST /versions/:id/lists/', { ...at(version), body: { title: 'Walls' } });
  const { ids } = await ann.call('POST /lists/:id/rows/', { ...at(list.id), body: { name: 'Bricks', unit: 'm2', quantity: '100' } });
  const row = ids[0] ?? 0;
  await ann.call('POST /versions/:id/acts/', { ...at(version), body: {} });
  const extra = async (quantity: string) => {
    const { id } = await ann.call('POST /rows/:id/extras/', { ...at(row), body: { quantity, reason: 'As measured' } });
    await ann.call('POST /extras/:id/decide/', { ...at(id), body: { approves: true } });
    return id;
  };
  await extra('20');
  const second = await extra('5.5');
  await ann.call('DELETE /extras/:id/', at(second));
  const steps = [
    ['withdraw', 'extra, changed, Bricks, quantity 25.5 → 20'],
    ['approve', 'extra, changed, Bricks, quantity 20 → 25.5'],
    ['approve', 'extra, made, Bricks, quantity - → 20'],
  ];
  const made = ['create', 'row, made, Bricks, name - → Bricks, unit - → m2, quantity - → 100'];
  expect(shown(await past(project, { of: 'row', of_id: row }))).toEqual([...steps, made]);
  expect(shown(await past(project, { of: 'list', of_id: list.id })).slice(0, 4)).toEqual([...steps, made]);
  await ann.call('POST /projects/:id/history/backward/', { ...at(project), body: {} });
  expect(shown(await past(project, { of: 'row', of_id: row }))[0]).toEqual(['withdraw', 'undone', steps[0]?.[1]]);
  expect((await ann.call('GET /versions/:id/extras/', { ...at(version), query: { status: 'approved' } })).total).toBe(2);
});

test('the history of a version says that it carries on another, and that it no longer does', async () => {
  const { project, versions } = await threeVersions((route, asked) => ann.call(route, asked), 'Carried');
  const { id: copy } = await ann.call('POST /projects/:id/versions/', { ...at(project), body: { from_version_id: versions.at(-1) ?? 0 } });
  const { settled, revaluation } = await ann.call('POST /versions/:id/carry/preview/', { ...at(copy), body: {} });
  await ann.call('POST /versions/:id/carry/', {
    ...at(copy),
    body: { settled: settled.gross.total, revaluation: revaluation.gross.total },
  });
  await ann.call('DELETE /versions/:id/carry/', at(copy));
  expect(shown(await past(project, { of: 'version', of_id: copy })).slice(0, 2)).toEqual([['uncarry'], ['carry']]);
});
