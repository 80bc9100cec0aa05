/** The company's provider of sign-ins, called through openid-client. Its answers are trusted only after every check of the code flow. */

import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { reportError } from '../log.ts';
import type { SingleSignOn } from '../oidcSettings.ts';
import { isStorable } from '../storableText.ts';

/** Seconds. */
const TIMEOUT = 10;
const CLOCKS_DIFFER = 10;
/** Milliseconds. */
const KNOWN_FOR = 3_600_000;
const AGAIN_AFTER = 5_000;

/** The signature algorithms accepted for an ID token. None uses a shared secret, so only the provider can sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const BACK_CHANNEL = 'http://schemas.openid.net/event/backchannel-logout';

/** The address people are sent to, and the values the answer must match. */
interface Asked {
  readonly address: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider identifies them. */
export interface Claims {
  readonly subject: string;
  readonly sid: string | null;
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string | null;
  /** The values of the role claim. */
  readonly values: readonly string[];
}

/** A logout at the provider: of one of the person's sessions, or of all. */
interface EndedThere {
  readonly subject: string | null;
  readonly sid: string | null;
  readonly id: string;
}

/** The provider does not answer. */
export class Away extends Error {}

/** The person has not proved themselves as strongly as the settings ask, or the provider does not say so. */
export class TooWeak extends Error {}

interface Known {
  readonly configuration: Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly algorithms: string[];
  readonly at: number;
}

class Provider {
  readonly settings: SingleSignOn;
  #known: Known | null = null;
  #asking: Promise<Known> | null = null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(settings: SingleSignOn) {
    this.settings = settings;
  }

  /** The provider's published metadata, read again every hour. Throws `Away`. */
  async #find(): Promise<Known> {
    const now = performance.now();
    if (this.#known !== null && now - this.#known.at < KNOWN_FOR) return this.#known;
    // After a failure the provider is not asked again for a while, however many people try to sign in.
    if (this.#asking === null && now - this.#failedAt < AGAIN_AFTER) return this.#knownOr(new Away('it did not answer a moment ago'));
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking.catch((error: unknown) => this.#knownOr(new Away('it does not answer', { cause: error })));
  }

  /** Metadata more than an hour old is better than none. */
  #knownOr(away: Away): Known {
    if (this.#known === null) throw away;
    return this.#known;
  }

  async #ask(): Promise<Known> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const isLocal = url.protocol === 'http:';
    try {
      const found = await discovery(url, clientId, undefined, undefined, {
        timeout: TIMEOUT,
        ...(isLocal && { execute: [allowInsecureRequests] }),
      });
      const { supportsPKCE: _, ...metadata } = found.serverMetadata();
      if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys');
      const algorithms = (metadata.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) => ALGORITHMS.includes(name));
      const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const proof = methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
      const configuration = new Configuration(
        { ...metadata, id_token_signing_alg_values_supported: algorithms },
        clientId,
        { [clockTolerance]: CLOCKS_DIFFER },
        proof,
      );
      configuration.timeout = TIMEOUT;
      if (isLocal) allowInsecureRequests(configuration);
      enableNonRepudiationChecks(configuration);
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: TIMEOUT * 1000 });
      this.#known = { configuration, keys, algorithms, at: performance.now() };
      return this.#known;
    } catch (error) {
      this.#failedAt = performance.now();
      reportError("The company's sign-in (OIDC_ISSUER) does not answer; it is tried again", error);
      throw error;
    }
  }

  /** Reads the provider's metadata before it is needed. */
  async warm(): Promise<void> {
    await this.#find().catch(() => undefined);
  }

  /** Begins a sign-in. With `again` the person must prove who they are even when they have a session at the provider. */
  async begin(redirectUri: string, { again }: { readonly again: boolean }): Promise<Asked> {
    const { configuration } = await this.#find();
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(this.settings.strengths.length > 0 && { acr_values: this.settings.strengths.join(' ') }),
      ...(again && { prompt: 'login', max_age: '0' }),
    });
    return { address: address.href, state, nonce, verifier };
  }

  /**
   * The person the provider's answer is about. Throws when the answer does not match the request: state, nonce, issuer, keys, audience,
   * times. `answer` is the address the person came back to.
   */
  async claims(answer: URL, { state, nonce, verifier }: Omit<Asked, 'address'>, { again }: { readonly again: boolean }): Promise<Claims> {
    const { configuration } = await this.#find();
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again && { maxAge: 60 }),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('The provider gave no ID token');
    const { roleClaim, verifiedClaim, strengths } = this.settings;
    if (strengths.length > 0 && !strengths.includes(textOf(claims.acr) ?? ''))
      throw new TooWeak(`acr is ${textOf(claims.acr) ?? 'not said'}`);
    const isWhole = claims.email !== undefined && (roleClaim === null || claims[roleClaim] !== undefined);
    const userInfo =
      isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // The address and its confirmation must come from the same answer.
    const person: Readonly<Record<string, unknown>> = claims.email === undefined ? userInfo : claims;
    const role = roleClaim === null ? undefined : (claims[roleClaim] ?? (userInfo as Readonly<Record<string, unknown>>)[roleClaim]);
    return {
      subject: claims.sub,
      sid: textOf(claims.sid),
      email: textOf(person.email),
      isVerified: person[verifiedClaim] === true || person[verifiedClaim] === 'true',
      name: textOf(person.name),
      values: (Array.isArray(role) ? role : [role]).flatMap((value) => textOf(value) ?? []),
    };
  }

  /**
   * The address at which the provider ends its own session and returns to `back`; null when it has no such page, or its metadata is not
   * known yet.
   */
  endAddress(back: string): string | null {
    const end = this.#known?.configuration.serverMetadata().end_session_endpoint;
    if (end === undefined) return null;
    const address = new URL(end);
    address.searchParams.set('client_id', this.settings.clientId);
    address.searchParams.set('post_logout_redirect_uri', back);
    return address.href;
  }

  /**
   * The session or sessions that a logout token of the back channel ends. Throws when the token is not the provider's, not for this
   * installation, or not for a logout.
   */
  async endedThere(token: string): Promise<EndedThere> {
    const { keys, algorithms } = await this.#find();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: this.settings.issuer,
      audience: this.settings.clientId,
      algorithms,
      clockTolerance: CLOCKS_DIFFER,
      maxTokenAge: 300,
      requiredClaims: ['iat', 'jti', 'exp'],
    });
    const { typ } = protectedHeader;
    if (typ !== undefined && typ.toLowerCase() !== 'logout+jwt' && typ.toLowerCase() !== 'jwt')
      throw new Error('The token is no logout token');
    const events: unknown = payload.events;
    if (typeof events !== 'object' || events === null || !(BACK_CHANNEL in events) || payload.nonce !== undefined)
      throw new Error('The token is no logout token');
    const [subject, sid] = [textOf(payload.sub), textOf(payload.sid)];
    if (subject === null && sid === null) throw new Error('The token says of nobody that they left');
    return { subject, sid, id: payload.jti ?? '' };
  }
}

/** A claim that is a text no longer than claims are, and one that can be stored; else null. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 1_000 && isStorable(value) ? value : null;

const providers = new WeakMap<SingleSignOn, Provider>();
/** The provider of these settings; one for each process. */
export function providerOf(settings: SingleSignOn): Provider {
  const known = providers.get(settings) ?? new Provider(settings);
  providers.set(settings, known);
  return known;
}
