import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import type { EventFrom, SnapshotFrom } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { subscriptionModel } from '../../src/machines/subscription/subscription.model.ts';
import { isOfNothing, subscriptionMachine } from '../../src/machines/subscription/subscription.ts';
import type { OpenStream, StreamListener } from '../../src/services/socket.ts';
import { PublicScreen } from '../../src/views/public/PublicScreen.tsx';
import { PublicSummary } from '../../src/views/public/PublicSummary.tsx';
import { ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import { settled } from '../model/world.ts';
import { ABOUT, SUMMARY } from './actSamples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

type Machine = typeof subscriptionMachine;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The live queries that are open now. */
const streams = new Set<StreamListener>();
const openStream: OpenStream = (_, listener) => {
  streams.add(listener);
  return () => void streams.delete(listener);
};
/** Sends an event to the screen's live query. */
function tell(does: (listener: StreamListener) => void): Promise<void> {
  const [stream, ...others] = streams;
  if (stream === undefined || others.length > 0) throw new Error(`${streams.size} live queries are open`);
  return act(async () => {
    does(stream);
    await settled();
  });
}

/** The number of times the act was loaded, shown as the act's number. */
let reads = 0;
/** The expected screen: every answer loads the act again, and a message stays until the next one. */
let due = { title: '', news: [] as readonly string[] };
let wasOver = false;
const SAYS = ['Live', 'This page no longer updates by itself. Reload it to see changes.'] as const;

const api = (async (route: string) =>
  route === 'GET /public/act/' ? { ...ABOUT, act: { ...ABOUT.act, number: String(++reads) } } : SUMMARY) as Api;

async function does(event: EventFrom<Machine>): Promise<void> {
  switch (event.type) {
    case 'answer.received':
      due = { title: `Act ${reads + 1}`, news: [SAYS[0]] };
      return tell((stream) => stream.answered({ public_act: [{ id: ABOUT.act.id, changed_at: String(reads) }] }));
    case 'stream.failed':
      return tell((stream) => stream.failed(event.error));
    case 'stream.denied':
      return tell((stream) => stream.denied(event.access));
    case 'retry.requested':
      // The network is back.
      return act(async () => void dispatchEvent(new Event('online')));
  }
}

testView<Machine>({
  model: subscriptionModel,
  start: 'connecting',
  promises: ['renewAccess'],
  longest: 20,
  onScreen: {
    first: null,
    events: subscriptionModel.events,
    next: () => null,
    // The retry follows without an event. A query of a project that is gone is not retried.
    follow: (before, event, after) =>
      after.matches('retrying')
        ? ['#subscription.failed -- always[0] -> #subscription.retrying']
        : before.matches('open') && after.matches('gaveUp') && !(event.type === 'stream.failed' && isOfNothing(event.error))
          ? ['#subscription.failed -- always[1] -> #subscription.gaveUp']
          : [],
  },
  async show(ready) {
    const stage = await stageFor('nobody', '/public/h');
    streams.clear();
    reads = 0;
    const provide = subscriptionMachine.provide.bind(subscriptionMachine);
    vi.spyOn(subscriptionMachine, 'provide').mockImplementationOnce((given) => ready(provide(given) as Machine) as never);
    await show(
      stage,
      <Routes>
        <Route path={ROUTES.public} element={<PublicScreen />}>
          <Route index element={<PublicSummary />} />
        </Route>
      </Routes>,
      provideScreens({ ...stage.actum, api, openStream }),
    );
    await screen.findByRole('heading', { level: 1 });
    due = { title: `Act ${reads}`, news: [] };
    wasOver = false;
  },
  act: does,
  // A stream that fails when it starts does so before anything can be done on the screen.
  answers: (calls, running) => ({
    reject: (name, error) =>
      name === 'stream' ? act(async () => running.send({ type: 'xstate.error.actor.stream', error } as never)) : calls.reject(name, error),
  }),
  seen: () => ({
    title: screen.getByRole('heading', { level: 1 }).textContent,
    news: SAYS.filter((text) => screen.queryByText(text) !== null),
    streams: streams.size,
  }),
  due: (snapshot: SnapshotFrom<Machine>) => {
    // An act that is no longer followed is read once more, because its link may have ended.
    const isOver = snapshot.matches('gaveUp');
    if (isOver && !wasOver) due = { title: `Act ${Number(due.title.slice(4)) + 1}`, news: [SAYS[1]] };
    wasOver = isOver;
    return { ...due, streams: snapshot.matches('open') ? 1 : 0 };
  },
});
