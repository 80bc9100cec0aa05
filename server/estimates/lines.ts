import { sql } from 'kysely';
import type { Line, VersionSummary } from '../../domain/api/shapes.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { PERCENT_FIELDS, type PercentField, withPercent } from '../../domain/percents.ts';
import { sendOneField } from '../../domain/sentences/fields.ts';
import { findVersion, lockingRead } from '../access/refs.ts';
import { nextId } from '../db/ids.ts';
import type { Database } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { type EventArguments, eventArguments, eventSql, recordEvent } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { eventOf, openForEditing, refuseFrozen } from './editing.ts';
import {
  keepableSummary,
  keepPriceSql,
  keptSummary,
  ownSummary,
  priceOf,
  refreshPrice,
  type SummaryFacts,
  summaryOf,
  summarySql,
} from './summary.ts';

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

interface LineRead {
  readonly facts: SummaryFacts;
}

/** Locks the project of a line and reads the summary's facts. */
const openLine = lockingRead<LineRead>('open_line', () => sql`${summarySql(sql`l.team_id`, sql`l.version_id`)} as facts`);

/** Sets columns of a line and the version's price in one event, and reads the result. */
const setLine = statement<
  EventArguments & { versionId: number; lineId: number; content: string; price: string },
  LineRead & { readonly event_id: number }
>(
  'set_line',
  (given) => sql`
    select p.id as event_id, ${summarySql(given.teamId, given.versionId)} as facts
      from (select ${eventSql(given)} as id) e
     cross join lateral (select e.id, set_line(${given.teamId}::bigint, ${given.lineId}::bigint, ${given.content}::text::jsonb) offset 0) w
     cross join lateral (select w.id, ${keepPriceSql(given)} offset 0) p`,
);

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
    const { ref: versionRef, read } = await openLine(tx, caller, kind, id);
    await refuseFrozen(tx, versionRef);
    const present = keepableSummary(versionRef, read.facts, field);
    const before = lineIn(present, kind, id);
    await refuseStale(tx, versionRef, 'percent_lines', revision, async () => before);
    const set = value !== null && isPercent(field) ? shortest(exact(value, SCALE.percent), SCALE.percent) : value;
    if (before[field] === set) return { event_id: null, record: before, summary: present };

    const { percent_total, percent_labour, percent_materials, percent_tools } = isPercent(field) ? withPercent(before, field, set) : before;
    const name = field === 'name' && set !== null ? set : before.name;
    const content = { name, percent_total, percent_labour, percent_materials, percent_tools };
    const lines = read.facts.lines.map((line) => (line.id === id ? { ...line, ...content } : line));
    const price = priceOf(keepableSummary(versionRef, { ...read.facts, lines }, field));
    const event = eventArguments({ ...eventOf(versionRef, caller, kind, id, 'update', before.name), field });
    const given = { ...event, versionId: versionRef.versionId, lineId: id, content: JSON.stringify(content), price };
    const [kept] = await setLine(tx, given);
    if (kept === undefined) throw new Error('The line was not set');
    const summary = keptSummary(versionRef, kept.facts, price, field);
    return { event_id: kept.event_id, record: lineIn(summary, kind, id), summary };
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
    return ownSummary(caller, await summaryOf(database.query, await findVersion(database.query, caller, params.id)));
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
