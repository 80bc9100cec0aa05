import type { ActorRefFrom } from 'xstate';
import { type Api, type Call, Refused, restCall } from '../../../domain/api/call.ts';
import { proofNeeded } from '../../../domain/sentences/factors.ts';
import type { Outcome } from '../../machines/request/request.ts';
import type { sessionMachine } from '../../machines/session/session.ts';

export interface Requests {
  /** Makes a call under the session; aborting it aborts its request. */
  readonly ask: (call: Call, signal?: AbortSignal) => Promise<unknown>;
  readonly api: Api;
}

/** Resolves to true when the person has proved who they are, and to false when they declined. */
type Prove = () => Promise<boolean>;

/** Calls through the session's request actors, which renew the access token when a call is denied. A call that needs proof is repeated after the proof. */
export function requestsThrough(session: ActorRefFrom<typeof sessionMachine>, prove: Prove): Requests {
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
  // The server makes the answer by the route's schema, so it has the route's type.
  const api = ((route, given, { signal, ...extra } = {}) => {
    const call = restCall(route, given, extra);
    return ask(call, signal).catch(async (error: unknown) => {
      if (error instanceof Refused && error.code === proofNeeded.code && (await prove())) return ask(call, signal);
      throw error;
    });
  }) as Api;
  return { ask, api };
}
