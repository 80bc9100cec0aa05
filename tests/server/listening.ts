import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const EVENTS = `subscription recent_events($project: Int!) {
  recent_events(where: {project_id: {_eq: $project}, processed: {_eq: true}}, order_by: {created_at: desc}, limit: 1) { entity_type object_id type project_id processed created_at }
}`;

/** A live socket under an access token, a public key or nothing. */
export const socketTo = (address: string, access?: string, publicKey?: string) =>
  createClient({
    url: `${address.replace('http', 'ws')}/v1/graphql`,
    webSocketImpl: WebSocket,
    lazy: true,
    retryAttempts: 0,
    connectionParams: {
      ...(access !== undefined && { Authorization: `Bearer ${access}` }),
      ...(publicKey !== undefined && { 'act-public-key': publicKey }),
    },
  });

/** Answers of a live query so far, and a wait for the next. */
export function following<T extends Record<string, unknown>>(
  client: ReturnType<typeof socketTo>,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
) {
  const answers: T[] = [];
  let woken = Promise.withResolvers<void>();
  const over = Promise.withResolvers<unknown>();
  const stop = client.subscribe<T>(
    { query, variables },
    {
      next: ({ data, errors }) => {
        if (errors !== undefined) over.resolve(errors);
        else if (data) answers.push(data);
        woken.resolve();
        woken = Promise.withResolvers();
      },
      error: over.resolve,
      complete: () => over.resolve(null),
    },
  );
  return {
    answers,
    stop,
    over: over.promise,
    async count(wanted: number) {
      while (answers.length < wanted) await woken.promise;
    },
  };
}

/** A subscription to a project's events. */
export const listening = (client: ReturnType<typeof socketTo>, projectId: number) =>
  following<{ recent_events: { entity_type: string; type: string; object_id: number }[] }>(client, EVENTS, { project: projectId });
