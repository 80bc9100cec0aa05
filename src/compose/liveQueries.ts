import { type ActorRefFrom, createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { sessionMachine } from '../machines/session/session.ts';
import { type Asked, subscriptionMachine } from '../machines/subscription/subscription.ts';
import type { OpenStream } from '../services/socket.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

export interface LiveQueries {
  /** Follows a query until the way out is taken. After it gave up it may yet answer again. */
  readonly follow: (asked: Asked, listener: { readonly answered: (answer: unknown) => void; readonly gaveUp: () => void }) => () => void;
  /** The network is back: do not wait for the delay. */
  readonly retry: () => void;
}

/** Live queries on a socket whose access the session renews. */
export function liveQueriesThrough(openStream: OpenStream, session: Session): LiveQueries {
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
  return {
    follow(asked, { answered, gaveUp }) {
      const live = createActor(subscription, { input: asked });
      live.on('answer.received', ({ answer }) => answered(answer));
      live.on('subscription.gaveUp', gaveUp);
      open.add(live);
      live.start();
      return () => {
        open.delete(live);
        live.stop();
      };
    },
    retry() {
      for (const live of open) live.send({ type: 'retry.requested' });
    },
  };
}
