import { sql } from 'kysely';
import type { Line, VersionSummary } from '../../domain/contract/shapes.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { PERCENT_FIELDS, type PercentField, withPercent } from '../../domain/percents.ts';
import { sendOneField } from '../../domain/sentences/fields.ts';
import { findVersion } from '../access/refs.ts';
import { nextId, nextRevision } from '../db/ids.ts';
import type { Database } from '../db/open.ts';
import { recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { eventOf, openForEditing } from './editing.ts';
import { refreshPrice, summaryOf } from './summary.ts';

type Kind = 'additional_cost' | 'tax';

const isPercent = (field: string): field is PercentField => (PERCENT_FIELDS as readonly string[]).includes(field);

function lineIn(summary: VersionSummary, kind: Kind, id: number): Line {
  const line = (kind === 'tax' ? summary.taxes : summary.additional).find((candidate) => candidate.id === id);
  if (line === undefined) throw notFound();
  return line;
}

async function addLine(database: Database, caller: Caller, versionId: number, kind: Kind, name: string) {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, 'version', versionId);
    const id = await nextId(tx, 'percent_lines');
    const event_id = await recordEvent(tx, eventOf(versionRef, caller, kind, id, 'create', name));
    await sql`
      insert into percent_lines (team_id, id, version_id, kind, name, "order")
      select ${versionRef.teamId}::bigint, ${id}::bigint, ${versionId}::bigint, ${kind}, ${name}, coalesce(max("order"), 0) + 1
        from percent_lines where team_id = ${versionRef.teamId} and version_id = ${versionId} and kind = ${kind}`.execute(tx);
    const summary = await refreshPrice(tx, versionRef);
    return { event_id, record: lineIn(summary, kind, id), summary };
  });
}

/** Sets the name or one percent; setting one form of percents empties the other (docs/product.md, 7.2). Errors as for a row. */
async function editLine(
  database: Database,
  caller: Caller,
  kind: Kind,
  id: number,
  field: 'name' | PercentField,
  value: string | null,
  revision: number | null,
) {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, kind, id);
    const before = lineIn(await summaryOf(tx, versionRef), kind, id);
    await refuseStale(tx, versionRef, 'percent_lines', revision, async () => before);
    const set = value !== null && isPercent(field) ? shortest(exact(value, SCALE.percent), SCALE.percent) : value;
    let event_id: number | null = null;
    if (before[field] !== set) {
      event_id = await recordEvent(tx, { ...eventOf(versionRef, caller, kind, id, 'update', before.name), field });
      const { percent_total, percent_labour, percent_materials, percent_tools } = isPercent(field)
        ? withPercent(before, field, set)
        : before;
      await tx
        .updateTable('percent_lines')
        .set({
          percent_total,
          percent_labour,
          percent_materials,
          percent_tools,
          name: field === 'name' && set !== null ? set : before.name,
          revision: nextRevision,
          updated_at: sql<Date>`clock_timestamp()`,
        })
        .where('team_id', '=', versionRef.teamId)
        .where('id', '=', id)
        .execute();
    }
    const summary = await refreshPrice(tx, versionRef, field);
    return { event_id, record: lineIn(summary, kind, id), summary };
  });
}

async function removeLine(database: Database, caller: Caller, kind: Kind, id: number, revision: number | null): Promise<VersionSummary> {
  return database.query.transaction().execute(async (tx) => {
    const versionRef = await openForEditing(tx, caller, kind, id);
    const before = lineIn(await summaryOf(tx, versionRef), kind, id);
    await refuseStale(tx, versionRef, 'percent_lines', revision, async () => before);
    await recordEvent(tx, eventOf(versionRef, caller, kind, id, 'delete', before.name));
    await tx.deleteFrom('percent_lines').where('team_id', '=', versionRef.teamId).where('id', '=', id).execute();
    return refreshPrice(tx, versionRef);
  });
}

function oneField(body: Readonly<Record<string, string | null | undefined>>): ['name' | PercentField, string | null] {
  const [field, value] = Object.entries(body).find(([, given]) => given !== undefined) ?? [];
  if (field === undefined || value === undefined || !(field === 'name' || isPercent(field))) throw fieldError('fields', sendOneField());
  return [field, value];
}

export const lineHandlers: HandlersOf<
  | 'GET /versions/:id/summary/'
  | 'POST /versions/:id/additional_summary_costs/'
  | 'PUT /additional_summary_costs/custom/:id/'
  | 'DELETE /additional_summary_costs/custom/:id/'
  | 'POST /versions/:id/taxes/'
  | 'PUT /taxes/:id/'
  | 'DELETE /taxes/:id/'
> = {
  async 'GET /versions/:id/summary/'({ params }, { database, caller }) {
    return summaryOf(database.query, await findVersion(database.query, caller, params.id));
  },
  'POST /versions/:id/additional_summary_costs/': ({ params, body }, { database, caller }) =>
    addLine(database, caller, params.id, 'additional_cost', body.name),
  'PUT /additional_summary_costs/custom/:id/': ({ params, body }, { database, caller, revision }) =>
    editLine(database, caller, 'additional_cost', params.id, ...oneField(body), revision),
  'DELETE /additional_summary_costs/custom/:id/': ({ params }, { database, caller, revision }) =>
    removeLine(database, caller, 'additional_cost', params.id, revision),
  'POST /versions/:id/taxes/': ({ params, body }, { database, caller }) => addLine(database, caller, params.id, 'tax', body.name),
  'PUT /taxes/:id/': ({ params, body }, { database, caller, revision }) =>
    editLine(database, caller, 'tax', params.id, ...oneField(body), revision),
  'DELETE /taxes/:id/': ({ params }, { database, caller, revision }) => removeLine(database, caller, 'tax', params.id, revision),
};
