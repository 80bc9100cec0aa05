/**
 * The one authority over live channels, sockets and server-sent events alike: what a channel may see ends with its session, its
 * membership, its key and its project, in every process. Nothing is sent while that is being checked.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '../db/bus.ts';
import { projectTopic } from '../history/record.ts';
import type { Viewer } from '../http/caller.ts';
import { reportError } from '../log.ts';
import { sessionTopic } from '../people/tokens.ts';
import { membershipTopic } from '../teams/members.ts';

/** Every page of a team that is open in a browser holds one. */
const MOST_A_PERSON = 64;
/** Channels under a public key are limited by address with a high limit, because a whole office may share one address. */
const MOST_AN_ADDRESS = 256;
const LOOK_AGAIN_AFTER = 1_000;
/** The database decides whether a right has expired, and its clock may be behind this process's. */
const SHORTEST_RECHECK = 250;
/** Milliseconds that followers have to send a final answer before the channel closes. */
const FINAL_ANSWERS_WITHIN = 250;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Why a channel is closed: its access has ended, its person has too many channels, or this process ends and the client should reconnect to
 * another.
 */
export type Ending = 'unauthorized' | 'tooMany' | 'goingAway';

export interface Channel {
  /** The current viewer; waits while it is being checked again. */
  viewer(): Promise<Viewer>;
  /** Calls the function after the viewer was looked up again. The returned function stops this. */
  onChange(changed: () => void): () => void;
  /** Fires when the channel is over. */
  readonly until: AbortSignal;
  /** Called when the client has disconnected. */
  close(): void;
}

interface Entrance {
  /** Looks up the viewer; called again whenever their rights may have changed. */
  readonly identify: () => Promise<Viewer>;
  /** Where the request came from: holders of a key are counted by it. */
  readonly address: string;
  /** Closes the connection. */
  readonly end: (why: Ending) => void;
}

export interface Channels {
  /** Opens a channel; null when access is denied, after `end` was called with the reason. */
  open(entrance: Entrance): Promise<Channel | null>;
  /** Ends every channel, spread over the given milliseconds, so that clients do not all reconnect at once. */
  endAll(within: number): Promise<void>;
  /** How many are open. */
  readonly size: number;
}

interface Topics {
  readonly projectOf: (viewer: Viewer) => Promise<number | null>;
}

const isNobody = ({ caller, publicAct }: Viewer): boolean => caller === null && publicAct === null;

/** The earliest time at which one of the viewer's rights expires, in milliseconds since 1970. */
const endsAt = ({ caller, publicAct }: Viewer): number =>
  Math.min(caller === null ? Number.POSITIVE_INFINITY : caller.expiresAt * 1000, publicAct?.expiresAt ?? Number.POSITIVE_INFINITY);

/** Counts the open channels of each person, and of each address for those who hold only a key. */
class Counts {
  readonly #counts = new Map<string, number>();

  /** Counts one more and returns how to count it off; null when the viewer has as many as allowed. */
  enter({ caller }: Viewer, address: string): (() => void) | null {
    const principal = caller === null ? `address ${address}` : `user ${caller.userId}`;
    const count = this.#counts.get(principal) ?? 0;
    if (count >= (caller === null ? MOST_AN_ADDRESS : MOST_A_PERSON)) return null;
    this.#counts.set(principal, count + 1);
    return () => this.#leave(principal);
  }

  #leave(principal: string): void {
    const count = (this.#counts.get(principal) ?? 1) - 1;
    if (count === 0) this.#counts.delete(principal);
    else this.#counts.set(principal, count);
  }
}

/** A channel that looks up its viewer again when their rights may have changed, and ends when none are left. */
class OpenChannel implements Channel {
  readonly #first: Viewer;
  readonly #entrance: Entrance;
  readonly #over = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #releases: (() => void)[] = [];
  #viewer: Promise<Viewer>;
  /** Counts the lookups, because only the result of the newest one is used. */
  #latest = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(first: Viewer, entrance: Entrance) {
    this.#first = first;
    this.#entrance = entrance;
    this.#viewer = Promise.resolve(first);
  }

  get until(): AbortSignal {
    return this.#over.signal;
  }

  viewer = (): Promise<Viewer> => this.#viewer;

  onChange = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Calls this once when the channel closes, or now if it has closed. */
  atClose(release: () => void): void {
    if (this.until.aborted) release();
    else this.#releases.push(release);
  }

  close = (): void => {
    if (this.until.aborted) return;
    this.#over.abort();
    clearTimeout(this.#expiry);
    for (const release of this.#releases) release();
  };

  finish = (why: Ending): void => {
    if (this.until.aborted) return;
    this.close();
    this.#entrance.end(why);
  };

  recheck = (): void => {
    this.#latest += 1;
    const own = this.#latest;
    this.#viewer = this.#identified();
    this.#viewer
      .then((found) => {
        if (own === this.#latest) this.#take(found);
      })
      .catch((error: unknown) => reportError('A live channel could not be looked after', error));
  };

  #take(found: Viewer): void {
    if (this.#first.caller !== null && found.caller === null) {
      this.finish('unauthorized');
      return;
    }
    this.#awaitExpiry(found);
    for (const changed of [...this.#listeners]) changed();
    if (isNobody(found)) setTimeout(this.finish, FINAL_ANSWERS_WITHIN, 'unauthorized');
  }

  /** Asks until the database answers: a failed lookup must neither allow sending nor end the channel. */
  async #identified(): Promise<Viewer> {
    while (!this.until.aborted) {
      try {
        return await this.#entrance.identify();
      } catch (error) {
        // A channel that has ended meanwhile looks up nothing, because the server and its database may be closing.
        if (this.until.aborted) break;
        reportError('Who follows live changes could not be looked up', error);
        await wait(LOOK_AGAIN_AFTER, undefined, { signal: this.until }).catch(() => {});
      }
    }
    return { caller: null, publicAct: null };
  }

  /** Looks the viewer up again when their rights run out. */
  #awaitExpiry(found: Viewer): void {
    clearTimeout(this.#expiry);
    const remaining = endsAt(found) - Date.now();
    if (remaining < LONGEST_TIMER && !this.until.aborted)
      this.#expiry = setTimeout(this.recheck, Math.max(SHORTEST_RECHECK, remaining + 1));
  }
}

export function makeChannels(bus: Bus, { projectOf }: Topics): Channels {
  const counts = new Counts();
  const open = new Set<OpenChannel>();

  async function topicsOf(viewer: Viewer): Promise<string[]> {
    const { caller, publicAct } = viewer;
    const project = publicAct === null ? null : await projectOf(viewer);
    return [
      ...(caller === null ? [] : [sessionTopic(caller.family), membershipTopic(caller.userId)]),
      ...(project === null ? [] : [projectTopic(project)]),
    ];
  }

  return {
    async open(entrance) {
      const first = await entrance.identify();
      const leave = isNobody(first) ? null : counts.enter(first, entrance.address);
      if (leave === null) {
        entrance.end(isNobody(first) ? 'unauthorized' : 'tooMany');
        return null;
      }
      const channel = new OpenChannel(first, entrance);
      open.add(channel);
      channel.atClose(() => open.delete(channel));
      channel.atClose(leave);
      try {
        for (const topic of await topicsOf(first)) channel.atClose(bus.watch(topic, channel.recheck));
      } catch (error) {
        channel.close();
        throw error;
      }
      // A change between the first lookup and the start of the watches was not notified to them.
      channel.recheck();
      await channel.viewer();
      return channel.until.aborted ? null : channel;
    },

    get size() {
      return open.size;
    },

    async endAll(within) {
      await Promise.all(
        [...open].map(async (channel) => {
          await wait(Math.random() * within);
          channel.finish('goingAway');
        }),
      );
    },
  };
}
