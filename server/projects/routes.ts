import { signOf } from '../../domain/currencies.ts';
import { refuseLimitedLater } from '../access/later.ts';
import { findProject } from '../access/refs.ts';
import { lastChange } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { companyOf } from '../teams/company.ts';
import { membersOfTeam } from '../teams/members.ts';
import { deleteProject, restoreProject } from './bin.ts';
import { clientOf, editClient } from './client.ts';
import { deletedProjectsOf, projectOf, projectsOf, versionsOf } from './projects.ts';

/** The person, and the asked team when it is theirs; a team of others has no projects for them. */
const asked = ({ userId, teams }: Caller, teamId: number | undefined) => ({
  userId,
  teams: teamId === undefined ? teams : teams.filter((id) => id === teamId),
});

export const projectHandlers: HandlersOf<
  | 'GET /projects'
  | 'GET /projects/sidebar/'
  | 'POST /projects'
  | 'GET /projects/:id/'
  | 'DELETE /projects/:id/'
  | 'POST /projects/:id/restore/'
  | 'GET /projects/deleted/'
  | 'GET /projects/:id/parties/'
  | 'PUT /projects/:id/client/'
  | 'GET /projects/:id/members'
  | 'GET /projects/:id/memberships'
  | 'GET /projects/:id/tree'
  | 'GET /projects/:id/last_version/'
> = {
  'GET /projects': ({ query }, { database, caller }) => projectsOf(database.query, asked(caller, query.team_id)),

  async 'GET /projects/sidebar/'({ query }, { database, caller }) {
    const projects = await projectsOf(database.query, asked(caller, query.team_id));
    return projects.filter(({ status }) => status === 'available').map(({ id, name, status }) => ({ id, name, status }));
  },

  async 'POST /projects'({ body }, { database, caller }) {
    if (!caller.teams.includes(body.team_id)) throw notFound();
    await refuseLimitedLater(database.query, caller, body.team_id);
    const { id } = await database.query
      .insertInto('projects')
      .values({
        team_id: body.team_id,
        name: body.name,
        ...(body.currency_code !== undefined && { currency: signOf(body.currency_code), currency_code: body.currency_code }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return projectOf(database.query, caller, id);
  },

  'GET /projects/:id/': ({ params }, { database, caller }) => projectOf(database.query, caller, params.id),

  'DELETE /projects/:id/': ({ params }, { database, caller, from }) => deleteProject(database, caller, params.id, from),

  async 'POST /projects/:id/restore/'({ params }, { database, caller, from }) {
    return database.query.transaction().execute(async (tx) => {
      await restoreProject(tx, caller, params.id, from);
      return projectOf(tx, caller, params.id);
    });
  },

  'GET /projects/deleted/': ({ query }, { database, caller }) => deletedProjectsOf(database.query, asked(caller, query.team_id)),

  async 'GET /projects/:id/parties/'({ params }, { database, caller }) {
    const projectRef = await findProject(database.query, caller, params.id);
    return { company: await companyOf(database.query, projectRef.teamId), client: await clientOf(database.query, projectRef) };
  },

  'PUT /projects/:id/client/': ({ params, body }, { database, caller }) => editClient(database, caller, params.id, body),

  async 'GET /projects/:id/members'({ params }, { database, caller }) {
    const { teamId } = await findProject(database.query, caller, params.id);
    const members = await membersOfTeam(database.query, teamId);
    return members.map(({ id, name, email, role }) => ({ id, name, email, role }));
  },

  async 'GET /projects/:id/memberships'({ params }, { database, caller }) {
    const { teamId } = await findProject(database.query, caller, params.id);
    const members = await membersOfTeam(database.query, teamId);
    return members.map(({ id, role, created_at }) => ({
      id,
      user_id: id,
      project_id: params.id,
      role,
      created_at: created_at.toISOString(),
    }));
  },

  async 'GET /projects/:id/tree'({ params }, { database, caller }) {
    const found = await findProject(database.query, caller, params.id);
    // Read first, so that any change made during the other reads counts as a later one.
    const last_change = await lastChange(database.query, found);
    return { project: await projectOf(database.query, caller, params.id), versions: await versionsOf(database.query, found), last_change };
  },

  async 'GET /projects/:id/last_version/'({ params }, { database, caller }) {
    const last = (await versionsOf(database.query, await findProject(database.query, caller, params.id))).at(-1);
    if (last === undefined) throw notFound();
    return last;
  },
};
