import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import { actPlace } from '../acts/place.ts';
import type { Bus } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import type { Caller, Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { projectPlace } from '../projects/access.ts';
import { membershipTopic } from '../teams/members.ts';
import { liveQuery } from './live.ts';
import { mustMaySelect, type SelectArguments, selectRows } from './select.ts';
import { READABLE, schemaText } from './tables.ts';

export interface GraphQLCaller {
  /** Who asks now: read again for every answer, so that access taken away ends a subscription. */
  readonly viewer: () => Promise<Viewer>;
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
  await projectPlace(query, caller, projectId).catch(unknown);
}

function unknown(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  throw new GraphQLError(error.message, { extensions: { code: 'not_found' } });
}

type Subscribe = (given: SelectArguments, asking: GraphQLCaller) => Promise<AsyncIterableIterator<unknown>>;

/** The executable schema over the readable tables (API.md, GraphQL). */
export function makeSchema(query: Query, bus: Bus): GraphQLSchema {
  const schema = buildSchema(schemaText());
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (_source, given: SelectArguments, asking: GraphQLCaller) => {
      const viewer = await asking.viewer();
      mustMaySelect(name, viewer);
      return selectRows(query, name, given, viewer);
    };
  }

  const ofProject =
    (name: string): Subscribe =>
    async (given, { viewer, until }) => {
      const project = watchedProject(given);
      const subscriber = await viewer();
      mustMaySelect(name, subscriber);
      const read = async () => {
        const now = await viewer();
        mustMaySelect(name, now);
        if (now.caller !== null) await mustExist(query, now.caller, project);
        return { [name]: await selectRows(query, name, given, now) };
      };
      const own = READABLE[name]?.topic?.(project);
      const topics = [
        `project:${project}`,
        ...(own === undefined ? [] : [own]),
        ...(subscriber.caller === null ? [] : [membershipTopic(subscriber.caller.userId)]),
      ];
      return liveQuery(bus, topics, read, until);
    };

  /** Once the link is withdrawn it answers nothing. */
  const ofKey =
    (name: string): Subscribe =>
    async (given, { viewer, until }) => {
      const holder = await viewer();
      mustMaySelect(name, holder);
      const { projectId } = await actPlace(query, { teams: [holder.publicAct?.teamId ?? 0] }, holder.publicAct?.actId ?? 0).catch(unknown);
      return liveQuery(
        bus,
        [`project:${projectId}`],
        async () => ({ [name]: await selectRows(query, name, given, await viewer()) }),
        until,
      );
    };

  for (const [name, field] of Object.entries(schema.getSubscriptionType()?.getFields() ?? {})) {
    const subscribe = READABLE[name]?.who === 'keyholder' ? ofKey(name) : ofProject(name);
    field.subscribe = (_source, given: SelectArguments, asking: GraphQLCaller) => subscribe(given, asking);
  }
  return schema;
}
