import type { CallbackActorLogic, EventObject } from 'xstate';
import type { ProjectFeedEmitted } from '../machines/projectFeed/projectFeed.ts';

/** Follows the feed of a project and emits its events. */
export type WatchProject = CallbackActorLogic<EventObject, { readonly projectId: number }, ProjectFeedEmitted>;

/** Reports that a team's list of projects or their names have changed. */
export type TeamNews = CallbackActorLogic<EventObject, undefined, { readonly type: 'projects.changed' }>;
