/** Plays one schedule from its start to the last check. */
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT_CHANGES } from '../../src/services/graphql/documents.ts';
import { wrongIn } from './checks.ts';
import { Client } from './client.ts';
import { Follower } from './follower.ts';
import type { Ground } from './grounds.ts';
import { Journal } from './journal.ts';
import { randomness, type Schedule } from './schedule.ts';
import { Session } from './session.ts';
import { World } from './world.ts';

/** Everything that waits is answered within this many milliseconds of the last fault's end. */
const LONGEST_DRAIN = 60_000;
/** After the last fault the clients go on for this many milliseconds, and until this many writes are acknowledged. */
const AFTERWARDS = 700;
const WRITES_AFTERWARDS = 12;
const LOOK_EVERY = 50;
const MOST_SHOWN = 12;

export interface Outcome {
  readonly schedule: Schedule;
  /** Checks that failed; empty when all held. */
  readonly problems: readonly string[];
  readonly acknowledged: number;
  readonly refused: number;
  readonly attempts: number;
  readonly unanswered: number;
  /** To start, to live through, to check. */
  readonly seconds: readonly number[];
  /** Log of the nodes, for finding causes. */
  readonly log: string;
}

interface Played {
  readonly journal: Journal;
  readonly problems: string[];
}

/** True as soon as the condition holds, false when it does not within the time. */
async function becomes(isSo: () => Promise<boolean> | boolean, within: number): Promise<boolean> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > within) return false;
    await pause(LOOK_EVERY);
  }
  return true;
}

export async function play(schedule: Schedule, ground: Ground, tree: string): Promise<Outcome> {
  const laps = [performance.now()];
  const lap = () => laps.push(performance.now());
  const world = await World.open(schedule, ground, tree);
  lap();
  try {
    const { journal, problems } = await live(schedule, ground, world);
    lap();
    problems.push(...(await wrongIn(await world.look(), journal, ground.content)));
    lap();
    for (const node of world.nodes)
      problems.push(...node.deaths, ...new Set(node.alarms().map((line) => `${node.name} said: ${line.trim()}`)));
    const all = [...new Set([...world.problems, ...problems, ...journal.complaints])];
    const { acknowledged, refused, attempts, unanswered } = journal;
    return {
      schedule,
      problems: all.length > MOST_SHOWN ? [...all.slice(0, MOST_SHOWN), `… and ${all.length - MOST_SHOWN} more`] : all,
      acknowledged,
      refused,
      attempts,
      unanswered,
      seconds: laps.slice(1).map((at, before) => (at - (laps[before] ?? at)) / 1_000),
      log: world.nodes.map(({ name, log }) => `== ${name}\n${log}`).join('\n'),
    };
  } finally {
    await world.close();
  }
}

/** The clients at work while the faults come, until everything that waits is answered. */
async function live(schedule: Schedule, ground: Ground, world: World): Promise<Played> {
  const journal = new Journal();
  const problems: string[] = [];
  const [rest, over] = [new AbortController(), new AbortController()];
  const people = ground.content.people.slice(0, schedule.clients);
  const clients = people.map((person, at) => {
    const session = new Session(world.address, person.tokens, journal, over.signal);
    return new Client(`s${schedule.seed}c${at}`, person, session, journal, randomness(schedule.seed * 100 + at));
  });
  const followers = clients.map(({ session }, at) => new Follower(world.address, session, people[at]?.project.id ?? 0));
  const following = followers.map((follower) => follower.follow());
  const working = Promise.all(clients.map((client) => client.work(rest.signal)));

  const start = performance.now();
  const faults = schedule.faults.map(async (fault) => {
    await pause(fault.at);
    await world.cause(fault);
  });
  await pause(Math.max(0, schedule.length - (performance.now() - start)));
  await Promise.all(faults);
  await world.heal();
  const before = journal.acknowledged;
  await pause(AFTERWARDS);
  if (!(await becomes(() => journal.acknowledged >= before + WRITES_AFTERWARDS, LONGEST_DRAIN)))
    problems.push(`${journal.acknowledged - before} writes were acknowledged within ${LONGEST_DRAIN} ms of the last fault`);
  rest.abort();
  let outOfTime = setTimeout(() => over.abort(), LONGEST_DRAIN);
  await working;
  const waiting = journal.entries.filter(({ outcome }) => outcome === 'uncertain').length;
  if (over.signal.aborted) problems.push(`${waiting} writes were not answered within ${LONGEST_DRAIN} ms of the last fault`);
  clearTimeout(outOfTime);
  outOfTime = setTimeout(() => over.abort(), 2 * LONGEST_DRAIN);
  if (!over.signal.aborted) problems.push(...(await wrongOutside(world, clients, followers)));
  clearTimeout(outOfTime);
  over.abort();
  for (const follower of followers) follower.stop();
  await Promise.all(following);
  return { journal, problems };
}

/** Faults that people would notice: nodes that are not ready, stale live queries, ended sessions. */
async function wrongOutside(world: World, clients: readonly Client[], followers: readonly Follower[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, listens } of world.nodes) {
    const ready = async () => (await fetch(`http://127.0.0.1:${listens}/readyz`).catch(() => null))?.status === 200;
    if (listens === null || !(await becomes(ready, LONGEST_DRAIN))) problems.push(`${name} is not ready`);
  }
  await Promise.all(
    followers.map(async (follower, at) => {
      const document = PROJECT_CHANGES.replace('subscription', 'query');
      const call = { kind: 'graphql', document, variables: { project: follower.projectId } } as const;
      const latest = async () => JSON.stringify(await clients[at]?.session.query(call).catch(() => null));
      if (!(await becomes(async () => follower.heard === (await latest()), LONGEST_DRAIN)))
        problems.push(
          `subscriber ${at} last heard ${follower.heard}, there is ${await latest()}; it ended with ${follower.ends.join(', ')}`,
        );
    }),
  );
  for (const [at, { session }] of clients.entries())
    await session
      .renew(session.tokens.access)
      .catch((error: unknown) => problems.push(`the session of client ${at} is not renewed: ${error}`));
  return problems;
}
