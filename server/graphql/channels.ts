/**
 * The one authority over live channels, sockets and server-sent events alike: what a channel may see ends with its session, its
 * membership, its key and its project, in every process, and while that is being looked up nothing is told.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Bus } from '../db/bus.ts';
import { projectTopic } from '../history/record.ts';
import type { Viewer } from '../http/caller.ts';
import { reportError } from '../log.ts';
import { sessionTopic } from '../people/tokens.ts';
import { membershipTopic } from '../teams/members.ts';

const MOST_A_PERSON = 16;
/** Holders of a key are nobody in particular: a whole office may stand behind one address. */
const MOST_AN_ADDRESS = 256;
const LOOK_AGAIN_AFTER = 1_000;
/** The database decides what has run out; its clock may be behind this one. */
const SOONEST_LOOK = 250;
/** Milliseconds in which followers are told how it ended before the channel closes. */
const LAST_WORDS = 250;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Why a channel is closed: its access is over, its person has too many, or this process ends and another should be asked. */
export type Ending = 'unauthorized' | 'tooMany' | 'goingAway';

export interface Channel {
  /** Who is there now; waits while that is being looked up again. */
  viewer(): Promise<Viewer>;
  /** Calls after the viewer was looked up again. The answer stops it. */
  onChange(changed: () => void): () => void;
  /** Fires when the channel is over. */
  readonly until: AbortSignal;
  /** The other side has left. */
  close(): void;
}

interface Entrance {
  /** Who it is, asked again whenever that may have changed. */
  readonly identify: () => Promise<Viewer>;
  /** Where the request came from: holders of a key are counted by it. */
  readonly address: string;
  /** Closes the connection. */
  readonly end: (why: Ending) => void;
}

export interface Channels {
  /** Opens a channel; null when nobody may: `end` has been called with the reason. */
  open(entrance: Entrance): Promise<Channel | null>;
  /** Ends every channel, spread over so many milliseconds, for all of them will come again somewhere. */
  endAll(within: number): Promise<void>;
}

interface Topics {
  readonly projectOf: (viewer: Viewer) => Promise<number | null>;
}

const isNobody = ({ caller, publicAct }: Viewer): boolean => caller === null && publicAct === null;

export function makeChannels(bus: Bus, { projectOf }: Topics): Channels {
  const counts = new Map<string, number>();
  const open = new Set<(why: Ending) => void>();

  const principalOf = ({ caller }: Viewer, address: string): string => (caller === null ? `address ${address}` : `user ${caller.userId}`);
  function enter(principal: string, most: number): boolean {
    const count = counts.get(principal) ?? 0;
    if (count >= most) return false;
    counts.set(principal, count + 1);
    return true;
  }
  function leave(principal: string): void {
    const count = (counts.get(principal) ?? 1) - 1;
    if (count === 0) counts.delete(principal);
    else counts.set(principal, count);
  }

  async function topicsOf(viewer: Viewer): Promise<string[]> {
    const { caller, publicAct } = viewer;
    const project = publicAct === null ? null : await projectOf(viewer);
    return [
      ...(caller === null ? [] : [sessionTopic(caller.family), membershipTopic(caller.userId)]),
      ...(project === null ? [] : [projectTopic(project)]),
    ];
  }
  const endsAt = ({ caller, publicAct }: Viewer): number =>
    Math.min(caller === null ? Number.POSITIVE_INFINITY : caller.expiresAt * 1000, publicAct?.expiresAt ?? Number.POSITIVE_INFINITY);

  return {
    async open({ identify, address, end }) {
      const first = await identify();
      const principal = principalOf(first, address);
      if (isNobody(first) || !enter(principal, first.caller === null ? MOST_AN_ADDRESS : MOST_A_PERSON)) {
        end(isNobody(first) ? 'unauthorized' : 'tooMany');
        return null;
      }
      const over = new AbortController();
      const listeners = new Set<() => void>();
      const release: (() => void)[] = [() => leave(principal)];
      const close = () => {
        if (over.signal.aborted) return;
        over.abort();
        open.delete(finish);
        for (const each of release) each();
      };
      const finish = (why: Ending) => {
        if (over.signal.aborted) return;
        close();
        end(why);
      };
      open.add(finish);

      /** Asks until the database answers: not knowing is no reason to tell, and none to end. */
      async function lookAgain(): Promise<Viewer> {
        while (!over.signal.aborted) {
          try {
            return await identify();
          } catch (error) {
            reportError('Who follows live changes could not be looked up', error);
            await wait(LOOK_AGAIN_AFTER, undefined, { signal: over.signal }).catch(() => {});
          }
        }
        return { caller: null, publicAct: null };
      }
      let expiry: NodeJS.Timeout | undefined;
      release.push(() => clearTimeout(expiry));
      /** Looks again when what is known now runs out. */
      const awaitExpiry = (found: Viewer) => {
        clearTimeout(expiry);
        const remaining = endsAt(found) - Date.now();
        if (remaining < LONGEST_TIMER && !over.signal.aborted) expiry = setTimeout(recheck, Math.max(SOONEST_LOOK, remaining + 1));
      };
      let latest = 0;
      let viewer: Promise<Viewer> = Promise.resolve(first);
      const recheck = () => {
        latest += 1;
        const own = latest;
        viewer = lookAgain();
        viewer
          .then((found) => {
            if (own !== latest) return;
            if (first.caller !== null && found.caller === null) return finish('unauthorized');
            awaitExpiry(found);
            for (const changed of [...listeners]) changed();
            if (isNobody(found)) setTimeout(finish, LAST_WORDS, 'unauthorized');
          })
          .catch((error: unknown) => reportError('A live channel could not be looked after', error));
      };
      try {
        for (const topic of await topicsOf(first)) release.push(bus.watch(topic, recheck));
      } catch (error) {
        close();
        throw error;
      }
      // What ended between the first look and the watches was not heard.
      recheck();
      await viewer;
      if (over.signal.aborted) return null;
      return {
        viewer: () => viewer,
        onChange(changed) {
          listeners.add(changed);
          return () => listeners.delete(changed);
        },
        until: over.signal,
        close,
      };
    },

    async endAll(within) {
      await Promise.all(
        [...open].map(async (finish) => {
          await wait(Math.random() * within);
          finish('goingAway');
        }),
      );
    },
  };
}
