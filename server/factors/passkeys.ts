/** Passkeys: the requests to browsers, and the checks of their answers. The library is loaded at the first use. */
import { sql } from 'kysely';
import type { MadePasskey, SignedByPasskey } from '../../domain/api/factors.ts';
import { passkeyRefused } from '../../domain/sentences/factors.ts';
import type { Query } from '../db/open.ts';
import { type HttpError, refused } from '../http/errors.ts';

const library = () => import('@simplewebauthn/server');
type Library = Awaited<ReturnType<typeof library>>;
type Made = Parameters<Library['verifyRegistrationResponse']>[0]['response'];
type Signed = Parameters<Library['verifyAuthenticationResponse']>[0]['response'];
export type Options = Record<string, unknown> & { readonly challenge: string };

/** The address of this installation, to which browsers bind passkeys. */
export interface Site {
  readonly rpId: string;
  readonly origin: string;
}
export function siteOf(publicUrl: string): Site {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** EdDSA, ES256 and RS256: the algorithms of authenticators. With the library's own list Node prints a warning. */
const ALGORITHMS = [-8, -7, -257];

const notAccepted = (): HttpError => refused(passkeyRefused());

interface Known {
  readonly id: string;
  readonly transports: string[];
}
async function knownTo(query: Query, userId: number): Promise<Known[]> {
  const found = await query
    .selectFrom('factors')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .execute();
  return found.map(({ credential_id, transports }) => ({ id: credential_id ?? '', transports }));
}

/** Asks a browser to make a passkey of this person that it does not have yet. */
export async function askToMake(query: Query, site: Site, person: { id: number; email: string; name: string }): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Actum',
    rpID: site.rpId,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`actum person ${person.id}`),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await knownTo(query, person.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
}

interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: string[];
}
/** A passkey that was made for this challenge at this site; 400 `passkey_refused` otherwise. */
export async function madePasskey(site: Site, challenge: string, made: MadePasskey): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: made as Made,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw notAccepted();
  });
  if (!verified) throw notAccepted();
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: made.response.transports,
  };
}

/** Who must sign a challenge, and how. */
interface Signer {
  /** The person who must own the passkey; null for anybody. */
  readonly userId: number | null;
  /** Whether the authenticator has to have checked the person, by a PIN or a finger. */
  readonly mustVerify: boolean;
}
/** Asks a browser to sign: with one of the person's passkeys, or, without a person, with any passkey it has for this site. */
export async function askToSign(query: Query, site: Site, { userId, mustVerify }: Signer): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: mustVerify ? 'required' : 'preferred',
    ...(userId !== null && { allowCredentials: await knownTo(query, userId) }),
  });
  return { ...options };
}

interface Signing extends Signer {
  readonly site: Site;
  /** Null when it was used already, or has expired. */
  readonly challenge: string | null;
  readonly passkey: SignedByPasskey;
}
/** The person whose passkey signed the challenge; 400 `passkey_refused` otherwise. A counter that does not rise is a copy of the passkey. */
export async function signedBy(query: Query, { site, challenge, passkey, mustVerify, userId }: Signing): Promise<number> {
  const known = await query
    .selectFrom('factors')
    .select(['id', 'user_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', passkey.id)
    .executeTakeFirst();
  if (challenge === null || known === undefined || known.public_key === null || (userId !== null && known.user_id !== userId))
    throw notAccepted();
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey as Signed,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: mustVerify,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
      transports: known.transports as never,
    },
  }).catch(() => {
    throw notAccepted();
  });
  const { numAffectedRows } = await sql`
    update factors set counter = ${authenticationInfo?.newCounter ?? 0}::bigint, last_used_at = clock_timestamp()
     where id = ${known.id}::bigint and counter = ${known.counter}::bigint`.execute(query);
  if (!verified || numAffectedRows !== 1n) throw notAccepted();
  return known.user_id;
}
