import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import type { ProjectChange } from '../../domain/api/graphql.ts';
import { projectFeeds } from '../../src/compose/live/projectFeeds.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { projectFeedModel } from '../../src/machines/projectFeed/projectFeed.model.ts';
import { FEED_LENGTH, projectFeedMachine } from '../../src/machines/projectFeed/projectFeed.ts';
import { useEventsMade, useProjectChanges, useProjectFeed } from '../../src/views/reading.ts';
import { show, stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof projectFeedMachine;
afterEach(cleanup);

/** The events a screen receives: every change of the project, and those it must load. */
function Screen() {
  const [heard, setHeard] = useState<readonly string[]>([]);
  const [read, setRead] = useState<readonly string[]>([]);
  const [made, setMade] = useState<readonly number[]>([]);
  useProjectFeed(5, (change) => setHeard((all) => [...all, change === null ? 'anything' : String(change.id)]));
  useProjectChanges(5, (change) => setRead((all) => [...all, change === null ? 'anything' : String(change.id)]));
  useEventsMade(5, (eventId) => setMade((all) => [...all, eventId]));
  return (
    <>
      <p title="made">{made.join(' ')}</p>
      <p title="heard">{heard.join(' ')}</p>
      <p title="read">{read.join(' ')}</p>
    </>
  );
}

type Step = ModelEvent<Machine>;
const isEnd = ({ type }: Step) => type === 'xstate.error.actor.stream';

/** The expected events after all steps, and those of them that must be loaded. */
function dueAfter(past: readonly Step[]) {
  const [heard, read]: [string[], string[]] = [[], []];
  const made: number[] = [];
  const shown = new Set<number>();
  let waiting: ProjectChange[] = [];
  let [newest, sent]: [number | null, number] = [null, 0];
  // Changes of others after an edit, received before its answer.
  let overtaking = 0;
  const tell = (change: ProjectChange) => {
    heard.push(String(change.id));
    if (change.way !== 'done' || change.id < overtaking || !shown.has(change.event_id)) read.push(String(change.id));
  };
  const tellAnything = () => {
    heard.push('anything');
    read.push('anything');
  };
  for (const event of past as readonly EventFrom<Machine>[]) {
    if (event.type === 'reading.requested' || event.type === 'stream.lost' || isEnd(event)) tellAnything();
    if (event.type === 'edit.answered') made.push(event.eventId);
    if (event.type === 'edit.sent') sent += 1;
    if (event.type === 'edit.settled' && sent > 0) {
      sent -= 1;
      if (event.eventId !== null && event.isShown) shown.add(event.eventId);
      if (sent === 0) {
        for (const change of waiting.splice(0)) tell(change);
        overtaking = 0;
      }
      if (newest === null && event.eventId !== null && !event.isShown) tellAnything();
    }
    if (event.type !== 'changes.received') continue;
    const { changes, mayMiss } = event;
    const isMissing: boolean = newest !== null && changes.length >= FEED_LENGTH && (changes[0]?.id ?? 0) > newest;
    const fresh: readonly ProjectChange[] = newest === null ? [] : changes.filter(({ id }) => id > (newest ?? 0));
    newest = Math.max(changes.at(-1)?.id ?? 0, newest ?? 0);
    if (mayMiss || isMissing) {
      waiting = [];
      overtaking = 0;
      tellAnything();
      continue;
    }
    for (const change of fresh) {
      const mayBeOwn = sent > 0 && change.author_id === 1 && change.way === 'done' && !shown.has(change.event_id);
      if (mayBeOwn) waiting.push(change);
      else {
        // Later changes are newer than it.
        const before: number = overtaking;
        overtaking = 0;
        tell(change);
        overtaking = sent > 0 && !shown.has(change.event_id) ? change.id : before;
      }
    }
  }
  return { heard: heard.join(' '), read: read.join(' '), made: made.join(' ') };
}

testView<Machine, boolean>({
  model: projectFeedModel,
  start: 'a project',
  // The stream reports a lost connection itself and fails at most once.
  promises: ['stream'],
  longest: 14,
  onScreen: {
    first: true,
    events: (snapshot, isOpen) => projectFeedModel.events(snapshot).filter((event) => isOpen || !isEnd(event)),
    next: (isOpen, event) => isOpen && !isEnd(event),
  },
  async show(ready) {
    const stage = await stageFor('Ann');
    const feeds = projectFeeds(
      () => () => undefined,
      stage.actum.session,
      () => ready(projectFeedMachine),
    );
    await show(stage, <Screen />, { ...provideScreens(stage.actum), watchProject: feeds.logic });
  },
  act: (event: EventFrom<Machine>, { send }: Running<Machine>) => act(async () => send(event)),
  seen: () => ({
    heard: screen.getByTitle('heard').textContent,
    read: screen.getByTitle('read').textContent,
    made: screen.getByTitle('made').textContent,
  }),
  due: (_, past) => dueAfter(past),
});
