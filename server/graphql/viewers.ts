/** Finds out who asks: a person or a program by their token, and the act of a public key. */
import { findAct } from '../acts/find.ts';
import type { Config } from '../config.ts';
import type { Query } from '../db/open.ts';
import type { PublicAct, Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { FROM_INSIDE } from '../http/from.ts';
import { callerOf, presentedBy } from '../people/callers.ts';
import { recordReachedLimit } from '../securityLog/refused.ts';
import { publicActOf } from '../sharing/links.ts';

type Headers = Readonly<Record<string, unknown>>;
type ViewerAt = (headers: Headers, address: string) => Promise<Viewer>;

/** The act of a public key; null without a key and for an invalid one. */
async function actOfKey(query: Query, key: unknown): Promise<PublicAct | null> {
  try {
    if (key === undefined) return null;
    const act = await publicActOf(query, key);
    await findAct(query, { teams: [act.teamId] }, act.actId);
    return act;
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** Looks up the act of a public key; viewers with the same key that are woken by one change share one lookup. */
function sharedLookup(query: Query): (key: unknown) => Promise<PublicAct | null> {
  const underWay = new Map<unknown, Promise<PublicAct | null>>();
  return (key) => {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const lookup = actOfKey(query, key);
    underWay.set(key, lookup);
    setImmediate(() => underWay.delete(key));
    return lookup;
  };
}

interface Viewers {
  readonly viewerOf: ViewerAt;
  /** The viewer of a query. The session of an access token is checked by the statements that read for it. */
  readonly readerOf: ViewerAt;
}
export function viewersOf(query: Query, { jwtSecret }: Pick<Config, 'jwtSecret'>): Viewers {
  const publicActOfKey = sharedLookup(query);
  /** A wrong API token gives no access; a network that tries many is recorded. */
  const nobodyAt = (address: string) => (error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    const from = { ...FROM_INSIDE, address };
    if (error.status === 429) recordReachedLimit(query, { about: '', person: async () => null, route: 'GraphQL', from });
    return null;
  };
  const viewerOf: ViewerAt = async (headers, address) => ({
    caller: await callerOf(query, jwtSecret, headers.authorization ?? headers.Authorization, address).catch(nobodyAt(address)),
    publicAct: await publicActOfKey(headers['act-public-key']),
  });
  const readerOf: ViewerAt = async (headers, address) => {
    const caller = await presentedBy(query, jwtSecret, headers.authorization);
    return caller === null ? viewerOf(headers, address) : { caller, publicAct: await publicActOfKey(headers['act-public-key']) };
  };
  return { viewerOf, readerOf };
}
