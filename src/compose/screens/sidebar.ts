import type { Api } from '../../../domain/api/call.ts';
import type { SidebarProject } from '../../../domain/api/shapes.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { SidebarPart } from '../../views/shell/needs.ts';
import { reading } from '../calls/reading.ts';
import type { Follow } from '../live/follow.ts';
import { teamProjects } from '../live/teamProjects.ts';

/** The team's projects that have an estimate, by name. */
export function sidebarOf(api: Api, follow: Follow, teamId: number): SidebarPart {
  const projects = new ValueStore<readonly SidebarProject[]>();
  return {
    projects,
    news: teamProjects(follow, teamId),
    reading: reading(async (signal) =>
      projects.set(await api('GET /projects/sidebar/', { query: { team_id: teamId, status: 'available' } }, { signal })),
    ),
  };
}
