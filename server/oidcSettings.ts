/** How the settings of one company sign-in (OpenID Connect) are read, and which of them belong together. */
import { ROLES, type Role } from '../domain/permissions.ts';

type Text = string | null;

/** One sign-in of a company, as the person who runs the installation has set it. */
export interface SingleSignOn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The issuer's name on the button of the sign-in page. */
  readonly name: string;
  /** Domains of the addresses that may sign in, in lower case; null allows every address of the issuer. */
  readonly domains: readonly string[] | null;
  /** The team that its people are put into. */
  readonly team: number | null;
  /** The claim that gives a person's position, and the role in the team for each of its values; "*" is the role for all other values. */
  readonly roleClaim: string | null;
  readonly roles: ReadonlyMap<string, Role>;
  /** The claim that confirms that the address is the person's. */
  readonly verifiedClaim: string;
  /** How strongly a person must have proved who they are: the ID token's `acr` has to be one of these. Empty accepts any. */
  readonly strengths: readonly string[];
  /** Nobody can sign in with a password or register. */
  readonly isOnlyWay: boolean;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** An https address; http is for a provider on the same machine. */
export function issuer(text: Text): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isSafe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname)));
  if (!isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error(
      `OIDC_ISSUER must be the https address by which the provider names itself, such as https://login.example, not "${text}"`,
    );
  return text;
}

/** `builders.example, roofs.example`; null for any. */
export function domains(text: Text): readonly string[] | '*' | null {
  if (text === null) return null;
  if (text.trim() === '*') return '*';
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(name)))
    throw new Error(`OIDC_DOMAINS must be domains separated by commas such as builders.example, or * for any, not "${text}"`);
  return names;
}

/** `estimators=admin, *=regular`. */
export function roles(text: Text): ReadonlyMap<string, Role> | null {
  if (text === null) return null;
  const pairs = text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    const role = ROLES.find((known) => known === pair.slice(at + 1).trim());
    const value = pair.slice(0, Math.max(at, 0)).trim();
    if (role === undefined || value === '')
      throw new Error(
        `OIDC_ROLES must be values with a role each such as estimators=admin, *=regular (roles: ${ROLES.join(', ')}), not "${text}"`,
      );
    return [value, role] as const;
  });
  return new Map(pairs);
}

/** `phr urn:example:two-factors`: OpenID Connect separates such values by spaces. */
export function strengths(text: Text): readonly string[] | null {
  const values = text?.split(/\s+/).filter((value) => value !== '') ?? [];
  if (text !== null && (values.length === 0 || values.some((value) => /[",]/.test(value))))
    throw new Error(`OIDC_ACR must be values of the claim acr separated by blanks such as phr phrh, not "${text}"`);
  return text === null ? null : values;
}

interface Given {
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly name: string | null;
  readonly domains: readonly string[] | '*' | null;
  readonly team: number | null;
  readonly roleClaim: string | null;
  readonly roles: ReadonlyMap<string, Role> | null;
  readonly verifiedClaim: string | null;
  readonly strengths: readonly string[] | null;
  readonly only: boolean | null;
  readonly publicUrl: string | null;
}

const NAMES = {
  clientId: 'OIDC_CLIENT_ID',
  clientSecret: 'OIDC_CLIENT_SECRET',
  name: 'OIDC_NAME',
  domains: 'OIDC_DOMAINS',
  team: 'OIDC_TEAM',
  roleClaim: 'OIDC_ROLE_CLAIM',
  roles: 'OIDC_ROLES',
  verifiedClaim: 'OIDC_VERIFIED_CLAIM',
  strengths: 'OIDC_ACR',
} as const;

const missing = (name: string, why: string): Error => new Error(`OIDC_ISSUER is set, so ${name} has to be: ${why}`);

/** The settings together; null where there is no issuer. Throws an Error whose message says which is missing. */
export function singleSignOn(given: Given): SingleSignOn | null {
  const { clientId, clientSecret, domains: allowed, publicUrl } = given;
  if (given.issuer === null) {
    const alone = (Object.keys(NAMES) as (keyof typeof NAMES)[]).find((key) => given[key] !== null);
    if (alone !== undefined || given.only === true)
      throw new Error(
        `${alone === undefined ? 'OIDC_ONLY' : NAMES[alone]} is set, and OIDC_ISSUER is not: without it there is no company sign-in`,
      );
    return null;
  }
  if (clientId === null) throw missing(NAMES.clientId, 'the provider gives it when this installation is registered there');
  if (clientSecret === null) throw missing(NAMES.clientSecret, 'the provider gives it when this installation is registered there');
  if (allowed === null) throw missing(NAMES.domains, 'the domains whose people may come in, or * for everybody the provider knows');
  if (publicUrl === null) throw missing('PUBLIC_URL', 'the provider sends people back to PUBLIC_URL/company');
  if ((given.roleClaim === null) !== (given.roles === null))
    throw new Error('OIDC_ROLE_CLAIM and OIDC_ROLES belong together: the name of a claim, and the role for each of its values');
  if (given.roles !== null && given.team === null)
    throw new Error('OIDC_ROLES gives roles in a team: set OIDC_TEAM (npm run actum -- teams)');
  return {
    issuer: given.issuer,
    clientId,
    clientSecret,
    name: given.name ?? new URL(given.issuer).host,
    domains: allowed === '*' ? null : allowed,
    team: given.team,
    roleClaim: given.roleClaim,
    roles: given.roles ?? new Map(),
    verifiedClaim: given.verifiedClaim ?? 'email_verified',
    strengths: given.strengths ?? [],
    isOnlyWay: given.only ?? false,
  };
}
