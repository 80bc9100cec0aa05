import * as v from 'valibot';
import { type ActorRefFrom, createActor, type EventObject, fromCallback } from 'xstate';
import { type ProjectFeedEmitted, type ProjectFeedEvent, projectFeedMachine } from '../../machines/projectFeed/projectFeed.ts';
import { profileOf } from '../../machines/session/selectors.ts';
import { PROJECT_ACCESS, PROJECT_CHANGES, ProjectChangesAnswer } from '../../services/graphql/documents.ts';
import { serverTime } from '../../services/http.ts';
import type { Composed } from '../app/actum.ts';
import { type Follow, followState, isBefore } from './follow.ts';

type Feed = ActorRefFrom<typeof projectFeedMachine>;

/** One feed for each project on screen, shared by all its screens. */
export function projectFeeds(
  follow: Follow,
  session: Composed['session'],
  provide = (machine: typeof projectFeedMachine) => machine,
  now = serverTime,
) {
  const open = new Map<number, { readonly feed: Feed; screens: number }>();

  function openFeed(projectId: number): Feed {
    const opened = performance.now();
    const machine = projectFeedMachine.provide({
      actors: {
        stream: fromCallback<ProjectFeedEvent>(({ sendBack }) => {
          const unfollow = follow(
            { document: PROJECT_CHANGES, variables: { project: projectId } },
            (answer, isReopened) => {
              const { project_changes } = v.parse(ProjectChangesAnswer, answer);
              const mayMiss = isReopened && !isBefore(project_changes[0]?.event.made_at, opened, now());
              sendBack({ type: 'changes.received', changes: project_changes.toReversed(), mayMiss });
            },
            () => sendBack({ type: 'stream.lost' }),
          );
          const unfollowAccess = followState(follow, { document: PROJECT_ACCESS, variables: { project: projectId } }, () =>
            sendBack({ type: 'reading.requested' }),
          );
          return () => {
            unfollow();
            unfollowAccess();
          };
        }),
      },
    });
    return createActor(provide(machine), { input: { person: profileOf(session.getSnapshot())?.id ?? 0 } });
  }
  const toAll = (event: ProjectFeedEvent) => {
    for (const { feed } of open.values()) feed.send(event);
  };

  let answered = 0;

  return {
    logic: fromCallback<EventObject, { readonly projectId: number }, ProjectFeedEmitted>(({ input: { projectId }, emit }) => {
      const known = open.get(projectId);
      const shared = known ?? { feed: openFeed(projectId), screens: 0 };
      shared.screens += 1;
      const listening = shared.feed.on('*', emit);
      if (known === undefined) {
        open.set(projectId, shared);
        shared.feed.start();
      }
      return () => {
        listening.unsubscribe();
        shared.screens -= 1;
        if (shared.screens > 0) return;
        open.delete(projectId);
        shared.feed.stop();
      };
    }),
    /**
     * Makes an edit of this tab, and tells the feeds of the event its answer names. They skip its change when the answer is shown; else screens load what
     * it changed.
     */
    async edit<Answer>(make: () => Promise<Answer>, isShown = () => false): Promise<Answer> {
      toAll({ type: 'edit.sent' });
      let eventId: number | null = null;
      try {
        const answer = await make();
        const made = (answer ?? {}) as { readonly event_id?: number | null };
        eventId = made.event_id ?? null;
        if (eventId !== null) toAll({ type: 'edit.answered', eventId });
        return answer;
      } finally {
        answered += 1;
        toAll({ type: 'edit.settled', eventId, isShown: isShown() });
      }
    },
    /** Loads data that edits of this tab change. It loads again when an edit was answered meanwhile, because the data may be older. */
    async read<T>(read: () => Promise<T>): Promise<T> {
      for (;;) {
        const before = answered;
        const found = await read();
        if (answered === before) return found;
      }
    },
    /** Loads everything on screen again. */
    refresh: () => toAll({ type: 'reading.requested' }),
  };
}
export type ProjectFeeds = ReturnType<typeof projectFeeds>;
