/** Ends sessions that began at the company's provider, whether the person logs out here or there first. */

import { ssoFailed } from '../../domain/sentences/singleSignOn.ts';
import type { Config } from '../config.ts';
import type { Query } from '../db/open.ts';
import { countOne } from '../http/attempts.ts';
import { refused } from '../http/errors.ts';
import type { Surroundings } from '../http/handlers.ts';
import { reportError } from '../log.ts';
import { familyOf, revokeFamily } from '../people/tokens.ts';
import { providerOf } from './provider.ts';
import { settingsOf } from './signingIn.ts';

/** Seconds a logout token is remembered, so that it ends nothing a second time. */
const REMEMBERED = 900;

/** The address at which the provider ends its own session, for a login that began there; null for others. */
export async function providerLogoutAddress(
  query: Query,
  { singleSignOn }: Config,
  publicUrl: string,
  refresh: string,
): Promise<string | null> {
  if (singleSignOn === null) return null;
  const family = await familyOf(query, refresh);
  if (family === null) return null;
  const began = await query.selectFrom('company_sessions').select('issuer').where('family', '=', family).executeTakeFirst();
  return began?.issuer === singleSignOn.issuer ? providerOf(singleSignOn).endAddress(`${publicUrl}/`) : null;
}

/** The provider reports a logout: the person's sessions that began there end. */
export async function endSessionsFromProvider({ database, config }: Surroundings, token: string): Promise<void> {
  const settings = settingsOf(config);
  const ended = await providerOf(settings)
    .endedThere(token)
    .catch((error: unknown) => {
      reportError("A logout of the company's sign-in was refused", error);
      throw refused(ssoFailed({ name: settings.name }));
    });
  await database.query.transaction().execute(async (tx) => {
    const { count } = await countOne(tx, `company logout:${ended.id}`, REMEMBERED);
    if (count > 1) throw refused(ssoFailed({ name: settings.name }));
    let left = tx.selectFrom('company_sessions').select('family').where('issuer', '=', settings.issuer);
    if (ended.subject !== null) left = left.where('subject', '=', ended.subject);
    if (ended.sid !== null) left = left.where('sid', '=', ended.sid);
    for (const { family } of await left.execute()) await revokeFamily(tx, family);
  });
}
