import * as v from 'valibot';
import { HistoryEvent, ProjectChange } from '../../../domain/api/graphql.ts';

/** The GraphQL operations of the client, each with the shape of its answer. */

/**
 * The latest changes of a project, newest first. Every edit, undo and redo adds a change. During an upgrade a process of the earlier version may
 * answer, and it refuses fields it does not know, so new fields are inside `event`.
 */
export const PROJECT_CHANGES = `subscription project_changes($project: Int!) {
  project_changes(where: {project_id: {_eq: $project}}, order_by: {id: desc}, limit: 8) {
    id event_id way author_id touched event
  }
}`;
export const ProjectChangesAnswer = v.object({ project_changes: v.array(ProjectChange) });

/** The person's limit in a project. */
export const PROJECT_ACCESS =
  'subscription project_access($project: Int!) { project_access(where: {project_id: {_eq: $project}}) { can prices } }';

/** Changes with the names and states of a team's projects; `changed_at` says when they did last. */
export const TEAM_PROJECTS =
  'subscription team_projects($team: Int!) { team_projects(where: {team_id: {_eq: $team}}) { state changed_at } }';

export const TeamProjectsAnswer = v.object({ team_projects: v.array(v.object({ changed_at: v.string() })) });

/** The next event to undo, and the next to redo. */
export const NEXT_EVENTS = `query next_events($project: Int!) {
  undo: recent_events(where: {project_id: {_eq: $project}, processed: {_eq: true}}, order_by: {created_at: desc}, limit: 1) { ...step }
  redo: recent_events(where: {project_id: {_eq: $project}, processed: {_eq: false}}, order_by: {created_at: asc}, limit: 1) { ...step }
}
fragment step on recent_events {
  id entity_type object_id type project_id processed created_at author_id author_name subject field
}`;
export const NextEventsAnswer = v.object({ undo: v.array(HistoryEvent), redo: v.array(HistoryEvent) });
