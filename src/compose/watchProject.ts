import { type EventObject, fromCallback } from 'xstate';
import { LATEST_EVENT } from '../services/graphql/documents.ts';
import type { ProjectNews, WatchProject } from '../views/screens.tsx';
import type { LiveQueries } from './liveQueries.ts';

/** Tells of every edit in a project, and of the moment from which none is missed. */
export const watchProjectThrough = ({ follow }: LiveQueries): WatchProject =>
  fromCallback<EventObject, { readonly projectId: number }, ProjectNews>(({ input: { projectId }, sendBack, emit }) => {
    let known: string | null = null;
    const tell = (news: ProjectNews) => {
      sendBack(news);
      emit(news);
    };
    return follow(
      { document: LATEST_EVENT, variables: { project: projectId } },
      {
        answered(answer) {
          const latest = JSON.stringify(answer);
          if (known === null) tell({ type: 'project.watched', projectId });
          else if (latest !== known) tell({ type: 'project.changed', projectId });
          known = latest;
        },
        gaveUp: () => tell({ type: 'project.unwatched', projectId }),
      },
    );
  });
