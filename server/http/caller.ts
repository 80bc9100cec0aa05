import { sql } from 'kysely';
import type { Role } from '../../domain/permissions.ts';
import { type Access, readAccess } from '../accounts/tokens.ts';
import type { Query } from '../db/open.ts';
import { HttpError } from './errors.ts';

/** A signed-in person and the teams whose records exist for them. */
export interface Caller {
  readonly userId: number;
  readonly family: string;
  readonly expiresAt: number;
  readonly teams: readonly number[];
  readonly roles: ReadonlyMap<number, Role>;
}

/** The one act a public key opens. */
export interface PublicAct {
  readonly teamId: number;
  readonly actId: number;
  /** When the link runs out, in milliseconds since 1970; null when it does not. */
  readonly expiresAt: number | null;
}

/** Whoever may read acts: a person, the holder of a key, or both. */
export interface Viewer {
  readonly caller: Caller | null;
  readonly publicAct: PublicAct | null;
}

/** Who sends this bearer header; null when the token is missing, expired or withdrawn. */
export async function callerOf(query: Query, secret: Uint8Array, authorization: unknown): Promise<Caller | null> {
  const access = await readAccess(secret, authorization);
  return access === null ? null : callerOfAccess(query, access);
}

async function callerOfAccess(query: Query, { userId, family, generation, expiresAt }: Access): Promise<Caller | null> {
  const { rows } = await sql<{ team_id: number | null; role: Role | null }>`
    select m.team_id, m.role from refresh_families f left join members m on m.user_id = f.user_id
     where f.id = ${family} and f.user_id = ${userId} and f.generation = ${generation} and f.revoked_at is null`.execute(query);
  if (rows.length === 0) return null;
  const roles = new Map(rows.flatMap(({ team_id, role }) => (team_id === null || role === null ? [] : [[team_id, role] as const])));
  return { userId, family, expiresAt, teams: [...roles.keys()], roles };
}

/** The act an `act-public-key` header opens. 404 saying why it opens none: `link_withdrawn`, `link_expired`, `not_found`. */
export async function publicActOf(query: Query, key: unknown): Promise<PublicAct> {
  const link =
    typeof key === 'string'
      ? await query
          .selectFrom('act_links')
          .select(['team_id', 'act_id', 'withdrawn_at', 'expires_at', sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over')])
          .where('hash', '=', key)
          .executeTakeFirst()
      : undefined;
  if (link === undefined) throw new HttpError(404, { detail: 'This link opens nothing', code: 'not_found' });
  if (link.withdrawn_at !== null) throw new HttpError(404, { detail: 'This link has been withdrawn', code: 'link_withdrawn' });
  if (link.is_over) throw new HttpError(404, { detail: 'This link has run out', code: 'link_expired' });
  return { teamId: link.team_id, actId: link.act_id, expiresAt: link.expires_at?.getTime() ?? null };
}
