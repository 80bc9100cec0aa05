import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint, Who } from '../../domain/api/endpoint.ts';
import { tokenVerdict } from '../../domain/apiTokens.ts';
import { may } from '../../domain/permissions.ts';
import { proofNeeded } from '../../domain/sentences/factors.ts';
import { tokenNever, tokenScope } from '../../domain/sentences/tokens.ts';
import type { Query } from '../db/open.ts';
import type { Caller, PublicAct } from '../http/caller.ts';
import { forbidden, HttpError, notFound, unauthorized } from '../http/errors.ts';
import { limited } from '../http/limits.ts';
import { isApiToken } from '../people/apiTokens.ts';
import { callerOf, presentedBy } from '../people/callers.ts';
import { publicActOf } from '../sharing/links.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make the call: every route of the API states it. */
    policy?: Who | 'graphql';
    takesForm?: true;
  }
}

interface Asking {
  readonly query: Query;
  readonly secret: Uint8Array;
  readonly request: FastifyRequest;
}

const link = ({ query, request }: Asking): Promise<PublicAct | null> => {
  const key = request.headers['act-public-key'];
  if (key === undefined) return Promise.resolve(null);
  return limited(query, 'publicKey', { address: request.ip }, () => publicActOf(query, key));
};

const caller = ({ query, secret, request }: Asking): Promise<Caller | null> =>
  callerOf(query, secret, request.headers.authorization, request.ip);

/** Identifies the caller and refuses callers that the policy excludes. */
const POLICIES: Readonly<Record<Who, (asking: Asking) => Promise<unknown>>> = {
  anyone: async () => null,
  visitor: async (asking) => {
    const known = await caller(asking);
    if (known === null && asking.request.headers.authorization !== undefined) throw unauthorized();
    return known;
  },
  user: async (asking) => {
    const known = await caller(asking);
    if (known === null) throw unauthorized();
    return known;
  },
  member: async (asking) => {
    const known = await caller(asking);
    if (known === null) throw unauthorized();
    return known;
  },
  viewer: async (asking) => {
    const known = await caller(asking);
    const publicAct = known === null ? await link(asking) : await link(asking).catch(nothing);
    if (known === null && publicAct === null) throw unauthorized();
    return { caller: known, publicAct };
  },
  keyholder: async (asking) => {
    const publicAct = await link(asking);
    if (publicAct !== null) return publicAct;
    throw (await caller(asking)) === null ? unauthorized() : notFound();
  },
};

async function presented(asking: Asking): Promise<Caller> {
  const { query, secret, request } = asking;
  // An API token is checked immediately, because the statements that check a session do not check tokens.
  if (isApiToken(request.headers.authorization)) return (await caller(asking)) as Caller;
  const known = await presentedBy(query, secret, request.headers.authorization);
  if (known === null) throw unauthorized();
  return known;
}

/** An invalid public key is ignored, because a signed-in person keeps their own access. */
const nothing = (error: unknown): null => {
  if (error instanceof HttpError) return null;
  throw error;
};

/** Identifies the caller and checks their role: throws 401, 403 or 404. `params` have been validated. */
interface Policy {
  whoCalls(asking: Asking): Promise<unknown>;
  /** Checks that the caller's session is valid, where `whoCalls` has not: 401 comes before every other refusal. */
  confirm?(asking: Asking): Promise<void>;
  allow(caller: unknown, params: unknown): void;
}

/**
 * The policy of a route. Throws an Error with the route's name for an unknown policy, for a permission without a team to check it in, and
 * for a call of members that does not state its effect on a project: a server with such a route does not start.
 */
export function policyOf(route: string, endpoint: Endpoint): Policy {
  const { who, permission, permissionIn, checksSession, needsProof, does } = endpoint;
  if (!Object.hasOwn(POLICIES, who)) throw new Error(`${route} does not start: there is no policy "${who}"`);
  if (does === undefined && (who === 'viewer' || (who === 'member' && (permission === undefined || permissionIn === 'project'))))
    throw new Error(`${route} does not start: it does not say what it does to a project`);
  if (checksSession && (who !== 'member' || permission !== undefined))
    throw new Error(`${route} does not start: only a call of any member can check its session by itself`);
  if (needsProof && ((who !== 'user' && who !== 'member') || checksSession))
    throw new Error(`${route} does not start: only somebody signed in, whose session is looked up first, can be asked for proof`);
  const whoMay = async (asking: Asking, identify: (asking: Asking) => Promise<unknown>) => {
    const known = await identify(asking);
    refuseToken(known, route, endpoint);
    return known;
  };
  if (checksSession)
    return {
      whoCalls: (asking) => whoMay(asking, presented),
      confirm: async (asking) => void (await POLICIES[who](asking)),
      allow: () => {},
    };
  const permit = permitted(route, endpoint);
  const allow: Policy['allow'] = (known, given) => {
    permit(known, given);
    if (needsProof && !(known as Caller).isProved) throw HttpError.of(403, proofNeeded());
  };
  return { whoCalls: (asking) => whoMay(asking, POLICIES[who]), allow };
}

/** Refuses an API token that may not make the call, with the reason. */
function refuseToken(known: unknown, route: string, { byToken, needsProof }: Endpoint): void {
  const { caller: viewer = known } = (known ?? {}) as { readonly caller?: unknown };
  const { token } = (viewer ?? {}) as Partial<Caller>;
  if (token === undefined) return;
  const verdict = tokenVerdict(token.scope, route.split(' ')[0] ?? '', needsProof ? 'never' : byToken);
  if (verdict !== 'may') throw HttpError.of(403, verdict === 'never' ? tokenNever() : tokenScope());
}

/** Checks the permission of the route in the team that the path names. */
function permitted(route: string, { who, permission, permissionIn, orSelf, params }: Endpoint): Policy['allow'] {
  if (permission === undefined) return () => {};
  if (who !== 'member' || params === undefined || !route.includes('/:id'))
    throw new Error(`${route} does not start: "${permission}" needs somebody signed in and a team's id in the path`);
  may('owner', permission);
  if (permissionIn === 'project') return () => {};
  return (known, given) => {
    const { roles, userId } = known as Caller;
    const { id, ...others } = given as { readonly id: number; readonly userId?: number };
    const role = roles.get(id);
    if (role === undefined) throw notFound();
    if (!may(role, permission) && (orSelf === undefined || others[orSelf] !== userId)) throw forbidden();
  };
}

/** Refuses to register a route under /api or /v1 that states no policy. */
export function refuseWithoutPolicy({ method, url, config }: RouteOptions): void {
  if (/^\/(api|v1)\//.test(url) && config?.policy === undefined) throw new Error(`${method} ${url} does not start: it states no policy`);
}
