import { actRowId } from '../../domain/act.ts';
import { ACTS, EXTRAS, ROWS, type RowName, VERSIONS } from '../fixtures/threeVersions.ts';
import type { CallAs } from './calls.ts';

const ACCEPTED = 3;
const at = (id: number) => ({ params: { id } });

async function rowsIn(call: CallAs, versionId: number): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { id } of await call('GET /versions/:id/lists/', at(versionId))) {
    const answer = await call('GET /lists/:id/rows/', { ...at(id), query: {} });
    if ('rows' in answer) for (const row of answer.rows) found.set(row.name, row.id);
  }
  return found;
}

/** The contract of three versions in docs/domain.md, with its five acts and two extras. */
export async function threeVersions(call: CallAs, name: string) {
  const { teams } = await call('GET /profile/', {});
  const { id: project } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } });
  const { id: first } = await call('POST /projects/:id/versions/', { ...at(project), body: {} });
  const lists = new Map<string, number>();
  for (const title of ['Walls', 'Roof'])
    lists.set(title, (await call('POST /versions/:id/lists/', { ...at(first), body: { title } })).list.id);
  for (const [list, row, unit] of ROWS) {
    const given = VERSIONS[0]?.[row] ?? null;
    if (given === null) continue;
    const rows = [{ name: row, unit, quantity: String(given.quantity), unit_materials: String(given.price) }];
    await call('POST /lists/:id/rows/', { ...at(lists.get(list) ?? 0), body: { rows } });
  }
  const { record: overheads } = await call('POST /versions/:id/additional_summary_costs/', { ...at(first), body: { name: 'Overheads' } });
  await call('PUT /additional_summary_costs/custom/:id/', { ...at(overheads.id), body: { percent_total: '10' } });
  const { record: vat } = await call('POST /versions/:id/taxes/', { ...at(first), body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { ...at(vat.id), body: { percent_total: '20' } });
  const versions = [first];
  for (const [place, { version, done }] of ACTS.entries()) {
    if (versions[version] === undefined) versions.push(await next(call, project, versions.at(-1) ?? 0, version));
    const current = versions[version] ?? 0;
    const rows = await rowsIn(call, current);
    if (place === 1 || place === 3)
      for (const [row, quantity] of Object.entries(EXTRAS[version] ?? {})) {
        const { id } = await call('POST /rows/:id/extras/', {
          ...at(rows.get(row) ?? 0),
          body: { quantity: String(quantity), reason: 'As measured' },
        });
        await call('POST /extras/:id/decide/', { ...at(id), body: { approves: true } });
      }
    const act = await call('POST /versions/:id/acts/', { ...at(current), body: {} });
    for (const [row, quantity] of Object.entries(done))
      await call('PUT /act_rows/:id/', { ...at(actRowId(rows.get(row) ?? 0, act.place)), body: { quantity: String(quantity) } });
    await call('PUT /acts/:id/', { ...at(act.id), body: { status_id: ACCEPTED } });
  }
  return { project, versions };
}

async function next(call: CallAs, project: number, from: number, which: number): Promise<number> {
  const { id } = await call('POST /projects/:id/versions/', { ...at(project), body: { from_version_id: from } });
  const rows = await rowsIn(call, id);
  const lists = await call('GET /versions/:id/lists/', at(id));
  for (const [list, name, unit] of ROWS) {
    const [own, before] = [VERSIONS[which]?.[name as RowName] ?? null, VERSIONS[which - 1]?.[name as RowName] ?? null];
    const row = at(rows.get(name) ?? 0);
    if (own === null) {
      if (before !== null) await call('DELETE /rows/:id/', row);
    } else if (before === null) {
      const made = [{ name, unit, quantity: String(own.quantity), unit_materials: String(own.price) }];
      await call('POST /lists/:id/rows/', { ...at(lists.find(({ title }) => title === list)?.id ?? 0), body: { rows: made } });
    } else {
      await call('PUT /rows/:id/', { ...row, body: { quantity: String(own.quantity) } });
      await call('PUT /rows/:id/', { ...row, body: { unit_materials: String(own.price) } });
    }
  }
  const { settled, revaluation } = await call('POST /versions/:id/carry/preview/', { ...at(id), body: {} });
  await call('POST /versions/:id/carry/', { ...at(id), body: { settled: settled.gross.total, revaluation: revaluation.gross.total } });
  return id;
}
