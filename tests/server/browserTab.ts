/** A browser tab around the client's real calls, with its storage, its messages to other tabs and the state of its network. */
import { getEventListeners } from 'node:events';
import { type RestCall, Unanswered } from '../../domain/api/call.ts';
import type { Outside } from '../../src/compose/app/outside.ts';
import type { KeptTokens } from '../../src/machines/session/types.ts';
import { createGraphQL } from '../../src/services/graphql/graphql.ts';
import { createHttp } from '../../src/services/http.ts';

/** Decides how a REST call is answered: undefined passes it on to the server. */
type Network = (call: RestCall, send: () => Promise<unknown>) => Promise<unknown> | undefined;

export interface BrowserTab {
  readonly outside: Outside;
  /** The cookies. */
  readonly kept: { tokens: KeptTokens | null };
  /** The path of every call that was sent, in order. */
  readonly asked: string[];
  network: Network;
}

export function openTab(address: string, tokens: KeptTokens | null): BrowserTab {
  const http = createHttp(`${address}/api/v1`);
  const graphql = createGraphQL(`${address}/api/v1/graphql`);
  const kept = { tokens };
  const asked: string[] = [];
  const tab: BrowserTab = {
    kept,
    asked,
    network: () => undefined,
    outside: {
      rest(call, keys, signal) {
        asked.push(call.path);
        const send = () => http(call, keys, signal);
        return tab.network(call, send) ?? send();
      },
      graphql(call, keys, signal) {
        asked.push('graphql');
        return graphql(call, keys, signal);
      },
      async probe(signal) {
        await fetch(`${address}/healthz`, { signal });
      },
      openSocket: () => () => () => {},
      hasPasskeys: false,
      cookies: {
        keeps: () => true,
        read: () => kept.tokens,
        write(written) {
          kept.tokens = written;
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
    },
  };
  return tab;
}

/** The server does it, and the connection is cut before the answer arrives. */
export async function answerLost(send: () => Promise<unknown>): Promise<never> {
  await send();
  throw new Unanswered('The connection was cut');
}
export const offline = (): Promise<never> => Promise.reject(new Unanswered('offline'));

/** The events of a page, as a window has them. */
export function pageEvents() {
  const page = new EventTarget();
  return {
    globals: {
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      dispatchEvent: page.dispatchEvent.bind(page),
    },
    /** How many listen to each kind of event that anybody listens to. */
    listeners: () =>
      Object.fromEntries(
        ['beforeunload', 'online', 'pagehide', 'storage']
          .map((type) => [type, getEventListeners(page, type).length])
          .filter(([, count]) => count !== 0),
      ) as Readonly<Record<string, number>>,
  };
}
