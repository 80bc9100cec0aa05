import type { ActorRefFrom } from 'xstate';
import { type Api, type Call, restCall } from '../../../domain/contract/call.ts';
import type { Outcome } from '../../machines/request/request.ts';
import type { sessionMachine } from '../../machines/session/session.ts';

export interface Requests {
  /** Makes a call under the session; aborting it aborts its request. */
  readonly ask: (call: Call, signal?: AbortSignal) => Promise<unknown>;
  readonly api: Api;
}

/** Calls through the session's request actors, which renew the access token when a call is denied. */
export function requestsThrough(session: ActorRefFrom<typeof sessionMachine>): Requests {
  const underWay = new Map<string, (outcome: Outcome) => void>();
  let count = 0;
  session.on('request.settled', ({ id, outcome }) => underWay.get(id)?.(outcome));

  const ask: Requests['ask'] = (call, signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    count += 1;
    const id = `request ${count}`;
    return new Promise((resolve, reject) => {
      const withdraw = () => {
        underWay.delete(id);
        session.send({ type: 'request.withdrawn', id });
        reject(signal?.reason);
      };
      underWay.set(id, (outcome) => {
        underWay.delete(id);
        signal?.removeEventListener('abort', withdraw);
        if (outcome.ok) resolve(outcome.answer);
        else reject(outcome.error);
      });
      signal?.addEventListener('abort', withdraw, { once: true });
      session.send({ type: 'request.made', id, call });
    });
  };
  // The route's schema makes the answer on the server, so the answer has the route's type.
  const api = ((route, given, { signal, ...extra } = {}) => ask(restCall(route, given, extra), signal)) as Api;
  return { ask, api };
}
