/** The requirement of a team that its members have a second factor. */
import { sql } from 'kysely';
import type { FactorRequirement } from '../../domain/api/people.ts';
import { may } from '../../domain/permissions.ts';
import { noFactorYet } from '../../domain/sentences/factors.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query } from '../db/open.ts';
import { hasFactor } from '../factors/own.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, forbidden } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { membershipTopic, rolesHeld } from './members.ts';

export async function factorRequirementOf(query: Query, teamId: number): Promise<FactorRequirement> {
  const { factor_required_from: from } = await query
    .selectFrom('teams')
    .select('factor_required_from')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  return { from: from?.toISOString() ?? null };
}

/**
 * Requires a second factor of the members from a moment on, or no longer. 409 `no_factor_yet` unless the person who sets it has one, so
 * that the team stays accessible.
 */
export async function requireFactors(
  { query }: Database,
  teamId: number,
  { from: moment }: FactorRequirement,
  caller: Caller,
  from: From,
): Promise<FactorRequirement> {
  return query.transaction().execute(async (tx) => {
    const { own } = await rolesHeld(tx, { teamId, userId: caller.userId }, caller);
    if (!may(own, 'seeTeamSettings')) throw forbidden();
    if (moment !== null && !(await hasFactor(tx, caller.userId))) throw conflict(noFactorYet());
    await tx.updateTable('teams').set({ factor_required_from: moment }).where('id', '=', teamId).execute();
    const becomes = moment === null ? 'no second factor' : `a second factor from ${new Date(moment).toISOString()}`;
    await recordSecurity(tx, { kind: 'settings_changed', userId: caller.userId, teamId, from, on: { becomes } });
    const { rows } = await sql<{ user_id: number }>`select user_id from members where team_id = ${teamId}::bigint`.execute(tx);
    for (const { user_id } of rows) await notify(tx, membershipTopic(user_id));
    return factorRequirementOf(tx, teamId);
  });
}
