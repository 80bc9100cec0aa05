/**
 * Keeps the history from growing without bound. Events older than the days for undo can no longer be undone, and their images are reduced
 * to the fields that people read and named moments need; events older than the days of the log are removed. All work is done in slices
 * short enough to delay nobody, and by any number of processes at once: a slice skips projects that are locked, and repeating one changes
 * nothing.
 */
import { sql } from 'kysely';
import type { HistoryDays } from '../config.ts';
import type { Query } from '../db/open.ts';

/** Events marked or removed, and images made smaller, in one transaction. */
const EVENTS_AT_ONCE = 200;
const IMAGES_AT_ONCE = 500;
/** Images of an event that are made smaller together with those of others. */
const FEW = 5;

const older = (days: number) => sql`clock_timestamp() - make_interval(days => ${days}::int)`;

/**
 * Locks those of these projects that nobody else has locked, until the transaction ends, so that nobody undoes, redoes or edits in them.
 */
const HOLD = sql`
  held as materialized (
    select p.team_id, p.id from projects p where (p.team_id, p.id) in (select o.team_id, o.project_id from old o) order by p.team_id, p.id
       for no key update skip locked)`;

/**
 * Marks events that are too old to be undone. Redo takes undone events in order, so these are marked together, once the latest is too old.
 */
async function markThin(query: Query, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with old as materialized (
      select e.team_id, e.project_id, e.id from recent_events e
       where not e.is_thin and e.created_at < ${older(days)} and (e.processed or e.is_discarded) order by e.created_at limit ${EVENTS_AT_ONCE}
    ), ${HOLD}
    update recent_events e set is_thin = true from old o join held h on h.team_id = o.team_id and h.id = o.project_id
     where e.team_id = o.team_id and e.id = o.id and (e.processed or e.is_discarded) returning e.id`.execute(query);
  return rows.length;
}

/**
 * Discards the undone events of projects in which all of them are too old to be redone. A named moment may need some of them, so they are
 * removed later, with all other discarded events.
 */
async function discardUndone(query: Query, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with old as materialized (
      select e.team_id, e.project_id, e.id from recent_events e
       where not e.is_thin and e.created_at < ${older(days)} and not e.processed and not e.is_discarded
         and not exists (
           select from recent_events n where n.team_id = e.team_id and n.project_id = e.project_id and not n.processed and not n.is_discarded
              and greatest(n.created_at, n.undone_at) >= ${older(days)})
       order by e.created_at limit ${EVENTS_AT_ONCE}
    ), ${HOLD}
    update recent_events e set is_discarded = true, is_thin = true from old o join held h on h.team_id = o.team_id and h.id = o.project_id
     where e.team_id = o.team_id and e.id = o.id and not e.processed returning e.id`.execute(query);
  return rows.length;
}

const SMALLER = sql`set before = small_image(c.before, c.after), after = small_image(c.after, c.before)`;

/** Makes the images of one event smaller, some at a time. */
async function compactLong(query: Query, teamId: number, event: number): Promise<void> {
  let after = { step: 0, id: 0 };
  for (;;) {
    const { rows } = await sql<{ step: number; id: number }>`
      select c.step, c.id from event_changes c
       where c.team_id = ${teamId} and c.event_id = ${event} and (c.step, c.id) > (${after.step}::bigint, ${after.id}::bigint)
       order by c.step, c.id limit ${IMAGES_AT_ONCE}`.execute(query);
    const last = rows.at(-1);
    if (last === undefined) return;
    await sql`
      update event_changes c ${SMALLER}
       where c.team_id = ${teamId} and c.event_id = ${event} and (c.step, c.id) > (${after.step}::bigint, ${after.id}::bigint)
         and (c.step, c.id) <= (${last.step}::bigint, ${last.id}::bigint)`.execute(query);
    after = last;
  }
}

/** Makes the images of marked events of one team smaller. Nothing but this writes them any more, so no project is held. */
async function compact(query: Query): Promise<number> {
  const { rows: events } = await sql<{ team_id: number; id: number; images: number }>`
    select e.team_id, e.id, (select count(*)::int from (select from event_changes c where c.team_id = e.team_id and c.event_id = e.id limit ${FEW + 1}) n) as images
      from recent_events e where e.is_thin and not e.is_compact order by e.team_id, e.id limit ${EVENTS_AT_ONCE}`.execute(query);
  const teamId = events[0]?.team_id ?? 0;
  const own = events.filter(({ team_id }) => team_id === teamId);
  for (const { id, images } of own) if (images > FEW) await compactLong(query, teamId, id);
  const few = own.filter(({ images }) => images <= FEW).map(({ id }) => id);
  await sql`update event_changes c ${SMALLER} where c.team_id = ${teamId} and c.event_id = any(${few}::bigint[])`.execute(query);
  const done = own.map(({ id }) => id);
  await sql`update recent_events set is_compact = true where team_id = ${teamId} and id = any(${done}::bigint[])`.execute(query);
  return own.length;
}

/**
 * Whether a named moment needs the event: a moment needs every event after it that is in force, and every event before it that was undone
 * since.
 */
const NEEDED = sql`
  exists (select from moments m where m.team_id = e.team_id and m.project_id = e.project_id
     and case when e.is_discarded then e.id <= m.event_id and e.undone_at >= m.at else e.id > m.event_id end)`;

async function removeOld(query: Query, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from recent_events d using (
      select e.team_id, e.id from recent_events e
       where e.is_thin and (e.created_at < ${older(days)} or e.is_discarded) and not ${NEEDED} order by e.team_id, e.id limit ${EVENTS_AT_ONCE}) e
     where d.team_id = e.team_id and d.id = e.id returning d.id`.execute(query);
  return rows.length;
}

interface Thinned {
  /** Events that can no longer be undone. */
  readonly thinned: number;
  readonly removed: number;
}

/** Continues until nothing is left to do or `isEnding` is true between two slices. Projects that are locked now are done the next time. */
export async function thinHistory(query: Query, days: HistoryDays, isEnding: () => boolean = () => false): Promise<Thinned> {
  const repeat = async (work: () => Promise<number>): Promise<number> => {
    let all = 0;
    for (let done = 1; done > 0 && !isEnding(); all += done) done = await work();
    return all;
  };
  const thinned = await repeat(() => markThin(query, days.undo));
  await repeat(() => discardUndone(query, days.undo));
  await repeat(() => compact(query));
  const removed = await repeat(() => removeOld(query, days.log));
  return { thinned, removed };
}

/** How many events a run would mark or remove. */
export async function countOld(query: Query, days: HistoryDays): Promise<Thinned> {
  const { rows } = await sql<Thinned>`
    select count(*) filter (where not e.is_thin)::int as thinned,
           count(*) filter (where e.created_at < ${older(days.log)} and not ${NEEDED})::int as removed
      from recent_events e where e.created_at < ${older(days.undo)} and (e.processed or e.is_discarded)`.execute(query);
  return rows[0] ?? { thinned: 0, removed: 0 };
}
