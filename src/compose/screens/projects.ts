import type { Api } from '../../../domain/api/call.ts';
import type { DeletedProject, Project } from '../../../domain/api/shapes.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { NewProject, ProjectChange, ProjectChanges, ProjectsScreen } from '../../views/projects/needs.ts';
import { dialog } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import { required } from '../calls/required.ts';
import type { Follow } from '../live/follow.ts';
import { teamProjects } from '../live/teamProjects.ts';

/** The projects of a team, and those in its bin. */
export function projectsOf(api: Api, follow: Follow, teamId: number): ProjectsScreen {
  const projects = new ValueStore<readonly Project[]>();
  const bin = new ValueStore<readonly DeletedProject[]>();
  const query = { team_id: teamId };
  return {
    projects,
    bin,
    news: teamProjects(follow, teamId),
    reading: reading(async (signal) => {
      const [kept, deleted] = await Promise.all([
        api('GET /projects', { query }, { signal }),
        api('GET /projects/deleted/', { query }, { signal }),
      ]);
      bin.set(deleted);
      projects.set(kept);
    }),
    newProject: dialog<null, NewProject, Project>(
      'newProject',
      '1.5 Projects are listed and changed on one screen',
      ({ given: { name, currencyCode } }, signal) =>
        api('POST /projects', { body: { team_id: teamId, name, currency_code: currencyCode } }, { signal }),
    ),
  };
}

/** The dialogs about a project as a whole. */
export const projectChangesOf = (api: Api): ProjectChanges =>
  dialog<ProjectChange, string | null, ProjectChange>(
    'projectChange',
    '1.5 Projects are listed and changed on one screen',
    async ({ subject: { kind, project }, given }, signal) => {
      const params = { id: project.id };
      switch (kind) {
        case 'rename':
          return { kind, project: await api('PATCH /projects/:id/', { params, body: { name: required(given) } }, { signal }) };
        case 'currency':
          return { kind, project: await api('PATCH /projects/:id/', { params, body: { currency_code: required(given) } }, { signal }) };
        case 'duplication':
          return { kind, project: await api('POST /projects/:id/duplicate/', { params, body: { name: required(given) } }, { signal }) };
        case 'deletion':
          return { kind, project: await api('DELETE /projects/:id/', { params }, { signal }) };
        case 'restoration':
          return { kind, project: await api('POST /projects/:id/restore/', { params }, { signal }) };
      }
    },
  );
