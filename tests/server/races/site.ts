import { sql } from 'kysely';
import { actRowId } from '../../../domain/act.ts';
import { lockProject } from '../../../server/access/refs.ts';
import { makeAct } from '../../../server/acts/acts.ts';
import { refreshPrice } from '../../../server/estimates/summary.ts';
import { addList, addVersion, type NewRow } from '../../../server/estimates/versions.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { shareAct } from '../../../server/sharing/links.ts';
import type { Person, TestServer } from '../harness.ts';

const row = (name: string, quantity: string): NewRow => ({
  kind: 'row',
  code: '',
  name,
  unit: 'm2',
  quantity,
  unit_labour: '3.33',
  unit_materials: '7.01',
  unit_tools: '0.5',
});

/** A project with something of everything: a version that can be edited, and one with an act that is shared. */
export async function makeSite({ database }: TestServer, ann: Person) {
  const caller: Caller = {
    userId: ann.id,
    family: '',
    expiresAt: 0,
    teams: [ann.teamId],
    roles: new Map([[ann.teamId, 'owner']]),
    isProved: false,
  };
  return database.query.transaction().execute(async (tx) => {
    const { id: projectId } = await tx
      .insertInto('projects')
      .values({ team_id: ann.teamId, name: 'Yard', status: 'available' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const project = await lockProject(tx, { teamId: ann.teamId, projectId });
    const open = await addVersion(tx, project);
    const listId = await addList(tx, open, 1, 'Walls', [row('Bricks', '10'), row('Mortar', '2.5')]);
    const otherListId = await addList(tx, open, 2, 'Roof', [row('Tiles', '4')]);
    const line = (kind: 'additional_cost' | 'tax', name: string, percent: string) =>
      tx
        .insertInto('percent_lines')
        .values({
          team_id: ann.teamId,
          version_id: open.versionId,
          kind,
          name,
          order: 1,
          percent_total: percent,
          percent_labour: null,
          percent_materials: null,
          percent_tools: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const [{ id: costId }, { id: taxId }] = [await line('additional_cost', 'Overheads', '7.5'), await line('tax', 'VAT', '21')];
    await refreshPrice(tx, open);
    // Separate, so that its acts do not affect the other version.
    await tx
      .updateTable('versions')
      .set({ is_separate: true })
      .where('team_id', '=', ann.teamId)
      .where('id', '=', open.versionId)
      .execute();
    const frozen = await addVersion(tx, project);
    const actListId = await addList(tx, frozen, 1, 'Walls', [row('Bricks', '10')]);
    await refreshPrice(tx, frozen);
    const rows = await tx
      .selectFrom('estimate_rows')
      .select(['id', 'list_id'])
      .where('list_id', 'in', [listId, actListId])
      .orderBy('id')
      .execute();
    const [first, second] = rows.filter(({ list_id }) => list_id === listId).map(({ id }) => id);
    const claimed = rows.find(({ list_id }) => list_id === actListId);
    const { id: commentId } = await tx
      .insertInto('row_comments')
      .values({ team_id: ann.teamId, project_id: projectId, row_id: first ?? 0, author_id: ann.id, text: 'Why?', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const act = await makeAct(tx, caller, frozen.versionId, {});
    await shareAct(tx, caller, act, { kind: 'looks', expiresAt: null });
    return {
      projectId,
      versionId: open.versionId,
      listId,
      otherListId,
      rowId: first ?? 0,
      otherRowId: second ?? 0,
      costId,
      taxId,
      commentId,
      frozenId: frozen.versionId,
      actId: act.actId,
      actRowId: actRowId(claimed?.id ?? 0, 1),
    };
  });
}
export type Site = Awaited<ReturnType<typeof makeSite>>;

/** Everything of the project that history answers for, as text. */
export async function contentsOf({ database }: TestServer, { projectId }: Site): Promise<unknown> {
  const { rows } = await sql<{ of: string; records: string }>`
    with open as (select id from versions where project_id = ${projectId} and deleted_at is null)
    select 'versions' as of, jsonb_agg(to_jsonb(t) order by t.id)::text as records from versions t where t.id in (select id from open)
    union all select 'lists', jsonb_agg(to_jsonb(t) order by t.id)::text from lists t where t.version_id in (select id from open)
    union all select 'rows', jsonb_agg(to_jsonb(t) order by t.id)::text from estimate_rows t where t.version_id in (select id from open)
    union all select 'lines', jsonb_agg(to_jsonb(t) order by t.id)::text from percent_lines t where t.version_id in (select id from open)
    union all select 'acts', jsonb_agg(to_jsonb(t) order by t.id)::text from acts t where t.version_id in (select id from open)
    union all select 'act rows', jsonb_agg(to_jsonb(d) order by d.id)::text
      from act_rows d join acts a on a.id = d.act_id where a.version_id in (select id from open)`.execute(database.query);
  return Object.fromEntries(rows.map(({ of, records }) => [of, records]));
}

/** Kept totals that differ from a recount, and records that lie in something deleted. */
export async function faultsIn({ database }: TestServer, person: Person, { projectId }: Site): Promise<unknown[]> {
  const { rows } = await sql<{ fault: string; id: number }>`
    select 'list total' as fault, l.id
      from versions v join lists l on l.version_id = v.id
      left join list_totals t on t.list_id = l.id
      left join lateral (select count(*) as rows, coalesce(sum(r.labour), 0) as labour, coalesce(sum(r.materials), 0) as materials,
                                coalesce(sum(r.tools), 0) as tools from estimate_rows r where r.list_id = l.id) counted on true
     where v.project_id = ${projectId} and (coalesce(t.row_count, 0), coalesce(t.labour, 0), coalesce(t.materials, 0), coalesce(t.tools, 0))
           <> (counted.rows, counted.labour, counted.materials, counted.tools)
    union all
    select 'act total', a.id
      from versions v join acts a on a.version_id = v.id
     where v.project_id = ${projectId}
       and (select coalesce(sum(labour + materials + tools), 0) from act_list_totals k where k.act_id = a.id)
           <> (select coalesce(sum(round(q * r.unit_labour, 2) + round(q * r.unit_materials, 2) + round(q * r.unit_tools, 2)), 0)
                 from (select d.row_id, sum(d.quantity) as q from acts e join act_rows d on d.act_id = e.id
                        where e.version_id = a.version_id and e.place <= a.place group by d.row_id) done
                 join estimate_rows r on r.id = done.row_id)
    union all
    select 'act of a deleted version', a.id from versions v join acts a on a.version_id = v.id where v.project_id = ${projectId} and v.deleted_at is not null
    union all
    select 'link without an act', k.act_id from act_links k left join acts a on a.id = k.act_id where a.id is null`.execute(database.query);
  const { versions } = await person.call('GET /projects/:id/tree', { params: { id: projectId } });
  const prices = await Promise.all(
    versions.map(async ({ id, price }) => {
      const { total_with_taxes } = await person.call('GET /versions/:id/summary/', { params: { id } });
      return total_with_taxes.total === price ? [] : [{ fault: 'price', id }];
    }),
  );
  return [...rows, ...prices.flat()];
}
