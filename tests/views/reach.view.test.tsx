import { act, cleanup, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { createActor, type EventFrom } from 'xstate';
import { reachModel } from '../../src/machines/reach/reach.model.ts';
import { reachMachine } from '../../src/machines/reach/reach.ts';
import { ServerAway } from '../../src/views/shell/ServerAway.tsx';
import { pressButton } from './layout.ts';
import { show, stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof reachMachine;

afterEach(cleanup);

const AWAY = 'The server cannot be reached. What is on screen stays, and Actum keeps trying to connect. Try now';

const does = (event: EventFrom<Machine>, { send }: Running<Machine>) =>
  event.type === 'retry.requested' ? pressButton('Try now') : act(async () => send(event));

testView<Machine>({
  model: reachModel,
  start: 'opened',
  promises: ['probe'],
  longest: 14,
  onScreen: {
    first: null,
    next: () => null,
    // The button to try again is there while the server is away.
    events: (snapshot) => reachModel.events(snapshot).filter(({ type }) => type !== 'retry.requested' || snapshot.matches('away')),
  },
  async show(ready) {
    const stage = await stageFor('Ann');
    const reach = createActor(ready(reachMachine)).start();
    await show({ ...stage, actum: { ...stage.actum, reach } }, <ServerAway />);
  },
  act: does,
  seen: () => screen.queryAllByRole('status').map(({ textContent }) => textContent),
  due: (snapshot) => (snapshot.matches('away') ? [AWAY] : []),
});
