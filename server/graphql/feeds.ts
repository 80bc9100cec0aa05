/**
 * Live queries, read once for everybody who asks for the same records: a change costs one read for any number of followers, and its answer
 * is sent in slices, so that other requests are answered in between.
 */
import { setImmediate as afterOthers } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Bus } from '../db/bus.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { Viewer } from '../http/caller.ts';
import { reportError } from '../log.ts';
import type { Channel } from './channels.ts';
import { serverError } from './masking.ts';

const SLICE = 50;
const TRY_AGAIN_AFTER = 1_000;

type Answer = Readonly<Record<string, unknown>>;

interface Followed {
  /** Equal for all followers whose answer is the same. */
  readonly key: string;
  /** Topics whose notifications make the feed read again. */
  readonly topics: readonly string[];
  readonly read: () => Promise<Answer>;
}

interface Follower {
  readonly channel: Channel;
  /** Throws when the viewer may no longer follow the feed; "last" carries the final answer. */
  readonly sees: (viewer: Viewer) => 'all' | { readonly last: Answer };
}

interface Feeds {
  /** Gives the answer immediately, and again whenever it has changed, until the channel is over or the follower may no longer see it. */
  follow(followed: Followed, follower: Follower): AsyncIterableIterator<Answer>;
}

interface Subscriber {
  offer(answer: Answer): void;
  fail(error: unknown): void;
}

interface Feed {
  join(subscriber: Subscriber): () => void;
}

const faultOf = (error: unknown): unknown => {
  if (error instanceof GraphQLError) return error;
  reportError('A live query failed', error);
  return serverError();
};

function openFeed(bus: Bus, { topics, read }: Followed, whenLeft: () => void): Feed {
  const subscribers = new Set<Subscriber>();
  const waiting = new Set<Subscriber>();
  let last: { readonly answer: Answer; readonly text: string } | null = null;
  let stale = true;
  let reading = false;
  let later: NodeJS.Timeout | undefined;

  const wake = () => {
    stale = true;
    if (!reading) work().catch((error: unknown) => reportError('A live query could not be told', error));
  };
  const watches = topics.map((topic) => bus.watch(topic, wake));
  const end = () => {
    clearTimeout(later);
    for (const unwatch of watches) unwatch();
    whenLeft();
  };

  async function tell(answer: Answer, to: Iterable<Subscriber>): Promise<void> {
    let offered = 0;
    for (const subscriber of [...to]) {
      waiting.delete(subscriber);
      subscriber.offer(answer);
      offered += 1;
      if (offered % SLICE === 0) await afterOthers();
    }
  }

  async function work(): Promise<void> {
    reading = true;
    try {
      while (subscribers.size > 0 && (stale || waiting.size > 0)) {
        if (stale || last === null) {
          stale = false;
          const answer = await read();
          const text = JSON.stringify(answer);
          const isNew = text !== last?.text;
          if (isNew) last = { answer, text };
          if (isNew) await tell(answer, subscribers);
        }
        if (last !== null) await tell(last.answer, waiting);
      }
    } catch (error) {
      stale = true;
      if (isUnavailable(error)) later = setTimeout(wake, TRY_AGAIN_AFTER);
      else failAll(faultOf(error));
    } finally {
      reading = false;
    }
  }

  function failAll(error: unknown): void {
    for (const subscriber of [...subscribers]) subscriber.fail(error);
  }

  return {
    join(subscriber) {
      subscribers.add(subscriber);
      waiting.add(subscriber);
      if (!reading) work().catch((error: unknown) => reportError('A live query could not be told', error));
      return () => {
        waiting.delete(subscriber);
        if (subscribers.delete(subscriber) && subscribers.size === 0) end();
      };
    },
  };
}

/**
 * One follower's part of a feed. It is not an async generator, which would wait for its pending step before it ends, and so outlive the
 * client that left. Only the latest answer is kept for a slow follower.
 */
function followerOf({ join }: Feed, { channel, sees }: Follower): AsyncIterableIterator<Answer> {
  let offered: Answer | null = null;
  let failure: { readonly error: unknown } | null = null;
  let checked = false;
  let ended = channel.until.aborted;
  let wake: (() => void) | null = null;
  const stir = () => {
    const woken = wake;
    wake = null;
    woken?.();
  };
  const leave = join({
    offer(answer) {
      offered = answer;
      stir();
    },
    fail(error) {
      failure = { error };
      stir();
    },
  });
  const stopListening = channel.onChange(() => {
    checked = true;
    stir();
  });
  const end = () => {
    ended = true;
    leave();
    stopListening();
    channel.until.removeEventListener('abort', end);
    stir();
  };
  channel.until.addEventListener('abort', end);
  if (ended) end();

  async function step(): Promise<IteratorResult<Answer>> {
    while (!ended) {
      if (failure !== null) throw failure.error;
      if (offered === null && !checked) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      checked = false;
      const seen = sees(await channel.viewer());
      if (seen !== 'all') {
        end();
        return { done: false, value: seen.last };
      }
      const value = offered;
      offered = null;
      if (value !== null && !ended) return { done: false, value };
    }
    return { done: true, value: undefined };
  }

  return {
    async next() {
      try {
        return await step();
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

export function makeFeeds(bus: Bus): Feeds {
  const feeds = new Map<string, Feed>();
  return {
    follow(followed, follower) {
      const feed = feeds.get(followed.key) ?? openFeed(bus, followed, () => feeds.delete(followed.key));
      feeds.set(followed.key, feed);
      return followerOf(feed, follower);
    },
  };
}
