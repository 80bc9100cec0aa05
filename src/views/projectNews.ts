import type { CallbackActorLogic, EventObject } from 'xstate';

/** Something happened in a project that this tab did not know. */
export interface ProjectChanged {
  readonly type: 'project.changed';
  readonly projectId: number;
}
/** From now on nothing that happens in the project is missed; something may have been since the screen was read. */
export interface ProjectWatched {
  readonly type: 'project.watched';
  readonly projectId: number;
}
/** Live queries gave up on the project: the screen may say that it no longer follows other people's edits. */
export interface ProjectUnwatched {
  readonly type: 'project.unwatched';
  readonly projectId: number;
}
/** Invoke it with `{ projectId }`: it sends its news to the machine that does, and emits them. */
export type ProjectNews = ProjectChanged | ProjectWatched | ProjectUnwatched;
export type WatchProject = CallbackActorLogic<EventObject, { readonly projectId: number }, ProjectNews>;
