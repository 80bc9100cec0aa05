import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import { notFound } from '../../domain/sentences/general.ts';
import { findProject, type ProjectRef } from '../access/refs.ts';
import { findAct } from '../acts/find.ts';
import type { Bus } from '../db/bus.ts';
import type { Query } from '../db/open.ts';
import { projectTopic } from '../history/record.ts';
import type { Caller, Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { Channel } from './channels.ts';
import { makeFeeds } from './feeds.ts';
import { accessDenied, refusal } from './masking.ts';
import { checkScalars } from './scalars.ts';
import { mustMaySelect, type SelectArguments, selectRows } from './select.ts';
import { READABLE, schemaText } from './tables.ts';

export interface GraphQLCaller {
  /** Who asks. */
  readonly viewer: () => Promise<Viewer>;
  /** The channel to which live answers are sent. */
  readonly channel: () => Promise<Channel>;
}

/** Only one project, or one team, can be watched at a time: a subscription costs nothing while others change. */
function watchedIn({ where }: SelectArguments, column: 'project_id' | 'team_id'): number {
  const comparison = where?.[column] as { readonly _eq?: unknown } | undefined;
  if (typeof comparison?._eq !== 'number')
    throw new GraphQLError(`Subscribe to one ${column === 'team_id' ? 'team' : 'project'}: where: { ${column}: { _eq: … } }`, {
      extensions: { code: 'validation-failed' },
    });
  return comparison._eq;
}

const notThere = () => refusal(notFound());

/** The project to watch. Refuses one that does not exist for the caller, or no longer does. */
const watched = (query: Query, scope: Pick<Caller, 'teams'>, projectId: number): Promise<ProjectRef> =>
  findProject(query, scope, projectId).catch(unknown);

function unknown(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  throw notThere();
}

/** A viewer who sees as any member of the team does. */
const memberOf = (caller: Caller, teamId: number): Viewer => ({
  caller: { ...caller, teams: [teamId], roles: new Map() },
  publicAct: null,
});

/** Whether a viewer is still in the team. */
const seesTeam = (name: string, teamId: number) => (now: Viewer) => {
  mustMaySelect(name, now);
  if (now.caller?.teams.includes(teamId) !== true) throw notThere();
  return 'all' as const;
};

type Subscribe = (given: SelectArguments, asking: GraphQLCaller) => Promise<AsyncIterableIterator<unknown>>;

/** The executable schema over the readable tables (docs/api.md, GraphQL). */
export function makeSchema(query: Query, bus: Bus): GraphQLSchema {
  const schema = buildSchema(schemaText());
  checkScalars(schema);
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = async (_source, given: SelectArguments, asking: GraphQLCaller) => {
      const viewer = await asking.viewer();
      mustMaySelect(name, viewer);
      return selectRows(query, name, given, viewer);
    };
  }

  const feeds = makeFeeds(bus);

  const ofProject =
    (name: string): Subscribe =>
    async (given, asking) => {
      const projectId = watchedIn(given, 'project_id');
      const channel = await asking.channel();
      const { caller } = await channel.viewer();
      if (caller === null) throw accessDenied();
      const { teamId } = await watched(query, caller, projectId);
      const member = memberOf(caller, teamId);
      const table = READABLE[name];
      const topics = [table?.topic?.(projectId), table?.ownTopic?.(caller.userId)].filter((topic) => topic !== undefined);
      const read = async () => {
        await watched(query, { teams: [teamId] }, projectId);
        return { [name]: await selectRows(query, name, given, member) };
      };
      const followed = {
        key: JSON.stringify([name, given, teamId, ...(table?.ownTopic === undefined ? [] : [caller.userId])]),
        topics: [projectTopic(projectId), ...topics],
        read,
      };
      return feeds.follow(followed, {
        channel,
        sees: seesTeam(name, teamId),
      });
    };

  const ofTeam =
    (name: string, topic: (teamId: number) => string): Subscribe =>
    async (given, asking) => {
      const teamId = watchedIn(given, 'team_id');
      const channel = await asking.channel();
      const { caller } = await channel.viewer();
      if (caller === null) throw accessDenied();
      if (!caller.teams.includes(teamId)) throw notThere();
      const member = memberOf(caller, teamId);
      const followed = {
        key: JSON.stringify([name, given, teamId]),
        topics: [topic(teamId)],
        read: async () => ({ [name]: await selectRows(query, name, given, member) }),
      };
      return feeds.follow(followed, { channel, sees: seesTeam(name, teamId) });
    };

  /** After the link is withdrawn, one last answer follows, which is empty. */
  const ofKey =
    (name: string): Subscribe =>
    async (given, asking) => {
      const channel = await asking.channel();
      const { caller, publicAct } = await channel.viewer();
      if (publicAct === null) throw caller === null ? accessDenied() : notThere();
      const { teamId, actId } = publicAct;
      const { projectId } = await findAct(query, { teams: [teamId] }, actId).catch(unknown);
      const holder: Viewer = { caller: null, publicAct };
      const followed = {
        key: JSON.stringify([name, given, teamId, actId]),
        topics: [projectTopic(projectId)],
        read: async () => ({ [name]: await selectRows(query, name, given, holder) }),
      };
      return feeds.follow(followed, {
        channel,
        sees: (now) => (now.publicAct?.actId === actId ? 'all' : { last: { [name]: [] } }),
      });
    };

  for (const [name, field] of Object.entries(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { who, teamTopic } = READABLE[name] ?? {};
    const subscribe = who === 'keyholder' ? ofKey(name) : teamTopic ? ofTeam(name, teamTopic) : ofProject(name);
    field.subscribe = (_source, given: SelectArguments, asking: GraphQLCaller) => subscribe(given, asking);
  }
  return schema;
}
