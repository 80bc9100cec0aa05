import { type ActorRefFrom, createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { QUERY_UNKNOWN } from '../../../domain/api/graphql.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import type { sessionMachine } from '../../machines/session/session.ts';
import { type Asked, isOfNothing, subscriptionMachine } from '../../machines/subscription/subscription.ts';
import type { OpenStream } from '../../services/socket.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

/** Follows a live query until the returned function is called. `isNew`: the stream was closed before this answer. */
export type Follow = (asked: Asked, answered: (answer: unknown, isNew: boolean) => void, gaveUp?: (error: unknown) => void) => () => void;

/** In ms: the longest time between a change's timestamp and its commit, and between a screen's first load and its live query. */
const MARGIN = 60_000;
/** Whether a change is old enough that everything this page has read since `moment` includes it. `now` is the server's time. */
export const isBefore = (madeAt: string | undefined, moment: number, now: number | null): boolean =>
  madeAt !== undefined && now !== null && now - Date.parse(madeAt) > performance.now() - moment + MARGIN;

/**
 * Calls `changed` for each answer that differs from the previous one, and for the first one where `mayBeNewer` says that the screen's data may be older. A
 * process of an earlier version may refuse a query it does not know; such a query is given up.
 */
export function followState(follow: Follow, asked: Asked, changed: () => void, mayBeNewer = (_answer: unknown) => false): () => void {
  let known: string | null = null;
  const unfollow = follow(
    asked,
    (answer) => {
      const now = JSON.stringify(answer);
      if (known === null ? mayBeNewer(answer) : known !== now) changed();
      known = now;
    },
    (error) => {
      if (error instanceof Refused && error.code === QUERY_UNKNOWN) unfollow();
    },
  );
  return unfollow;
}

/** Live queries on a socket whose access the session renews. */
export function liveQueries(openStream: OpenStream, session: Session) {
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
  /**
   * The live queries, each with whether giving it up means that changes are missed. Where the record itself is gone nothing is missed, and the screen says
   * so.
   */
  const open = new Map<ActorRefFrom<typeof subscriptionMachine>, boolean>();
  /** How many have given up; null when none has. */
  const lost = new ValueStore<number>();
  const count = () => {
    const number = [...open].filter(([live, isLost]) => isLost && live.getSnapshot().matches('gaveUp')).length;
    if (number === (lost.get() ?? 0)) return;
    if (number === 0) lost.clear();
    else lost.set(number);
  };

  const follow: Follow = (asked, answered, gaveUp = () => undefined) => {
    const live = createActor(subscription, { input: asked });
    let isNew = true;
    live.subscribe((snapshot) => {
      isNew ||= !snapshot.matches('open');
      count();
    });
    live.on('answer.received', ({ answer }) => {
      answered(answer, isNew);
      isNew = false;
    });
    live.on('subscription.gaveUp', ({ error }) => {
      open.set(live, !isOfNothing(error));
      gaveUp(error);
    });
    open.set(live, false);
    live.start();
    return () => {
      open.delete(live);
      live.stop();
      count();
    };
  };

  return {
    follow,
    lost,
    /** Retries without waiting for the delay, because the network is back. */
    retry: () => {
      for (const live of open.keys()) live.send({ type: 'retry.requested' });
    },
  };
}
