import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Bus } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { liveQuery } from './live.ts';
import { type SelectArguments, selectRows } from './select.ts';
import { schemaText } from './tables.ts';

export interface GraphQLCaller {
  /** Who asks now: read again for every answer, so that access taken away ends a subscription. */
  readonly caller: () => Promise<Caller | null>;
  /** Fires when the connection is over. */
  readonly until: AbortSignal;
}

/** Only one project can be watched at a time: a subscription costs nothing while other projects change. */
function watchedProject({ where }: SelectArguments): number {
  const comparison = where?.project_id as { readonly _eq?: unknown } | undefined;
  if (typeof comparison?._eq !== 'number')
    throw new GraphQLError('Subscribe to one project: where: { project_id: { _eq: … } }', { extensions: { code: 'validation-failed' } });
  return comparison._eq;
}

/** The executable schema over the readable tables (API.md, GraphQL). */
export function makeSchema(query: Query, bus: Bus): GraphQLSchema {
  const schema = buildSchema(schemaText());
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (_source, given: SelectArguments, { caller }: GraphQLCaller) => selectRows(query, name, given, await caller());
  }
  for (const [name, field] of Object.entries(schema.getSubscriptionType()?.getFields() ?? {})) {
    field.subscribe = async (_source, given: SelectArguments, { caller, until }: GraphQLCaller) => {
      const read = async () => ({ [name]: await selectRows(query, name, given, await caller()) });
      return liveQuery(bus, `project:${watchedProject(given)}`, read, until);
    };
  }
  return schema;
}
