/** A person's own factors: listed, added, renamed, removed. */
import type { AddedFactor, Factor, Factors, MadePasskey, NewApp } from '../../domain/api/factors.ts';
import type { FactorKind } from '../../domain/factors.ts';
import * as say from '../../domain/sentences/factors.ts';
import { notify } from '../db/bus.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, fieldError, notFound, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { membershipTopic } from '../people/persons.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { newApp, stepOf } from './apps.ts';
import { askToMake, madePasskey, type Options, type Site } from './passkeys.ts';
import { keepRecoveryCodes, newRecoveryCodes, recoveryCodesLeft } from './recoveryCodes.ts';
import { beginOwn, begunBy } from './tickets.ts';

const MOST = 20;
const COLUMNS = ['id', 'kind', 'name', 'added_at', 'last_used_at'] as const;

interface Row {
  readonly id: number;
  readonly kind: FactorKind;
  readonly name: string;
  readonly added_at: Date;
  readonly last_used_at: Date | null;
}
const shown = ({ added_at, last_used_at, ...rest }: Row): Factor => ({
  ...rest,
  added_at: added_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export async function factorsOf(query: Query, { userId }: Caller, site: Site): Promise<Factors> {
  const rows = await query.selectFrom('factors').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();
  return { factors: rows.map(shown), recovery_codes: await recoveryCodesLeft(query, userId), passkeys_at: site.origin };
}

/** Whether the person has a second factor. */
export async function hasFactor(query: Query, userId: number): Promise<boolean> {
  return (await query.selectFrom('factors').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}

const personOf = (query: Query, id: number) =>
  query.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirstOrThrow();

/** Begins to add an app: its secret is stored with the login until one of its codes is confirmed. */
export async function beginApp(query: Query, key: Uint8Array, caller: Caller): Promise<NewApp> {
  const { email } = await personOf(query, caller.userId);
  const { sealed, ...app } = newApp(key, email);
  await beginOwn(query, caller, 'add_app', { secret: sealed });
  return app;
}

export async function beginPasskey(query: Query, site: Site, caller: Caller): Promise<Options> {
  const options = await askToMake(query, site, await personOf(query, caller.userId));
  await beginOwn(query, caller, 'add_passkey', { challenge: options.challenge });
  return options;
}

interface Around {
  readonly database: Database;
  readonly caller: Caller;
  readonly from: From;
}

/** Adds the app that was begun, once a code shows that it is set up; this uses the code up. */
export async function confirmApp(around: Around, key: Uint8Array, given: { name: string; code: string }): Promise<AddedFactor> {
  const { query } = around.database;
  const begun = await begunBy(query, around.caller.family, 'add_app', { take: false });
  if (begun === null || begun.secret === null) throw refused(say.ticketOver());
  const { secret } = begun;
  const step = stepOf(key, secret, given.code);
  if (step === null) throw fieldError('code', say.wrongCode());
  return add(around, { kind: 'app', name: given.name, secret, last_step: step }, async (tx) => {
    const taken = await begunBy(tx, around.caller.family, 'add_app', { take: true });
    if (taken?.secret !== secret) throw refused(say.ticketOver());
  });
}

export async function confirmPasskey(around: Around, site: Site, given: { name: string; passkey: MadePasskey }): Promise<AddedFactor> {
  const begun = await begunBy(around.database.query, around.caller.family, 'add_passkey', { take: true });
  if (begun === null || begun.challenge === null) throw refused(say.ticketOver());
  const made = await madePasskey(site, begun.challenge, given.passkey);
  return add(around, { kind: 'passkey', name: given.name, ...made });
}

interface NewFactor {
  readonly kind: FactorKind;
  readonly name: string;
  readonly secret?: string;
  readonly last_step?: number;
  readonly credential_id?: string;
  readonly public_key?: string;
  readonly counter?: number;
  readonly transports?: string[];
}
/** Adds a factor; the first one comes with recovery codes. */
async function add({ database: { query }, caller: { userId }, from }: Around, factor: NewFactor, first?: (tx: Tx) => Promise<void>) {
  const codes = (await recoveryCodesLeft(query, userId)) > 0 ? null : await newRecoveryCodes();
  return query.transaction().execute(async (tx): Promise<AddedFactor> => {
    await first?.(tx);
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const before = await tx.selectFrom('factors').select('id').where('user_id', '=', userId).execute();
    if (before.length >= MOST) throw conflict(say.tooManyFactors({ most: MOST }));
    const row = await tx
      .insertInto('factors')
      .values({ user_id: userId, ...factor })
      .onConflict((clash) => clash.column('credential_id').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (row === undefined) throw refused(say.passkeyRefused());
    if (codes !== null) await keepRecoveryCodes(tx, userId, codes);
    await notify(tx, membershipTopic(userId));
    await recordSecurity(tx, { kind: 'factor_added', userId, teamId: null, from, on: { name: factor.name, becomes: factor.kind } });
    return { factor: shown(row), recovery_codes: codes === null ? null : [...codes.codes] };
  });
}

export async function renameFactor({ query }: Database, { userId }: Caller, id: number, name: string): Promise<Factor> {
  const row = await query
    .updateTable('factors')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return shown(row);
}

/** Removes a factor; the recovery codes are removed with the last one. */
export async function removeFactor({ database: { query }, caller: { userId }, from }: Around, id: number): Promise<void> {
  await query.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const gone = await tx
      .deleteFrom('factors')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['name', 'kind'])
      .executeTakeFirst();
    if (gone === undefined) throw notFound();
    const left = await tx.selectFrom('factors').select('id').where('user_id', '=', userId).limit(1).execute();
    if (left.length === 0) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await notify(tx, membershipTopic(userId));
    await recordSecurity(tx, { kind: 'factor_removed', userId, teamId: null, from, on: { name: gone.name, was: gone.kind } });
  });
}

/** New recovery codes that replace the earlier ones. */
export async function remakeRecoveryCodes({ database: { query }, caller: { userId }, from }: Around): Promise<string[]> {
  const made = await newRecoveryCodes();
  await query.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const factors = await tx.selectFrom('factors').select('id').where('user_id', '=', userId).limit(1).execute();
    if (factors.length === 0) throw conflict(say.noFactorYet());
    await keepRecoveryCodes(tx, userId, made);
    await recordSecurity(tx, { kind: 'recovery_codes_made', userId, teamId: null, from });
  });
  return [...made.codes];
}
