import { type EventObject, fromCallback } from 'xstate';
import { TEAM_PROJECTS } from '../../services/graphql/documents.ts';
import type { TeamNews } from '../../views/projectNews.ts';
import { type Follow, followState } from './follow.ts';

/** Follows the projects of a team. They have been read when the first answer comes. */
export const teamProjects = (follow: Follow, team: number): TeamNews =>
  fromCallback<EventObject, undefined, { readonly type: 'projects.changed' }>(({ emit }) =>
    followState(follow, { document: TEAM_PROJECTS, variables: { team } }, () => emit({ type: 'projects.changed' })),
  );
