import { type ActorRefFrom, createActor, type EventObject, fromCallback, fromPromise, waitFor } from 'xstate';
import type { sessionMachine } from '../machines/session/session.ts';
import { type Asked, subscriptionMachine } from '../machines/subscription/subscription.ts';
import { LATEST_EVENT } from '../services/graphql/documents.ts';
import type { OpenStream } from '../services/socket.ts';
import type { ProjectNews } from '../views/screens.tsx';

type Session = ActorRefFrom<typeof sessionMachine>;

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

  return {
    logic: fromCallback<EventObject, { readonly projectId: number }, ProjectNews>(({ input: { projectId }, sendBack, emit }) => {
      const live = createActor(subscription, { input: { document: LATEST_EVENT, variables: { project: projectId } } });
      let known: string | null = null;
      const tell = (news: ProjectNews) => {
        sendBack(news);
        emit(news);
      };
      live.on('answer.received', ({ answer }) => {
        const latest = JSON.stringify(answer);
        if (known !== null && latest !== known) tell({ type: 'project.changed', projectId });
        else if (wasDown) tell({ type: 'project.watched', projectId });
        [known, wasDown] = [latest, false];
      });
      // What happened while the stream was down was not heard.
      let wasDown = true;
      live.subscribe((snapshot) => {
        wasDown ||= !snapshot.matches('open');
      });
      const refresh = () => tell({ type: 'project.watched', projectId });
      refreshers.add(refresh);
      live.on('subscription.gaveUp', () => tell({ type: 'project.unwatched', projectId }));
      open.add(live);
      live.start();
      return () => {
        open.delete(live);
        refreshers.delete(refresh);
        live.stop();
      };
    }),
    /** The network is back: do not wait for the delay, and read what is on screen again. */
    retry: () => {
      for (const live of open) live.send({ type: 'retry.requested' });
      for (const refresh of refreshers) refresh();
    },
    refresh: () => {
      for (const refresh of refreshers) refresh();
    },
  };
}
