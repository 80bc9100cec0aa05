/** The company data a team shows on prints and public acts. */

import { sql } from 'kysely';
import type { Company } from '../../domain/api/parties.ts';
import type { Given } from '../../domain/api/routes.ts';
import { logoType } from '../../domain/logo.ts';
import { may } from '../../domain/permissions.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { rolesHeld } from './members.ts';

export async function companyOf(query: Query, teamId: number): Promise<Company> {
  const { rows } = await sql<Company>`
    select name, address, registration,
           'data:' || logo_type || ';base64,' || translate(encode(logo, 'base64'), E'\n', '') as logo
      from teams where id = ${teamId}`.execute(query);
  const [company] = rows;
  if (company === undefined) throw notFound();
  return company;
}

/** Sets the fields that are given; null removes the logo. */
export async function editCompany(
  { query }: Database,
  teamId: number,
  { address, registration, logo }: Given<'PUT /teams/:id/company/'>['body'],
  caller: Caller,
  from: From,
): Promise<Company> {
  return query.transaction().execute(async (tx) => {
    const { own } = await rolesHeld(tx, { teamId, userId: caller.userId }, caller);
    if (!may(own, 'seeTeamSettings')) throw forbidden();
    await sql`
      update teams set address = coalesce(${address ?? null}::text, address), registration = coalesce(${registration ?? null}::text, registration)
       where id = ${teamId}`.execute(tx);
    if (logo !== undefined)
      await sql`
        update teams set logo = decode(${logo}::text, 'base64'), logo_type = ${logo === null ? null : logoType(logo)}::text
         where id = ${teamId}`.execute(tx);
    await recordSecurity(tx, { kind: 'settings_changed', userId: caller.userId, teamId, from, on: { becomes: 'company' } });
    return companyOf(tx, teamId);
  });
}
