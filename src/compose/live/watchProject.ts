import { type ActorRefFrom, createActor, type EventObject, fromCallback, fromPromise, waitFor } from 'xstate';
import type { sessionMachine } from '../../machines/session/session.ts';
import { type Asked, subscriptionMachine } from '../../machines/subscription/subscription.ts';
import { LATEST_EVENT } from '../../services/graphql/documents.ts';
import type { OpenStream } from '../../services/socket.ts';
import type { ProjectNews } from '../../views/projectNews.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

/** Follows a live query until the answer is called; `isNew` says that the stream was down before, or not open yet. */
export type Follow = (asked: Asked, answered: (answer: unknown, isNew: boolean) => void, gaveUp?: () => void) => () => void;

/** Live queries on a socket whose access the session renews. */
export function watchProjectThrough(openStream: OpenStream, session: Session) {
  const subscription = subscriptionMachine.provide({
    actors: {
      stream: fromCallback<{ readonly type: 'none' }, Asked>(({ input, sendBack }) =>
        openStream(input, {
          answered: (answer) => sendBack({ type: 'answer.received', answer }),
          denied: (access) => sendBack({ type: 'stream.denied', access }),
          failed: (error) => sendBack({ type: 'stream.failed', error }),
        }),
      ),
      renewAccess: fromPromise<void, { readonly access: string }>(async ({ input: { access }, signal }) => {
        session.send({ type: 'access.denied', access });
        const { context } = await waitFor(
          session,
          (snapshot) =>
            snapshot.matches('signedOut') ||
            (snapshot.matches({ signedIn: { access: 'fresh' } }) && snapshot.context.tokens?.access !== access),
          { signal },
        );
        if (context.tokens === null) throw new Error('The session is over');
      }),
    },
  });
  const open = new Set<ActorRefFrom<typeof subscriptionMachine>>();
  const refreshers = new Set<() => void>();
  const refresh = () => {
    for (const each of refreshers) each();
  };

  const follow: Follow = (asked, answered, gaveUp = () => undefined) => {
    const live = createActor(subscription, { input: asked });
    let isNew = true;
    live.subscribe((snapshot) => {
      isNew ||= !snapshot.matches('open');
    });
    live.on('answer.received', ({ answer }) => {
      answered(answer, isNew);
      isNew = false;
    });
    live.on('subscription.gaveUp', gaveUp);
    open.add(live);
    live.start();
    return () => {
      open.delete(live);
      live.stop();
    };
  };

  return {
    follow,
    logic: fromCallback<EventObject, { readonly projectId: number }, ProjectNews>(({ input: { projectId }, sendBack, emit }) => {
      let known: string | null = null;
      const tell = (news: ProjectNews) => {
        sendBack(news);
        emit(news);
      };
      // What happened while the stream was down was not heard.
      const readAgain = () => tell({ type: 'project.watched', projectId });
      refreshers.add(readAgain);
      const stop = follow(
        { document: LATEST_EVENT, variables: { project: projectId } },
        (answer, isNew) => {
          const latest = JSON.stringify(answer);
          if (known !== null && latest !== known) tell({ type: 'project.changed', projectId });
          else if (isNew) readAgain();
          known = latest;
        },
        () => tell({ type: 'project.unwatched', projectId }),
      );
      return () => {
        refreshers.delete(readAgain);
        stop();
      };
    }),
    /** The network is back: do not wait for the delay, and read what is on screen again. */
    retry: () => {
      for (const live of open) live.send({ type: 'retry.requested' });
      refresh();
    },
    refresh,
  };
}
