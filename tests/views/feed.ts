/** The feed of a project, driven by a test. */
import { type EventObject, fromCallback } from 'xstate';
import type { ProjectChange } from '../../domain/api/graphql.ts';
import type { ProjectFeedEmitted } from '../../src/machines/projectFeed/projectFeed.ts';

interface Edited {
  readonly versionId: number;
  readonly listId: number;
  /** The rows changed without moving; null when the list must be loaded again. */
  readonly rows?: readonly number[] | null;
  readonly way?: ProjectChange['way'];
  readonly authorId?: number;
  readonly author?: string;
}
let changes = 0;
/** An edit of rows of a list by somebody. */
export function rowChange({ versionId, listId, rows = null, way = 'done', authorId = 2, author = 'Bob' }: Edited): ProjectChange {
  changes += 1;
  return {
    id: changes,
    event_id: changes,
    way,
    author_id: authorId,
    touched: { versions: [versionId], lists: [listId], rows: rows && [...rows], acts: [], act_rows: [] },
    event: {
      id: changes,
      entity_type: 'row',
      object_id: null,
      type: 'update',
      project_id: 5,
      processed: way !== 'undone',
      created_at: '2026-11-22T10:00:00.000Z',
      made_at: new Date().toISOString(),
      author_id: authorId,
      author_name: author,
      subject: 'Gravel bed',
      field: 'quantity',
    },
  };
}

export function manualFeed() {
  const listeners = new Set<(news: ProjectFeedEmitted) => void>();
  const tell = (news: ProjectFeedEmitted) => {
    for (const listener of listeners) listener(news);
  };
  return {
    watchProject: fromCallback<EventObject, { readonly projectId: number }, ProjectFeedEmitted>(({ emit }) => {
      listeners.add(emit);
      return () => listeners.delete(emit);
    }),
    change: (change: ProjectChange, isShown = false) => tell({ type: 'project.changed', change, isShown }),
    made: (eventId: number) => tell({ type: 'event.made', eventId }),
    readAgain: () => tell({ type: 'project.watched' }),
  };
}

/** No screen follows a project. */
export const noFeeds = { edit: <T>(make: () => Promise<T>): Promise<T> => make(), refresh: () => undefined };
