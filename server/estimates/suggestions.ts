import { sql } from 'kysely';
import { seesPrices } from '../../domain/access.ts';
import { type FoundRow, FoundRow as FoundRowShape, MOST_SUGGESTED, type SuggestedRow } from '../../domain/api/estimateShapes.ts';
import { findVersionOfList } from '../access/refs.ts';
import type { Database } from '../db/open.ts';
import { limitIn } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { pricesHidden } from '../http/prices.ts';

/** How many characters of a name or code its index has. */
const KEYED = 80;
/** At most this many different names are read, so that the cost of a search does not depend on the number of rows of a team. */
const NAMES_SEEN = 200;
/** How many uses of one name are read in earlier and in later versions: more than one, because some may be in deleted projects. */
const USES_SEEN = 5;
const UNITS = 100;

/** The likely spellings of a text, in which it is searched: the index ignores case only for the letters a to z. */
function spellingsOf(text: string): readonly string[] {
  const start = text.slice(0, KEYED);
  const [first = '', ...rest] = start;
  const lower = start.toLowerCase();
  const spellings = [start, lower, `${first.toUpperCase()}${rest.join('').toLowerCase()}`, start.toUpperCase()];
  const inIndex = (spelling: string) => spelling.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set(spellings.map(inIndex))];
}

/** A text that sorts after all texts with this start. */
const afterAll = (start: string): string => `${start}\u{10ffff}`;

interface Sought {
  /** The person to whom the rows are shown. */
  readonly userId: number;
  readonly teamId: number;
  /** The version that suggestions are for; null where all rows are searched. */
  readonly versionId: number | null;
  readonly field: 'code' | 'name';
}

/**
 * Rows whose field begins with a text. The query steps from each name in the index to the next and takes the latest use of each in another
 * version, so that its cost does not depend on the number of rows that begin so.
 */
async function beginningWith(
  database: Database,
  { userId, teamId, versionId, field }: Sought,
  start: string,
): Promise<readonly (SuggestedRow & FoundRow & { readonly limited_to: string | null })[]> {
  const key = sql`(lower(left(${sql.ref(`r.${field}`)}, ${sql.lit(KEYED)})) collate "C")`;
  const given = sql`r.team_id = ${teamId} and r.kind = 'row' and ${sql.ref(`r.${field}`)} <> ''`;
  const next = (after: ReturnType<typeof sql>) => sql`
    (select ${key} from estimate_rows r where ${given} and ${after} and ${key} < ${afterAll(start)} order by ${key} limit 1)`;
  const uses = (side: ReturnType<typeof sql>) => sql`
    (select r.* from estimate_rows r where ${given} and ${key} = names.key and ${side} order by r.version_id desc limit ${USES_SEEN})`;
  const sides = versionId === null ? [uses(sql`true`)] : [uses(sql`r.version_id > ${versionId}`), uses(sql`r.version_id < ${versionId}`)];
  const { rows } = await sql<SuggestedRow & FoundRow & { readonly limited_to: string | null }>`
    with recursive names (key, step) as (
      select ${next(sql`${key} >= ${start}`)}, 1
      union all
      select ${next(sql`${key} > names.key`)}, step + 1 from names where names.key is not null and step < ${NAMES_SEEN})
    select used.*, limit_of(${userId}::bigint, ${teamId}::bigint, used.project_id) as limited_to from names cross join lateral (
      select r.id, r.code, r.name, r.unit, trim_scale(r.unit_labour)::text as unit_labour, trim_scale(r.unit_materials)::text as unit_materials,
             trim_scale(r.unit_tools)::text as unit_tools, trim_scale(r.unit_labour + r.unit_materials + r.unit_tools)::text as unit_total,
             p.id as project_id, p.name as project_name, v.id as version_id, l.id as list_id, l.title as list_title, p.currency
        from (${sql.join(sides, sql` union all `)}) r
        join versions v on v.team_id = r.team_id and v.id = r.version_id and v.deleted_at is null
        join projects p on p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is null
        join lists l on l.team_id = r.team_id and l.id = r.list_id
       order by r.version_id desc, r.id desc limit 1) used
     where names.key is not null limit ${MOST_SUGGESTED}`.execute(database.query);
  return rows;
}

/** Rows of the team's other estimates whose name or code begins with a text, in alphabetical order. */
async function suggestions(
  database: Database,
  caller: Caller,
  listId: number,
  field: 'code' | 'name',
  text: string,
): Promise<SuggestedRow[]> {
  const { teamId, versionId } = await findVersionOfList(database.query, caller, listId);
  const found: SuggestedRow[] = [];
  for (const start of spellingsOf(text)) {
    if (found.length >= MOST_SUGGESTED) break;
    const more = await beginningWith(database, { userId: caller.userId, teamId, versionId, field }, start);
    // A row is suggested for its prices, so only rows whose prices the caller sees.
    const others = more.filter(({ id, limited_to }) => seesPrices(limitIn(limited_to)) && !found.some((row) => row.id === id));
    found.push(...others.map(({ project_id, version_id, list_id, limited_to, ...row }) => row));
  }
  return found.slice(0, MOST_SUGGESTED);
}

const hide = pricesHidden(FoundRowShape);

/** Rows of all the team's estimates whose name begins with a text, then those whose code does. */
async function searchRows(database: Database, { userId, teams }: Caller, teamId: number, text: string): Promise<FoundRow[]> {
  if (!teams.includes(teamId)) throw notFound();
  const found: FoundRow[] = [];
  for (const field of ['name', 'code'] as const) {
    for (const start of spellingsOf(text)) {
      if (found.length >= MOST_SUGGESTED) break;
      const more = await beginningWith(database, { userId, teamId, versionId: null, field }, start);
      const others = more.filter(({ id }) => !found.some((row) => row.id === id));
      found.push(
        ...others.map(({ unit_labour, unit_materials, unit_tools, limited_to, ...row }) =>
          seesPrices(limitIn(limited_to)) ? row : (hide(row) as FoundRow),
        ),
      );
    }
  }
  return found.slice(0, MOST_SUGGESTED);
}

/** The units of a project's rows, each once. The query steps from one to the next in the index. */
async function units(database: Database, caller: Caller, listId: number): Promise<string[]> {
  const { teamId, projectId } = await findVersionOfList(database.query, caller, listId);
  const { rows } = await sql<{ unit: string }>`
    with recursive own as (select id from versions where team_id = ${teamId} and project_id = ${projectId} and deleted_at is null),
    used (version_id, unit, step) as (
      select own.id, (select r.unit from estimate_rows r
                       where r.team_id = ${teamId} and r.version_id = own.id and r.kind = 'row' and r.unit <> '' order by r.unit limit 1), 1 from own
      union all
      select used.version_id, (select r.unit from estimate_rows r
                                where r.team_id = ${teamId} and r.version_id = used.version_id and r.kind = 'row' and r.unit > used.unit
                                  and r.unit <> '' order by r.unit limit 1), step + 1
        from used where used.unit is not null and step < ${UNITS})
    select distinct unit from used where unit is not null order by unit limit ${UNITS}`.execute(database.query);
  return rows.map(({ unit }) => unit);
}

export const suggestionHandlers: HandlersOf<'GET /teams/:id/rows/' | 'GET /lists/:id/suggestions/' | 'GET /lists/:id/units/'> = {
  'GET /teams/:id/rows/': ({ params, query }, { database, caller }) => searchRows(database, caller, params.id, query.text),
  'GET /lists/:id/suggestions/': ({ params, query }, { database, caller }) =>
    suggestions(database, caller, params.id, query.field, query.text),
  'GET /lists/:id/units/': ({ params }, { database, caller }) => units(database, caller, params.id),
};
