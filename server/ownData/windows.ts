/** The data that a person, or a team's owner, can export: records as JSON texts, in windows, without secrets and their hashes. */
import { type RawBuilder, sql } from 'kysely';
import type { DataWindow, OwnPart, TeamPart } from '../../domain/api/ownDataRoutes.ts';
import type { Query } from '../db/open.ts';

/** The most records of a window. */
const MOST = 500;

/** Rows with a `key` that grows and the fields of a record. */
type Rows = RawBuilder<unknown>;

const OWN: Readonly<Record<OwnPart, (userId: number) => Rows>> = {
  profile: (id) => sql`
    select u.id as key, u.id, u.email, u.name, u.language, u.created_at, u.confirmed_at,
           (select c.becomes from address_changes c where c.user_id = u.id and c.changed_at is null and c.ended_at is null) as waiting_email
      from users u where u.id = ${id}`,
  preferences: (id) => sql`select row_number() over (order by p.name) as key, p.name, p.value from preferences p where p.user_id = ${id}`,
  sessions: (id) => sql`
    select row_number() over (order by f.created_at, f.id) as key, f.created_at, f.last_used_at, f.device, f.address, f.methods, f.revoked_at
      from refresh_families f where f.user_id = ${id}`,
  teams: (id) => sql`
    select m.team_id as key, m.team_id, t.name, m.role, m.created_at from members m join teams t on t.id = m.team_id where m.user_id = ${id}`,
  tokens: (id) => sql`
    select a.id as key, a.id, a.name, a.scope, a.created_at, a.expires_at, a.last_used_at, a.withdrawn_at from api_tokens a where a.user_id = ${id}`,
  comments: (id) => sql`
    select c.id as key, c.id, c.project_id, c.type, c.row_id, c.text, c.created_at from row_comments c where c.author_id = ${id}`,
  extras: (id) => sql`
    select x.id as key, x.id, x.project_id, x.row_id, x.quantity, x.reason, x.status, x.asked_at from extras x where x.asked_by = ${id}`,
  moments: (id) => sql`select o.id as key, o.id, o.project_id, o.name, o.note, o.at from moments o where o.author_id = ${id}`,
  events: (id) => sql`
    select e.id as key, e.id, e.project_id, e.type, e.entity_type, e.object_id, e.created_at from recent_events e where e.author_id = ${id}`,
  log: (id) => sql`
    select l.id as key, l.at, l.kind, l.about, l.was, l.becomes, l.address, l.device from security_log l where l.user_id = ${id} and l.team_id is null`,
};

const TEAM: Readonly<Record<TeamPart, (teamId: number) => Rows>> = {
  team: (
    id,
  ) => sql`select t.id as key, t.id, t.name, t.address, t.registration, t.created_at, t.vat_id, t.street, t.city, t.post_code, t.country, t.endpoint, t.iban, t.bic,
           t.payment_days, t.contact_name, t.contact_phone, t.contact_email from teams t where t.id = ${id}`,
  people: (id) => sql`
    select m.user_id as key, m.user_id as id, u.name, u.email, m.role, m.created_at from members m join users u on u.id = m.user_id where m.team_id = ${id}`,
  limits: (id) => sql`
    select row_number() over (order by l.user_id, l.project_id nulls first) as key, l.user_id, l.project_id, l.can, l.prices
      from (select p.user_id, p.project_id, p.can, p.prices from project_limits p where p.team_id = ${id}
            union all select o.user_id, null, o.can, o.prices from later_limits o where o.team_id = ${id}) l`,
  invitations: (id) => sql`
    select i.id as key, i.id, i.email, i.role, i.created_at, i.accepted_at, i.withdrawn_at, i.expires_at from invitations i where i.team_id = ${id}`,
  projects: (id) => everything('projects', id),
  versions: (id) => everything('versions', id),
  lists: (id) => everything('lists', id),
  rows: (id) => everything('estimate_rows', id),
  percent_lines: (id) => everything('percent_lines', id),
  acts: (id) => everything('acts', id),
  act_rows: (id) => everything('act_rows', id),
  answers: (id) => sql`
    select a.id as key, a.id, a.act_id, a.at, a.name, a.email, a.language, a.recorded_name, a.claimed_price, a.withdrawn_at from act_answers a where a.team_id = ${id}`,
  answer_rows: (id) => everything('act_answer_rows', id),
  terms: (id) => everything('project_terms', id),
  certificates: (id) => everything('certificates', id),
  carryings: (id) => everything('carryings', id),
  carried_rows: (id) => sql`select c.row_id as key, c.* from carried_rows c where c.team_id = ${id}`,
  settled_rows: (id) => sql`
    select s.carrying_id * 1000000 + s.place as key, s.* from settled_rows s where s.team_id = ${id}`,
  extras: (id) => everything('extras', id),
  moments: (id) => sql`
    select o.id as key, o.id, o.project_id, o.version_id, o.event_id, o.at, o.name, o.note, o.author_name as author from moments o where o.team_id = ${id}`,
  comments: (id) => sql`
    select c.id as key, c.id, c.project_id, c.type, c.row_id, u.name as author, c.text, c.created_at from row_comments c join users u on u.id = c.author_id where c.team_id = ${id}`,
  events: (id) => sql`
    select e.id as key, e.id, e.project_id, u.name as author, e.type, e.entity_type, e.object_id, e.processed, e.created_at
      from recent_events e left join users u on u.id = e.author_id where e.team_id = ${id}`,
};
const everything = (table: string, teamId: number): Rows =>
  sql`select x.id as key, x.* from ${sql.table(table)} x where x.team_id = ${teamId}`;

async function windowOf(query: Query, rows: Rows, after: string | undefined): Promise<DataWindow> {
  const { rows: found } = await sql<{ key: string; line: string }>`
    select key::text, (to_jsonb(w) - 'key' - 'team_id')::text as line from (${rows}) w
     where w.key > ${after ?? '0'}::bigint order by w.key limit ${MOST}`.execute(query);
  return { lines: found.map(({ line }) => line), next: found.length === MOST ? (found.at(-1)?.key ?? null) : null };
}

export const ownWindow = (query: Query, userId: number, part: OwnPart, after: string | undefined): Promise<DataWindow> =>
  windowOf(query, OWN[part](userId), after);
export const teamWindow = (query: Query, teamId: number, part: TeamPart, after: string | undefined): Promise<DataWindow> =>
  windowOf(query, TEAM[part](teamId), after);
