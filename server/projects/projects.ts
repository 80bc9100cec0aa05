import { type RawBuilder, sql } from 'kysely';
import { seesPrices } from '../../domain/access.ts';
import type { Given } from '../../domain/api/routes.ts';
import type { DeletedProject, Project, Version } from '../../domain/api/shapes.ts';
import { DeletedProject as DeletedProjectShape } from '../../domain/api/shapes.ts';
import { BIN_DAYS } from '../../domain/bin.ts';
import { signOf } from '../../domain/currencies.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
import { PROJECT_STATUSES, type ProjectStatus } from '../../domain/projectStatus.ts';
import { currencyCertified } from '../../domain/sentences/payments.ts';
import { type Locked, lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { limitIn } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, notFound } from '../http/errors.ts';
import { pricesHidden } from '../http/prices.ts';

const statusOf = (text: string): ProjectStatus => {
  const status = PROJECT_STATUSES.find((known) => known === text);
  if (status === undefined) throw new Error(`Unknown project status: ${text}`);
  return status;
};

/** The time before which a deleted project has left the bin. */
export const outdated = sql`clock_timestamp() - make_interval(days => ${sql.lit(BIN_DAYS)})`;

interface StoredProject extends Omit<Project, 'status' | 'created_at' | 'updated_at' | 'limit' | 'claimed' | 'contract_sum' | 'separate'> {
  /** The price of the latest version with its extras, with taxes. */
  readonly last_sum: string;
  readonly limited_to: string | null;
  /** The contracts with acts, that of the latest version first. */
  readonly contracts: Project['separate'];
  readonly status: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

interface Sought {
  /** The person the projects are for. */
  readonly userId: number;
  readonly teams: readonly number[];
  readonly projectId?: number | null;
}
const hide = pricesHidden(DeletedProjectShape);

/** The work that carrying settled, or the change of value of the work done before, with taxes: 0 for a version that carried nothing. */
const carriedGross = (part: 'settled' | 'revaluation') => sql`coalesce((c.figures #>> ${sql.lit(`{${part},gross,total}`)})::numeric, 0)`;
/** The price of a version with its approved extras, with taxes. */
const WIDENED = sql`coalesce(t.price, 0) + coalesce(t.extras, 0)`;

/**
 * The contracts of a project that have acts, the one of the latest version first. Each has its latest version, its price and the amount
 * claimed to date.
 */
const contractsOf = (teamId: RawBuilder<unknown>, projectId: RawBuilder<unknown>) => sql<Project['separate']>`(
  select coalesce(json_agg(json_build_object(
           'version_id', k.version_id, 'version_number', k.version_number, 'price', k.price::numeric(40, 2)::text,
           'contract_sum', k.contract_sum::numeric(40, 2)::text, 'claimed', k.claimed::numeric(40, 2)::text)
           order by k.version_number desc), '[]')
    from (select (array_agg(v.id order by v.number desc))[1] as version_id, max(v.number) as version_number,
                 (array_agg(coalesce(t.price, 0) order by v.number desc))[1] as price,
                 (array_agg(${WIDENED} order by v.number desc))[1] + sum(${carriedGross('settled')}) as contract_sum,
                 sum(own.claimed) + sum(${carriedGross('revaluation')}) as claimed
            from versions v
            left join version_totals t on t.team_id = v.team_id and t.version_id = v.id
            left join carryings c on c.team_id = v.team_id and c.version_id = v.id and c.withdrawn_at is null
           cross join lateral (
             select coalesce(sum(p.price) filter (where a.place > 0), 0) as claimed, count(*) as acts
               from acts a left join act_totals p on p.team_id = a.team_id and p.act_id = a.id where a.team_id = v.team_id and a.version_id = v.id) own
           where v.team_id = ${teamId} and v.project_id = ${projectId} and v.deleted_at is null and own.acts > 0
           group by coalesce(v.contract_id, v.id)) k)`;

const IN_USE = sql`p.deleted_at is null`;
const IN_BIN = sql`p.deleted_at >= ${outdated}`;

/** The projects that meet a condition, as the person may see them: without prices where they see none. */
async function find(query: Query, { userId, teams, projectId = null }: Sought, condition: RawBuilder<unknown>): Promise<DeletedProject[]> {
  const { rows } = await sql<StoredProject>`
    select p.id, p.name, p.status, p.currency, p.currency_code, p.team_id, p.created_at, p.updated_at, p.deleted_at,
           limit_of(${userId}::bigint, p.team_id, p.id) as limited_to, last.id as last_version_id, coalesce(t.price, 0)::numeric(40, 2) as total_with_taxes,
           (${WIDENED})::numeric(40, 2) as last_sum,
           (select count(*)::int from versions v where v.team_id = p.team_id and v.project_id = p.id and v.deleted_at is null) as version_count,
           (select count(*)::int from versions v join numbered_acts a on a.team_id = v.team_id and a.version_id = v.id
             where v.team_id = p.team_id and v.project_id = p.id and v.deleted_at is null) as act_count,
           ${contractsOf(sql`p.team_id`, sql`p.id`)} as contracts
      from projects p
      left join lateral (select v.id from versions v where v.team_id = p.team_id and v.project_id = p.id and v.deleted_at is null order by v.number desc limit 1) last on true
      left join version_totals t on t.team_id = p.team_id and t.version_id = last.id
     where p.team_id = any(${teams}) and ${condition} and (${projectId}::bigint is null or p.id = ${projectId})
     order by coalesce(p.deleted_at, p.updated_at) desc, p.id desc`.execute(query);
  return rows.map(({ limited_to, contracts, last_sum, ...stored }) => {
    const limit = limitIn(limited_to);
    const [main, ...separate] = contracts;
    const project = { ...stored, claimed: main?.claimed ?? '0.00', contract_sum: main?.contract_sum ?? last_sum, separate };
    const shown = seesPrices(limit) ? project : (hide(project) as typeof project);
    return { ...deletedProject(shown), limit };
  });
}

const deletedProject = (
  project: Omit<StoredProject, 'limited_to' | 'contracts' | 'last_sum'> & Pick<Project, 'claimed' | 'contract_sum' | 'separate'>,
): Omit<DeletedProject, 'limit'> => ({
  ...project,
  status: statusOf(project.status),
  created_at: project.created_at.toISOString(),
  updated_at: project.updated_at.toISOString(),
  deleted_at: project.deleted_at?.toISOString() ?? '',
  total_with_taxes: project.last_version_id === null ? null : project.total_with_taxes,
});

/** Projects of these teams (one of them when `projectId` is given) with their last version's price, latest change first. */
export async function projectsOf(query: Query, sought: Sought): Promise<Project[]> {
  const projects = await find(query, sought, IN_USE);
  return projects.map(({ deleted_at: _, ...project }) => project);
}

/** The caller's project with this id. 404 when there is none, 403 where their limit in it does not allow the call. */
export async function projectOf(query: Query, { userId, teams, access }: Caller, id: number): Promise<Project> {
  const [project] = await projectsOf(query, { userId, teams, projectId: id });
  if (project === undefined) throw notFound();
  access?.admit(project.limit);
  return project;
}

/**
 * 400 `currency_certified` on the field for a currency other than that of the certificates issued, because their amounts due are added up.
 */
async function refuseCertified(query: Query, { teamId, projectId }: ProjectRef, becomes: string, field: string): Promise<void> {
  const issued = await query
    .selectFrom('certificates')
    .select(sql<string>`sheet ->> 'currency'`.as('currency'))
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where(sql<string>`sheet ->> 'currency'`, '<>', becomes)
    .limit(1)
    .executeTakeFirst();
  if (issued !== undefined) throw fieldError(field, currencyCertified({ currency: issued.currency }));
}

type Edit = Given<'PATCH /projects/:id/'>['body'];

/** Renames a project or sets its currency: by its code, or as a sign written freely. */
export async function editProject({ query }: Database, caller: Caller, id: number, edit: Edit): Promise<Project> {
  return query.transaction().execute(async (tx) => editLocked(tx, caller, await lockRecord(tx, caller, 'project', id), edit));
}

/** `editProject` within a transaction that has more to write. */
export async function editLocked(
  tx: Tx,
  caller: Caller,
  projectRef: Locked<ProjectRef>,
  { name, currency, currency_code: code }: Edit,
): Promise<Project> {
  const money = code === undefined ? { currency, currency_code: null } : { currency: signOf(code), currency_code: code };
  if (money.currency !== undefined)
    await refuseCertified(tx, projectRef, money.currency, code === undefined ? 'currency' : 'currency_code');
  if (name !== undefined || money.currency !== undefined) {
    await tx
      .updateTable('projects')
      .set({ ...(name !== undefined && { name }), ...(money.currency !== undefined && money), updated_at: new Date() })
      .where('team_id', '=', projectRef.teamId)
      .where('id', '=', projectRef.projectId)
      .execute();
  }
  return projectOf(tx, caller, projectRef.projectId);
}

/** The projects of these teams that are in the bin, last deleted first. */
export const deletedProjectsOf = (query: Query, sought: Sought): Promise<DeletedProject[]> => find(query, sought, IN_BIN);

interface StoredVersion {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly created_at: Date;
  readonly price: string | null;
  readonly contract_id: number | null;
  readonly is_separate: boolean;
  readonly carried_from: number | null;
  /** By how much carrying changed the value of the work done before, with taxes. */
  readonly revaluation: string;
  /** The work that carrying settled, with taxes. */
  readonly settled: string;
  readonly extras: string | null;
}

/** The versions of a project in the order they were made, each with its acts. */
export async function versionsOf(query: Query, { teamId, projectId }: ProjectRef): Promise<Version[]> {
  const { rows: versions } = await sql<StoredVersion>`
    select v.id, v.number, v.name, v.created_at, t.price, t.extras, v.contract_id, v.is_separate, c.from_version_id as carried_from,
           ${carriedGross('revaluation')}::numeric(40, 2) as revaluation, ${carriedGross('settled')}::numeric(40, 2) as settled
      from versions v
      left join version_totals t on t.team_id = v.team_id and t.version_id = v.id
      left join carryings c on c.team_id = v.team_id and c.version_id = v.id and c.withdrawn_at is null
     where v.team_id = ${teamId} and v.project_id = ${projectId} and v.deleted_at is null order by v.number`.execute(query);
  const acts = await query
    .selectFrom('numbered_acts as acts')
    .innerJoin('versions', (join) => join.onRef('versions.team_id', '=', 'acts.team_id').onRef('versions.id', '=', 'acts.version_id'))
    .leftJoin('act_totals', (join) => join.onRef('act_totals.team_id', '=', 'acts.team_id').onRef('act_totals.act_id', '=', 'acts.id'))
    .select(['acts.id', 'acts.version_id', 'acts.number', 'acts.finish_date', 'acts.status_id', 'act_totals.price'])
    .where('acts.team_id', '=', teamId)
    .where('versions.project_id', '=', projectId)
    .orderBy('acts.place')
    .execute();
  const byId = new Map(versions.map((version) => [version.id, version]));
  const actsOf = Map.groupBy(acts, ({ version_id }) => version_id);
  // Summed from the acts shown beside them: sums from another query could differ while somebody claims.
  const sums = new Map([...actsOf].map(([id, own]) => [id, own.reduce((sum, { price }) => sum + cents(price ?? '0'), 0n)] as const));
  const claimed = (version: StoredVersion | undefined): bigint => {
    if (version === undefined) return 0n;
    const own = sums.get(version.id) ?? 0n;
    return version.carried_from === null ? own : own + cents(version.revaluation) + claimed(byId.get(version.carried_from));
  };
  const settled = (version: StoredVersion | undefined): bigint =>
    version === undefined ? 0n : cents(version.settled) + settled(byId.get(version.carried_from ?? 0));
  const nameOf = (version: StoredVersion | undefined) => version && { id: version.id, number: version.number, name: version.name };
  return versions.map((version) => {
    const { id, number, name, created_at, price, contract_id, is_separate, carried_from } = version;
    return {
      id,
      number,
      name,
      created_at: created_at.toISOString(),
      price: price ?? '0.00',
      contract_id: contract_id ?? id,
      carried_from: nameOf(byId.get(carried_from ?? 0)) ?? null,
      carried_on_by: nameOf(versions.find((other) => other.carried_from === id)) ?? null,
      is_separate,
      extras: version.extras ?? '0.00',
      settled: fromCents(settled(version)),
      claimed: fromCents(claimed(version)),
      acts: (actsOf.get(id) ?? []).map((act) => ({
        id: act.id,
        number: act.number,
        finish_date: act.finish_date,
        price: act.price ?? '0.00',
        status_id: act.status_id,
      })),
    };
  });
}
