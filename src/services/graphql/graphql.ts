import { type CombinedError, createClient, createRequest, fetchExchange } from '@urql/core';
import { type GraphQLCall, Refused, Unanswered } from '../../../domain/api/call.ts';
import { failureOf } from '../failure.ts';
import { type Keys, keyHeaders } from '../http.ts';

export type SendGraphQL = (call: GraphQLCall, keys: Keys, signal?: AbortSignal) => Promise<unknown>;

interface GraphQLErrorBody {
  readonly message: string;
  readonly extensions?: { readonly code?: unknown };
}

/** The refusal that matches a GraphQL error: `access-denied` is REST's 401. */
export function refusalOf(errors: readonly GraphQLErrorBody[]): Refused {
  const denial = errors.find(({ extensions }) => extensions?.code === 'access-denied');
  const { message, extensions } = denial ?? errors[0] ?? { message: '', extensions: {} };
  const code = extensions?.code;
  return new Refused(denial === undefined ? 400 : 401, { detail: message, ...(typeof code === 'string' ? { code } : {}) });
}

async function errorOf({ graphQLErrors, networkError, response }: CombinedError): Promise<Error> {
  if (graphQLErrors.length > 0) return refusalOf(graphQLErrors);
  if (response instanceof Response && !response.ok) return failureOf(response.status, '');
  return new Unanswered(networkError?.message ?? 'No answer');
}

/** Queries over HTTP, always from the network. */
export function createGraphQL(url: string): SendGraphQL {
  const client = createClient({ url, exchanges: [fetchExchange], requestPolicy: 'network-only', preferGetMethod: false });
  // A key for each call keeps calls with the same text apart. Otherwise one would share the other's answer and token.
  let calls = 0;
  return ({ document, variables }, keys, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      calls += 1;
      const query = client
        .executeQuery({ ...createRequest(document, variables), key: calls }, { fetchOptions: { headers: keyHeaders(keys) } })
        .subscribe(({ data, error }) => {
          if (error === undefined) resolve(data);
          else errorOf(error).then(reject, reject);
          queueMicrotask(() => query.unsubscribe());
        });
      signal?.addEventListener('abort', () => {
        query.unsubscribe();
        reject(signal.reason);
      });
    });
}
