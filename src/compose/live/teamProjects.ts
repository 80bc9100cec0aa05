import * as v from 'valibot';
import { type EventObject, fromCallback } from 'xstate';
import { TEAM_PROJECTS, TeamProjectsAnswer } from '../../services/graphql/documents.ts';
import { serverTime } from '../../services/http.ts';
import type { TeamNews } from '../../views/projectNews.ts';
import { type Follow, followState, isBefore } from './follow.ts';

/** Follows the projects of a team, which are read when it begins to. */
export const teamProjects = (follow: Follow, team: number, now = serverTime): TeamNews =>
  fromCallback<EventObject, undefined, { readonly type: 'projects.changed' }>(({ emit }) => {
    const opened = performance.now();
    const mayBeNewer = (answer: unknown) => {
      const [latest] = v.parse(TeamProjectsAnswer, answer).team_projects;
      return latest !== undefined && !isBefore(latest.changed_at, opened, now());
    };
    return followState(follow, { document: TEAM_PROJECTS, variables: { team } }, () => emit({ type: 'projects.changed' }), mayBeNewer);
  });
