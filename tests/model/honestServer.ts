import { Refused, type RestCall, Unanswered } from '../../domain/api/call.ts';
import type { Profile } from '../../domain/api/people.ts';
import type { Entry, Outside } from '../../src/compose/app/outside.ts';
import { PROFILE } from '../../src/machines/session/session.model.ts';
import type { Keys } from '../../src/services/http.ts';

interface Asked {
  readonly path: string;
  readonly access: string | null;
  readonly publicKey: string | null;
}
/** A call as the server receives it. */
export interface Heard extends Asked {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Pending extends Heard {
  readonly body: { readonly refresh?: string; readonly password?: string; readonly language?: Profile['language'] };
  readonly call: PromiseWithResolvers<unknown>;
}

/** Further answers of a server, signed in or not; undefined for a call it does not know. */
type More = (heard: Heard, isSignedIn: boolean) => unknown;

/** A server that is consistent about tokens, checks a call when it answers it, and answers on demand. */
export function honestServer(more: More = () => undefined) {
  let issued = 0;
  let away = false;
  let access = '';
  let refresh = '';
  let profile: Profile = PROFILE;
  const asked: Asked[] = [];
  const pending: Pending[] = [];
  const spent: string[] = [];
  const kept: { tokens: { access: string | null; refresh: string } | null } = { tokens: null };

  const issue = () => {
    issued += 1;
    [access, refresh] = [`A${issued}`, `R${issued}`];
    return { access, refresh };
  };
  function judge(pended: Pending): unknown {
    const { path, access: carried, publicKey, body } = pended;
    if (path === '/token/' && body.password === 'wrong') throw new Refused(400, { detail: 'The email or the password is wrong' });
    if (path === '/token/') return issue();
    if (path === '/token/refresh/') {
      if (body.refresh !== refresh) throw new Refused(400, { detail: 'Refused', code: 'refresh_refused' });
      spent.push(body.refresh);
      return issue();
    }
    if (path === '/logout/') return {};
    if (carried !== null && carried !== access) throw new Refused(401, { detail: 'Expired' });
    const answer = more(pended, carried !== null);
    if (answer !== undefined) return answer;
    if (carried === null && publicKey === null) throw new Refused(401, { detail: 'Expired' });
    if (body.language !== undefined) profile = { ...profile, language: body.language };
    return path === '/profile/' ? profile : path === 'graphql' ? { statuses: [], units: [] } : [];
  }
  function hear(method: string, path: string, body: unknown, keys: Keys, signal?: AbortSignal): Promise<unknown> {
    const heard: Pending = { method, path, ...keys, body: (body ?? {}) as Pending['body'], call: Promise.withResolvers() };
    asked.push({ path, ...keys });
    pending.push(heard);
    signal?.addEventListener('abort', () => {
      const at = pending.indexOf(heard);
      if (at >= 0) pending.splice(at, 1);
    });
    return heard.call.promise;
  }
  const outside: Outside = {
    rest: (call: RestCall, keys, signal) => hear(call.method, call.path, call.body, keys, signal),
    graphql: (_, keys, signal) => hear('POST', 'graphql', null, keys, signal),
    probe: () => new Promise(() => {}),
    openSocket: () => () => () => {},
    hasPasskeys: false,
    cookies: {
      keeps: () => true,
      read: () => kept.tokens,
      write(tokens) {
        kept.tokens = tokens;
      },
      clear() {
        kept.tokens = null;
      },
    },
    company: { read: () => null, write: () => {}, clear: () => {} },
    tabs: { tell: () => {}, listen: () => {} },
    companyWayIn: Promise.resolve(null),
    leaveFor: () => {},
    address: () => ({ path: '/', search: '' }),
    log: () => {},
  };
  return {
    outside,
    kept,
    issue,
    asked,
    spent,
    pending: () => pending.map(({ path }) => path),
    expireAccess() {
      access = '';
    },
    revoke() {
      access = '';
      refresh = '';
    },
    goAway(gone: boolean) {
      away = gone;
    },
    /** Answers the n-th pending call and waits for the effects. */
    async answer(at: number): Promise<void> {
      const [heard] = pending.splice(at, 1);
      if (heard === undefined) return;
      try {
        if (away) throw new Unanswered('away');
        heard.call.resolve(judge(heard));
      } catch (error) {
        heard.call.reject(error);
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export const ENTRY: Entry = { path: '/projects', search: '' };
