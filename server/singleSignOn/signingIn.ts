/**
 * One sign-in of a company, from the button to the session: begun, answered, and, when an account has the same address, confirmed by its
 * owner.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Tokens } from '../../domain/api/people.ts';
import { secondFactorNeeded } from '../../domain/sentences/factors.ts';
import { accountDisabled } from '../../domain/sentences/people.ts';
import * as say from '../../domain/sentences/singleSignOn.ts';
import type { Config } from '../config.ts';
import type { Query, Tx } from '../db/open.ts';
import { hasFactor } from '../factors/own.ts';
import type { BrowserCookie } from '../http/browserCookie.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, HttpError, refused } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import type { Surroundings } from '../http/handlers.ts';
import { reportError } from '../log.ts';
import { orderMail } from '../mail/queue.ts';
import type { SingleSignOn } from '../oidcSettings.ts';
import { keptHash, newSecret } from '../people/links.ts';
import { lockAddress } from '../people/pending.ts';
import { personByEmail } from '../people/persons.ts';
import { readAccess, renewProved, startFamily } from '../people/tokens.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { roleOf } from '../teams/members.ts';
import { admittedEmail, connect, followRole, joinTeam, knownPerson, makePerson, mappedRole } from './people.ts';
import { Away, type Claims, providerOf, TooWeak } from './provider.ts';

/** Seconds for the provider's page, and for the confirmation by the account's owner. */
const ANSWERED_WITHIN = 600;
const PROVED_WITHIN = 3_600;

interface Around extends Surroundings {
  readonly cookie: BrowserCookie;
  readonly from: From;
}
/** A session, and the page the person wanted to open. */
interface Arrived {
  readonly tokens: Tokens;
  readonly path: string | null;
}

export function settingsOf({ singleSignOn }: Config): SingleSignOn {
  if (singleSignOn === null) throw refused(say.ssoOff());
  return singleSignOn;
}

const redirectUri = (publicUrl: string) => `${publicUrl}/company`;

/** A path of this installation; null for anything that leads elsewhere. */
function ownPath(path: string | undefined, publicUrl: string): string | null {
  if (path === undefined || !path.startsWith('/')) return null;
  const url = URL.parse(path, publicUrl);
  if (url === null || url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}`;
}

const away = ({ name }: SingleSignOn) => HttpError.of(503, say.ssoAway({ name }), { retryAfter: 60 });
const over = () => refused(say.ssoOver());

/** Begins a sign-in of this browser, or has a signed-in person prove who they are; answers the provider's address to go to. */
export async function begin(around: Around, caller: Caller | null, wanted: string | undefined): Promise<string> {
  const { database, config, publicUrl, cookie } = around;
  const settings = settingsOf(config);
  const asked = await providerOf(settings)
    .begin(redirectUri(publicUrl()), { again: caller !== null })
    .catch((error: unknown) => {
      throw error instanceof Away ? away(settings) : error;
    });
  const secret = newSecret();
  const { state, nonce, verifier } = asked;
  await database.query
    .insertInto('company_sign_ins')
    .values({
      hash: keptHash(secret),
      state: keptHash(state),
      nonce,
      verifier,
      path: ownPath(wanted, publicUrl()),
      family: caller?.family ?? null,
      expires_at: secondsFromNow(ANSWERED_WITHIN),
    })
    .execute();
  cookie.write(secret, ANSWERED_WITHIN);
  return asked.address;
}

const secondsFromNow = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;

interface Answer {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * Uses up the sign-in of this browser, so that only one answer is processed. Null when it has expired or was answered, or belongs to
 * another browser.
 */
async function used(query: Query, { cookie }: Around) {
  const secret = cookie.read();
  if (secret === null) return null;
  const found = await query
    .updateTable('company_sign_ins')
    .set({ answered_at: sql<Date>`clock_timestamp()` })
    .where('hash', '=', keptHash(secret))
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returningAll()
    .executeTakeFirst();
  return found ?? null;
}

const isSame = (one: string, other: string) =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());

/**
 * Takes the provider's answer: signs in a known person, makes an account for an unknown one, and asks for proof (409 `sso_prove`) where the
 * address has an account. A signed-in person proves or connects their own account; nobody else's session is affected.
 */
export async function finish(
  around: Around,
  caller: Caller | null,
  answer: Answer,
): Promise<{ tokens: Tokens | null; path: string | null }> {
  const { database, config } = around;
  const settings = settingsOf(config);
  const begun = await used(database.query, around);
  if (begun === null || !isSame(begun.state, keptHash(answer.state))) throw over();
  if (begun.family !== (caller?.family ?? null)) throw over();
  const claims = await answered(around, settings, begun, answer);
  if (caller !== null) {
    await prove(around, settings, caller, claims);
    around.cookie.write(null, 0);
    return { tokens: null, path: begun.path };
  }
  const known = await knownPerson(database.query, settings.issuer, claims.subject);
  const email = admittedEmail(claims, settings);
  const role = mappedRole(claims, settings);
  if (known === null) {
    const made = await database.query.transaction().execute((tx) => newcomer(tx, settings, { claims, email, role }, around.from));
    if (made === 'has an account') {
      await waitForOwner(database.query, around, begun.hash, { claims, email, role });
      throw conflict(say.ssoProve({ email, name: settings.name }));
    }
  } else {
    if (known.disabled_at !== null) throw refused(accountDisabled());
    await database.query.transaction().execute((tx) => followRole(tx, settings, known.id, role, around.from));
  }
  around.cookie.write(null, 0);
  return { tokens: await enter(around, settings, claims), path: begun.path };
}

async function answered(
  { publicUrl }: Around,
  settings: SingleSignOn,
  begun: { readonly nonce: string; readonly verifier: string; readonly family: string | null },
  { state, code, iss, error }: Answer,
): Promise<Claims> {
  if (error !== undefined) throw HttpError.of(403, say.ssoDeclined({ name: settings.name }));
  const address = new URL(redirectUri(publicUrl()));
  for (const [name, value] of Object.entries({ state, code, iss })) if (value !== undefined) address.searchParams.set(name, value);
  try {
    return await providerOf(settings).claims(address, { ...begun, state }, { again: begun.family !== null });
  } catch (failure) {
    if (failure instanceof Away) throw away(settings);
    reportError("An answer of the company's sign-in was refused", failure);
    if (failure instanceof TooWeak) throw HttpError.of(403, say.ssoTooWeak({ name: settings.name }));
    throw refused(say.ssoFailed({ name: settings.name }));
  }
}

interface Coming {
  readonly claims: Claims;
  readonly email: string;
  readonly role: ReturnType<typeof mappedRole>;
}

/** Makes the account of an address that has none; one transaction at a time for an address. */
async function newcomer(tx: Tx, settings: SingleSignOn, { claims, email, role }: Coming, from: From): Promise<'made' | 'has an account'> {
  await lockAddress(tx, email);
  if ((await knownPerson(tx, settings.issuer, claims.subject)) !== null) return 'made';
  const known = await personByEmail(tx, email);
  if (known !== null && known.confirmed_at !== null) return 'has an account';
  const id = await makePerson(tx, settings, claims, email);
  await joinTeam(tx, settings, id, role, from);
  return 'made';
}

async function waitForOwner(query: Query, { cookie }: Around, hash: string, { claims, email, role }: Coming): Promise<void> {
  const owner = await personByEmail(query, email);
  if (owner === null) throw over();
  if (owner.disabled_at !== null) throw refused(accountDisabled());
  const secret = newSecret();
  // A new secret in place of the one that came with the answer, so that somebody who planted that one cannot continue.
  await query
    .updateTable('company_sign_ins')
    .set({
      hash: keptHash(secret),
      user_id: owner.id,
      subject: claims.subject,
      sid: claims.sid,
      role,
      expires_at: secondsFromNow(PROVED_WITHIN),
    })
    .where('hash', '=', hash)
    .execute();
  cookie.write(secret, PROVED_WITHIN);
}

/** A session of the person whom the provider names. */
async function enter(
  { database, config, from }: Around,
  settings: SingleSignOn,
  { subject, sid }: Pick<Claims, 'subject' | 'sid'>,
): Promise<Tokens> {
  const { query } = database;
  const person = await knownPerson(query, settings.issuer, subject);
  if (person === null) throw over();
  if (person.disabled_at !== null) throw refused(accountDisabled());
  const tokens = await startFamily(query, config.jwtSecret, { userId: person.id, password: person.password, methods: ['company'], from });
  const access = tokens && (await readAccess(config.jwtSecret, `Bearer ${tokens.access}`));
  if (tokens === null || access === null) throw over();
  await query.insertInto('company_sessions').values({ family: access.family, issuer: settings.issuer, subject, sid }).execute();
  await query
    .updateTable('company_identities')
    .set({ last_used_at: new Date() })
    .where('issuer', '=', settings.issuer)
    .where('subject', '=', subject)
    .execute();
  return tokens;
}

/** A signed-in person returned from the provider: this proves again who they are. */
async function prove({ database: { query }, config }: Around, settings: SingleSignOn, caller: Caller, claims: Claims): Promise<void> {
  const known = await knownPerson(query, settings.issuer, claims.subject);
  if (known?.id !== caller.userId) throw HttpError.of(403, say.ssoOtherAccount({ name: settings.name }));
  if ((await renewProved(query, config.jwtSecret, caller)) === null) throw over();
}

/** The sign-in of this browser that waits for the owner of an account. */
async function waiting(tx: Tx, { cookie }: Around) {
  const secret = cookie.read();
  if (secret === null) return null;
  const found = await tx
    .selectFrom('company_sign_ins')
    .selectAll()
    .where('hash', '=', keptHash(secret))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined || found.user_id === null || found.subject === null) return null;
  return { ...found, user_id: found.user_id, subject: found.subject };
}
type Waiting = NonNullable<Awaited<ReturnType<typeof waiting>>>;

/** Has a link mailed to the account's own address. */
export async function mailLink(around: Around): Promise<void> {
  settingsOf(around.config);
  await around.database.query.transaction().execute(async (tx) => {
    const found = await waiting(tx, around);
    if (found === null) throw over();
    const { email } = await tx.selectFrom('users').select('email').where('id', '=', found.user_id).executeTakeFirstOrThrow();
    await tx.updateTable('company_sign_ins').set({ is_mail_wanted: true }).where('hash', '=', found.hash).execute();
    await orderMail(tx, { kind: 'company', email });
  });
}

async function connectWaiting(tx: Tx, settings: SingleSignOn, { hash, user_id, subject, role }: Waiting, from: From): Promise<void> {
  await connect(tx, settings, subject, user_id);
  await recordSecurity(tx, { kind: 'company_connected', userId: user_id, teamId: null, from, on: { name: settings.name } });
  await joinTeam(tx, settings, user_id, role === null ? null : roleOf(role), from);
  await tx.deleteFrom('company_sign_ins').where('hash', '=', hash).execute();
}

/** The owner of the account opened the mailed link, in the browser that waits for it. */
export async function confirmByMail(around: Around, secret: string): Promise<Arrived> {
  const settings = settingsOf(around.config);
  const found = await around.database.query.transaction().execute(async (tx) => {
    const sign = await waiting(tx, around);
    if (sign === null || sign.mail_hash !== keptHash(secret)) throw refused(say.ssoOtherBrowser());
    // A mail must not bypass a second factor: a person with a second factor signs in with it and connects then.
    if (await hasFactor(tx, sign.user_id)) throw HttpError.of(403, secondFactorNeeded());
    await connectWaiting(tx, settings, sign, around.from);
    return sign;
  });
  around.cookie.write(null, 0);
  return { tokens: await enter(around, settings, found), path: found.path };
}

/** The owner of the account signed in to it after the provider answered, in the browser that waits for it. */
export async function confirmBySession(around: Around, caller: Caller): Promise<string | null> {
  const settings = settingsOf(around.config);
  const path = await around.database.query.transaction().execute(async (tx) => {
    const found = await waiting(tx, around);
    if (found === null) throw over();
    const session = await tx.selectFrom('refresh_families').select('proved_at').where('id', '=', caller.family).executeTakeFirst();
    const isSince = session !== undefined && found.answered_at !== null && session.proved_at >= found.answered_at;
    if (caller.userId !== found.user_id || !isSince) throw HttpError.of(403, say.ssoOtherAccount({ name: settings.name }));
    await connectWaiting(tx, settings, found, around.from);
    return found.path;
  });
  around.cookie.write(null, 0);
  return path;
}
