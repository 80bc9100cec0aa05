import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { Refused, Unanswered } from '../../domain/api/call.ts';
import { QUERY_UNKNOWN } from '../../domain/api/graphql.ts';
import { liveQueries } from '../../src/compose/live/follow.ts';
import { projectFeeds } from '../../src/compose/live/projectFeeds.ts';
import { teamProjects } from '../../src/compose/live/teamProjects.ts';
import { sessionMachine } from '../../src/machines/session/session.ts';
import { PROJECT_ACCESS, PROJECT_CHANGES, TEAM_PROJECTS } from '../../src/services/graphql/documents.ts';
import type { OpenStream, StreamListener } from '../../src/services/socket.ts';
import { silent } from '../../walking/standIns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Streams by their query, to answer or fail by hand. */
function streamsByHand() {
  const open = new Map<string, StreamListener>();
  const openStream: OpenStream = ({ document }, listener) => {
    open.set(document, listener);
    return () => open.delete(document);
  };
  const session = createActor(sessionMachine, { input: { app: silent, tokens: null, publicKey: null, destination: null } });
  return {
    ...liveQueries(openStream, session),
    session,
    open,
    /** Fails every attempt of a query until it is given up. */
    giveUp(document: string, error: Error) {
      for (let attempt = 0; attempt <= 5; attempt += 1) {
        open.get(document)?.failed(error);
        vi.advanceTimersByTime(20_000);
      }
    },
  };
}

const unknown = () => new Refused(400, { detail: 'Cannot query field', code: QUERY_UNKNOWN });

test('after a long loss of the network a project and its access are followed again', () => {
  const { follow, session, open, giveUp, lost, retry } = streamsByHand();
  const watching = createActor(projectFeeds(follow, session).logic, { input: { projectId: 5 } });
  watching.start();
  expect([...open.keys()].toSorted()).toEqual([PROJECT_ACCESS, PROJECT_CHANGES].toSorted());
  for (const document of [PROJECT_CHANGES, PROJECT_ACCESS]) giveUp(document, new Unanswered('No network'));
  expect([open.size, lost.get()]).toEqual([0, 2]);
  retry();
  expect([...open.keys()].toSorted()).toEqual([PROJECT_ACCESS, PROJECT_CHANGES].toSorted());
  watching.stop();
});

test('a query that an earlier version of the server does not know is not asked again, and is not a lost connection', () => {
  const { follow, open, giveUp, lost, retry } = streamsByHand();
  const news = createActor(teamProjects(follow, 3));
  news.start();
  expect([...open.keys()]).toEqual([TEAM_PROJECTS]);
  giveUp(TEAM_PROJECTS, unknown());
  retry();
  expect([open.size, lost.get()]).toEqual([0, null]);
  news.stop();
});

test('a query that is refused for another reason counts as lost, and is asked again', () => {
  const { follow, open, giveUp, lost, retry } = streamsByHand();
  const news = createActor(teamProjects(follow, 3));
  news.start();
  giveUp(TEAM_PROJECTS, new Refused(400, { detail: 'Try again later', code: 'unavailable' }));
  expect([open.size, lost.get()]).toEqual([0, 1]);
  retry();
  expect([...open.keys()]).toEqual([TEAM_PROJECTS]);
  news.stop();
});

test('projects that may have changed after they were read are read again once they are followed', () => {
  const now = Date.parse('2026-11-28T10:00:00Z');
  const heard = (changed_at: string, time: number | null = now) => {
    const { follow, open } = streamsByHand();
    const news = createActor(teamProjects(follow, 3, () => time));
    let count = 0;
    news.on('projects.changed', () => {
      count += 1;
    });
    news.start();
    const answer = (state: string) => open.get(TEAM_PROJECTS)?.answered({ team_projects: [{ state, changed_at }] });
    answer('one');
    const first = count;
    answer('one');
    answer('two');
    news.stop();
    return [first, count];
  };
  expect(heard('2026-11-28T09:58:00Z')).toEqual([0, 1]);
  expect(heard('2026-11-28T09:59:59Z')).toEqual([1, 2]);
  expect(heard('2026-11-28T09:58:00Z', null)).toEqual([1, 2]);
});

test('a team without projects has nothing that could be newer', () => {
  const { follow, open } = streamsByHand();
  const news = createActor(teamProjects(follow, 3, () => null));
  let count = 0;
  news.on('projects.changed', () => {
    count += 1;
  });
  news.start();
  open.get(TEAM_PROJECTS)?.answered({ team_projects: [] });
  expect(count).toBe(0);
  news.stop();
});
