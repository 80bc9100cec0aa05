/** The history of a project, or of one record in it, a page at a time: what each event did, with the values before and after. */
import { type RawBuilder, sql } from 'kysely';
import { allows, seesPrices } from '../../domain/access.ts';
import type { HistoryLine, HistoryPage, RecordChange } from '../../domain/api/historyRoutes.ts';
import { changedFields, type HistoryOf, type Image, RECORDS_NAMED, type Relation, tellsPrice } from '../../domain/history.ts';
import { findProject, type ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { kindOf, type RecordsNow, recordsNow } from './recordsNow.ts';

interface Asked {
  readonly of: HistoryOf;
  readonly of_id?: number | undefined;
  readonly field?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}
interface Scope extends ProjectRef {
  readonly of: HistoryOf;
  readonly id: number;
}
interface Found {
  readonly id: number;
  readonly records: number;
}

/** The most events read for one page; it may then be short, because a field that is requested alone may rarely have changed. */
const MOST_READ = 2_000;

/** Where the history of one record is: the table its images are of, and that of the notes about it. */
const OF_RECORD = {
  row: { images: 'estimate_rows', notes: 'row_extras' },
  additional_cost: { images: 'percent_lines', notes: null },
  tax: { images: 'percent_lines', notes: null },
  act_row: { images: 'act_rows', notes: null },
  certificate: { images: null, notes: 'certificates' },
} as const satisfies Partial<Record<HistoryOf, { readonly images: Relation | null; readonly notes: Relation | null }>>;
type OfRecord = keyof typeof OF_RECORD;
const isOfRecord = (of: HistoryOf): of is OfRecord => Object.hasOwn(OF_RECORD, of);

/** An image of a record that was only renumbered, so that another could be placed before it. */
const ONLY_RENUMBERED = sql`c.op = 'update' and c.before - 'order' = c.after - 'order'`;

/** An id higher than that of every event, to begin with the latest. */
const LATEST = '9223372036854775807';

/**
 * The events of the scope before a given one, latest first, each with the number of records it changed there. The query steps from event to
 * event in the index, because a plan made without statistics reads and sorts all of them.
 */
function eventsIn({ teamId, projectId, of, id }: Scope, before: number | undefined, limit: number): RawBuilder<Found> {
  const walked = (next: (from: RawBuilder<unknown>) => RawBuilder<unknown>, records: RawBuilder<unknown>) => sql<Found>`
    with recursive walk (event, step) as (
      select (${next(sql`${before ?? LATEST}::bigint`)}), 1
      union all
      select (${next(sql`w.event`)}), w.step + 1 from walk w where w.event is not null and w.step < ${limit}::int
    )
    select w.event as id, (${records})::int as records from walk w where w.event is not null order by w.event desc`;
  const sum = (within: RawBuilder<unknown>) =>
    sql`select coalesce(sum(p.records), 0) from event_places p where p.team_id = ${teamId} and p.event_id = w.event and ${within}`;
  if (of === 'project')
    return walked(
      (from) => sql`
        select e.id from recent_events e
         where e.team_id = ${teamId} and e.project_id = ${projectId} and not e.is_discarded
           and e.created_at < coalesce((select o.created_at from recent_events o where o.team_id = ${teamId} and o.id = ${from}), 'infinity')
         order by e.created_at desc limit 1`,
      sum(sql`true`),
    );
  if (isOfRecord(of))
    return walked(
      (from) => sql`
        select greatest(
          (select c.event_id from event_changes c
            where c.team_id = ${teamId} and c.id = ${id}::bigint and c.event_id < ${from} and c.relation = ${OF_RECORD[of].images} and not (${ONLY_RENUMBERED})
            order by c.event_id desc limit 1),
          (select n.event_id from event_notes n
            where n.team_id = ${teamId} and n.relation = ${OF_RECORD[of].notes} and n.id = ${id}::bigint and n.event_id < ${from}
            order by n.event_id desc limit 1))`,
      sql`select 1`,
    );
  const place = sql.ref(`p.${of}_id`);
  return walked(
    (from) => sql`
      select p.event_id from event_places p
       where p.team_id = ${teamId} and ${place} = ${id}::bigint and p.event_id < ${from} order by p.event_id desc limit 1`,
    sum(sql`${place} = ${id}::bigint`),
  );
}

/** Notes that belong to the scope. */
function notedWithin({ of, id }: Scope): RawBuilder<unknown> {
  if (isOfRecord(of)) return sql`n.id = ${id}::bigint and n.relation = ${OF_RECORD[of].notes}`;
  return of === 'list' || of === 'act' ? sql`${sql.ref(`n.${of}_id`)} = ${id}::bigint` : sql`true`;
}

/** Images that belong to the scope. */
function within({ of, id }: Scope): RawBuilder<unknown> {
  if (isOfRecord(of)) return sql`c.id = ${id}::bigint and c.relation = ${OF_RECORD[of].images}`;
  switch (of) {
    case 'list':
      return sql`(c.relation = 'lists' and c.id = ${id}::bigint or ${id}::text in (c.before ->> 'list_id', c.after ->> 'list_id') or c.relation = 'estimate_rows' and c.before ->> 'list_id' is null)`;
    case 'act':
      return sql`(c.relation = 'acts' and c.id = ${id}::bigint or c.relation = 'act_rows')`;
    default:
      return sql`true`;
  }
}

interface StoredImage {
  readonly event_id: number;
  readonly relation: Relation;
  readonly op: 'insert' | 'update' | 'delete';
  readonly id: number;
  readonly before: Image | null;
  readonly after: Image | null;
}

/** The first images and notes of each event that belong to the scope, in the order in which they were written. */
async function imagesOf(query: Query, scope: Scope, events: readonly number[]): Promise<StoredImage[]> {
  const { rows } = await sql<StoredImage>`
    select e.id as event_id, c.relation, c.op, c.id, as_texts(c.before) as before, as_texts(c.after) as after
      from unnest(${[...events]}::bigint[]) e (id)
     cross join lateral (
       (select c.step, c.relation, c.op, c.id, c.before, c.after from event_changes c
         where c.team_id = ${scope.teamId} and c.event_id = e.id and ${within(scope)} and not (${ONLY_RENUMBERED})
         order by c.step, c.id limit ${RECORDS_NAMED * 2})
       union all
       (select 0, n.relation, n.op, n.id, n.before, n.after from event_notes n
         where n.team_id = ${scope.teamId} and n.event_id = e.id and ${notedWithin(scope)} order by n.id limit ${RECORDS_NAMED})) c
     order by e.id desc, c.step, c.id`.execute(query);
  return rows;
}

/** One image for each record of an event, which may have written a record in several steps. */
function mergedByRecord(images: readonly StoredImage[]): readonly StoredImage[] {
  const byRecord = Map.groupBy(images, ({ relation, id }) => `${relation} ${id}`);
  return [...byRecord.values()].flatMap((steps) => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first === undefined || last === undefined || first === last) return first ?? [];
    if (first.op === 'insert' && last.op === 'delete') return [];
    const op = first.op === 'insert' ? 'insert' : last.op === 'delete' ? 'delete' : 'update';
    const after = Object.assign({}, ...steps.map((step) => step.after ?? {})) as Image;
    const before = Object.assign({}, ...steps.map((step) => step.before ?? {}).reverse()) as Image;
    return { ...first, op, before: op === 'insert' ? null : before, after: op === 'delete' ? null : after };
  });
}

const WHAT = { insert: 'made', update: 'changed', delete: 'removed' } as const;

function changeOf(image: StoredImage, records: RecordsNow): RecordChange {
  const { relation, id, op, before, after } = image;
  const known = records.find(relation, id);
  const named = (value: { text: string; formula: string | null } | null, field: string) =>
    value && { ...value, name: field === 'list_id' ? records.listTitle(Number(value.text)) : null };
  const fields = changedFields(relation, before, after).map(({ field, from, to }) => ({
    field,
    from: named(from, field),
    to: named(to, field),
  }));
  const values = Object.fromEntries(
    fields.flatMap(({ field }) => {
      const value = named(known?.valueOf(field) ?? null, field);
      return value === null ? [] : [[field, value]];
    }),
  );
  const isMove = op === 'update' && fields.every(({ field }) => field === 'list_id') && before?.order !== after?.order;
  return {
    kind: kindOf(relation, after ?? before ?? {}, known?.image),
    id,
    what: isMove ? 'moved' : relation === 'act_rows' ? 'changed' : WHAT[op],
    name: known?.name ?? after?.name ?? before?.name ?? after?.title ?? before?.title ?? after?.number ?? before?.number ?? '',
    fields,
    now: known && { ...known.now, values },
  };
}

/** Whether a line is worth showing: in the history of one record, a write that changed no field is not. */
const isShown = ({ of }: Scope, field: string | undefined, { changes }: HistoryLine): boolean => {
  if (field !== undefined) return changes.some(({ fields }) => fields.some((each) => each.field === field));
  return !isOfRecord(of) || of === 'certificate' || changes.some(({ what, fields }) => what !== 'changed' || fields.length > 0);
};

type StoredEvent = Omit<HistoryLine, 'created_at' | 'version_id' | 'records' | 'changes'> & { readonly created_at: Date };

/** The version each event happened in, where it is still there. */
async function versionsOf(query: Query, { teamId, projectId }: Scope, events: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ event_id: number; version_id: number }>`
    select e.id as event_id, v.id as version_id from unnest(${events}::bigint[]) e (id)
     cross join lateral (select p.version_id from event_places p where p.team_id = ${teamId} and p.event_id = e.id and p.version_id is not null limit 1) p
     cross join lateral (
       select o.id from open_versions o where o.team_id = ${teamId} and o.id = p.version_id and o.project_id = ${projectId} limit 1) v`.execute(
    query,
  );
  return new Map(rows.map(({ event_id, version_id }) => [event_id, version_id]));
}

async function linesOf(query: Query, scope: Scope, found: readonly Found[]): Promise<HistoryLine[]> {
  const ids = found.map(({ id }) => id);
  // Found by its id alone: with the project in the same condition, a plan without statistics reads all of the project's.
  const { rows: events } = await sql<StoredEvent>`
    select o.id, o.entity_type, o.object_id, o.type, o.project_id, o.processed, o.created_at, o.author_id, o.author_name, o.subject, o.field
      from unnest(${ids}::bigint[]) n (id)
     cross join lateral (select * from recent_events e where e.team_id = ${scope.teamId} and e.id = n.id offset 0) o
     where o.project_id = ${scope.projectId} and not o.is_discarded`.execute(query);
  const byId = new Map(events.map((event) => [event.id, event]));
  const versions = await versionsOf(query, scope, ids);
  const images = Map.groupBy(await imagesOf(query, scope, [...byId.keys()]), ({ event_id }) => event_id);
  const shown = new Map([...images].map(([event, own]) => [event, mergedByRecord(own).slice(0, RECORDS_NAMED)]));
  const records = await recordsNow(query, scope, [...shown.values()].flat());
  return found.flatMap(({ id, records: count }) => {
    const event = byId.get(id);
    if (event === undefined) return [];
    const changes = (shown.get(id) ?? []).map((image) => changeOf(image, records));
    return { ...event, version_id: versions.get(id) ?? null, created_at: event.created_at.toISOString(), records: count, changes };
  });
}

/** A line as its reader may see it: without prices where they see none, and without the offer to restore what their limit forbids. */
function ownLine(line: HistoryLine, { access }: Pick<Caller, 'access'>): HistoryLine {
  const limit = access?.limit ?? null;
  if (limit === null) return line;
  const isKept = (field: string) => seesPrices(limit) || !tellsPrice(field);
  const changes = line.changes.map(({ fields, now, ...change }) => ({
    ...change,
    fields: fields.filter(({ field }) => isKept(field)),
    now: now && {
      ...now,
      frozen: now.frozen || !allows(limit, change.kind === 'act' || change.kind === 'act_row' ? 'acts' : 'edits'),
      values: Object.fromEntries(Object.entries(now.values).filter(([field]) => isKept(field))),
    },
  }));
  return { ...line, changes };
}

/** A page of the history. A project that the caller may not see is 404; a record that never existed has an empty history. */
export async function historyPage(
  query: Query,
  caller: Caller,
  projectId: number,
  { of, of_id, field, before, limit }: Asked,
): Promise<HistoryPage> {
  const projectRef = await findProject(query, caller, projectId);
  const scope: Scope = { ...projectRef, of, id: of === 'project' ? projectId : (of_id ?? 0) };
  const most = Math.max(limit, 1);
  const events: HistoryLine[] = [];
  let from = before;
  for (let read = 0; read < MOST_READ; ) {
    const { rows } = await eventsIn(scope, from, most + 1).execute(query);
    const page = rows.slice(0, most);
    read += page.length;
    if (page.length > 0)
      events.push(
        ...(await linesOf(query, scope, page)).map((line) => ownLine(line, caller)).filter((line) => isShown(scope, field, line)),
      );
    from = page.at(-1)?.id;
    if (rows.length <= most) return { events: events.slice(0, most), older: events.length > most ? (events[most - 1]?.id ?? null) : null };
    if (events.length >= most) return { events: events.slice(0, most), older: events[most - 1]?.id ?? null };
  }
  return { events, older: from ?? null };
}
