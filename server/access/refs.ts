/**
 * The only way to find a record: by its id among the caller's teams. A record that is deleted, unknown or of another team is 404 in each
 * case. A write begins with `lockRecord`, the only function that gives a `Locked` ref; no other ref can be written to.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../domain/permissions.ts';
import type { Query, Tx } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { limitIn } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { notFound, rowGone, unauthorized } from '../http/errors.ts';
import { authOf, type CallerAuth, type SessionAsked, sessionAndRole, sessionIsValid, sessionOf } from './session.ts';

export interface ProjectRef {
  readonly teamId: number;
  readonly projectId: number;
}
export interface VersionRef extends ProjectRef {
  readonly versionId: number;
}
export interface ActRef extends VersionRef {
  readonly actId: number;
  /** 1 for the first act made in the version. */
  readonly place: number;
}

/** The ids that lead to a record, by its kind. */
interface Refs {
  readonly project: ProjectRef;
  readonly version: VersionRef;
  readonly list: VersionRef;
  readonly row: VersionRef;
  readonly additional_cost: VersionRef;
  readonly tax: VersionRef;
  readonly comment: VersionRef;
  readonly extra: VersionRef;
  readonly act: ActRef;
}
type RecordKind = keyof Refs;
/** Some teams, or a person: the teams of a person who has only presented a token are read together with the record. */
type TeamScope = Pick<Caller, 'teams'> & Partial<Pick<Caller, 'userId' | 'presented' | 'access'>>;

/** Marks a locked ref by its type alone: a copy made by spreading loses the mark. */
declare class LockMark {
  private readonly held: true;
}
/** The ref of a record, read while this transaction locks its project: the record cannot be deleted before it is written. */
export type Locked<P extends ProjectRef> = P & LockMark & Held;
interface Held {
  /** The role in the record's team of the person who locks it, as it is under the lock; null where nobody waits for the work. */
  readonly role: Role | null;
}

interface Found {
  readonly team_id: number;
  readonly project_id: number;
  readonly version_id: number | null;
  readonly act_id: number | null;
  readonly act_place: number | null;
  /** The person's limit in the project (`limit_of`); null without a limit. */
  readonly limited_to: string | null;
}

/** 404 without a record, 403 where the caller's limit in its project does not allow the call. */
function refFrom<K extends RecordKind>({ access }: Pick<Caller, 'access'>, kind: K, found: Found | undefined): Refs[K] {
  if (found === undefined) throw kind === 'row' ? rowGone() : notFound();
  access?.admit(limitIn(found.limited_to));
  const { team_id, project_id, version_id, act_id, act_place } = found;
  const ref = { teamId: team_id, projectId: project_id, versionId: version_id, actId: act_id, place: act_place };
  return ref as ProjectRef as Refs[K];
}

interface FindAsked extends SessionAsked {
  /** Null to look in all teams of the person. */
  readonly teams: readonly number[] | null;
  readonly kind: RecordKind;
  readonly id: number;
}
/** Reads the person's limit in the project of the place `l`. */
const limitSql = ({ person }: Pick<SessionAsked, 'person'>) => sql`limit_of(${person}::bigint, l.team_id, l.project_id)`;

const find = statement<FindAsked, Found>(
  'find',
  (given) => sql`
    select l.team_id, l.project_id, l.version_id, l.act_id, l.act_place, ${limitSql(given)} as limited_to
      from place_of(coalesce(${given.teams}::bigint[], array(select m.team_id from teams_open_to(${given.person}::bigint) m)), ${given.kind}, ${given.id}::bigint) l
     where ${sessionIsValid(given)}`,
);

async function findRef<K extends RecordKind>(query: Query, scope: TeamScope, kind: K, id: number): Promise<Refs[K]> {
  const { userId = 0, presented } = scope;
  const session = presented === undefined ? { person: userId, family: null, generation: null } : sessionOf({ userId, presented });
  const [found] = await find(query, { ...session, teams: presented === undefined ? scope.teams : null, kind, id });
  return refFrom(scope, kind, found);
}

/** The caller's project with this id. */
export const findProject = (query: Query, scope: TeamScope, id: number): Promise<ProjectRef> => findRef(query, scope, 'project', id);
/** The version with this id, and its project. */
export const findVersion = (query: Query, scope: TeamScope, id: number): Promise<VersionRef> => findRef(query, scope, 'version', id);
/** The version that holds this list. */
export const findVersionOfList = (query: Query, scope: TeamScope, id: number): Promise<VersionRef> => findRef(query, scope, 'list', id);
/** The version that holds this row. */
export const findVersionOfRow = (query: Query, scope: TeamScope, id: number): Promise<VersionRef> => findRef(query, scope, 'row', id);
/** The caller's act with this id. */
export const findAct = (query: Query, scope: TeamScope, id: number): Promise<ActRef> => findRef(query, scope, 'act', id);

interface LockAsked extends CallerAuth {
  readonly kind: RecordKind;
  readonly id: number;
  /** The place of an act to find as well, in the record's version; null for none. */
  readonly actAt: number | null;
}
/** The caller who locks. */
type Locker = Pick<Caller, 'userId' | 'login' | 'token' | 'access'>;

interface LockedPlace extends Found {
  readonly frozen: boolean;
  /** Whether the caller's session or token is still valid: it may have ended during the wait for the lock. */
  readonly stands: boolean;
  readonly role: Role | null;
}

const lockSql = (given: LockAsked) =>
  sql`lock_place(${given.person}::bigint, ${given.kind}, ${given.id}::bigint, ${given.actAt}::int) l cross join lateral ${sessionAndRole(given, sql`l.team_id`)} n`;
const placeSql = (given: LockAsked) =>
  sql`l.team_id, l.project_id, l.version_id, l.act_id, l.act_place, l.frozen, n.stands, n.role, ${limitSql(given)} as limited_to`;

const lock = statement<LockAsked, LockedPlace>('lock', (given) => sql`select ${placeSql(given)} from ${lockSql(given)}`);

function lockedRef<K extends RecordKind>(caller: Locker, kind: K, found: LockedPlace | undefined) {
  if (found?.stands === false) throw unauthorized();
  const ref = { ...refFrom(caller, kind, found), isFrozen: found?.frozen === true, role: found?.role ?? null };
  return ref as typeof ref & Locked<Refs[K]>;
}
type LockedRef<K extends RecordKind> = ReturnType<typeof lockedRef<K>>;

/**
 * Locks the project of a record until the transaction ends, so that a project has one writer, and answers where the record is now. 404 when
 * it is gone or the caller is no longer a member, 401 when their session is over: both may have happened during the wait for the lock.
 */
export async function lockRecord<K extends RecordKind>(tx: Tx, caller: Locker, kind: K, id: number): Promise<LockedRef<K>> {
  const [found] = await lock(tx, { ...authOf(caller), kind, id, actAt: null });
  return lockedRef(caller, kind, found);
}

/**
 * `lockRecord` that reads the data an edit begins with in the same round trip. `read` gives columns by volatile functions of the place `l`
 * and the record's `id`, because only volatile functions see what others committed during the wait for the lock.
 */
export function lockingRead<Read extends object>(
  name: string,
  read: (id: number, actAt: number | null) => RawBuilder<unknown>,
): <K extends RecordKind>(tx: Tx, caller: Locker, kind: K, id: number, actAt?: number) => Promise<{ ref: LockedRef<K>; read: Read }> {
  const run = statement<LockAsked, LockedPlace & Read>(
    name,
    (given) => sql`select ${placeSql(given)}, ${read(given.id, given.actAt)} from ${lockSql(given)}`,
  );
  return async (tx, caller, kind, id, actAt) => {
    const [found] = await run(tx, { ...authOf(caller), kind, id, actAt: actAt ?? null });
    const ref = lockedRef(caller, kind, found);
    if (found === undefined) throw notFound();
    return { ref, read: found };
  };
}

/** The requested act. 404 when the version has no act at the requested place. */
export function lockedAct(ref: Locked<VersionRef>): Locked<ActRef> {
  const actRef = ref as Locked<ActRef>;
  if (actRef.actId === null) throw notFound();
  return actRef;
}

/** `lockRecord` for the act at a place of the version that holds a row. */
export async function lockActOfRow(tx: Tx, caller: Locker, rowId: number, at: number): Promise<Locked<ActRef>> {
  const [found] = await lock(tx, { ...authOf(caller), kind: 'row', id: rowId, actAt: at });
  return lockedAct(lockedRef(caller, 'row', found));
}

/** Locks a project for work that no caller waits for, such as the reading of a file. 404 when it has been deleted. */
export async function lockProject(tx: Tx, { teamId, projectId }: ProjectRef): Promise<Locked<ProjectRef>> {
  const { rows } = await sql`
    select 1 from projects where team_id = ${teamId} and id = ${projectId} and deleted_at is null for no key update`.execute(tx);
  if (rows.length === 0) throw notFound();
  return { teamId, projectId, role: null } as ProjectRef & Held as Locked<ProjectRef>;
}

/** A ref within a locked project, for a record that was made or read under the lock. */
export const lockedWithin = <P extends ProjectRef, Inner extends object>(ref: Locked<P>, inner: Inner): Locked<P & Inner> =>
  ({ ...ref, ...inner }) as P & Inner as Locked<P & Inner>;

/** Whether the version is frozen: it has an act, or a newer version carries it on. */
export async function isFrozen(query: Query, { teamId, versionId }: VersionRef): Promise<boolean> {
  const { rows } = await sql`select where version_frozen(${teamId}, ${versionId})`.execute(query);
  return rows.length > 0;
}
