import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Bus } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { projectPlace } from '../projects/access.ts';
import { membershipTopic } from '../teams/members.ts';
import { liveQuery } from './live.ts';
import { accessDenied, type SelectArguments, selectRows } from './select.ts';
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

/** Refuses to watch a project that does not exist for the caller, or no longer does. */
async function mustExist(query: Query, caller: Caller, projectId: number): Promise<void> {
  try {
    await projectPlace(query, caller, projectId);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'not_found' } });
  }
}

/** The executable schema over the readable tables (API.md, GraphQL). */
export function makeSchema(query: Query, bus: Bus): GraphQLSchema {
  const schema = buildSchema(schemaText());
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (_source, given: SelectArguments, { caller }: GraphQLCaller) => selectRows(query, name, given, await caller());
  }
  for (const [name, field] of Object.entries(schema.getSubscriptionType()?.getFields() ?? {})) {
    field.subscribe = async (_source, given: SelectArguments, { caller, until }: GraphQLCaller) => {
      const project = watchedProject(given);
      const subscriber = await caller();
      if (subscriber === null) throw accessDenied();
      const read = async () => {
        const now = await caller();
        if (now !== null) await mustExist(query, now, project);
        return { [name]: await selectRows(query, name, given, now) };
      };
      return liveQuery(bus, [`project:${project}`, membershipTopic(subscriber.userId)], read, until);
    };
  }
  return schema;
}
