import { act, cleanup, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import type { EventFrom } from 'xstate';
import { provideScreens } from '../../src/compose/screens.ts';
import type { ModelEvent } from '../../src/machines/model.ts';
import { presenceModel } from '../../src/machines/presence/presence.model.ts';
import { presenceMachine } from '../../src/machines/presence/presence.ts';
import { Presence } from '../../src/views/together/Presence.tsx';
import { togetherHere } from './listStage.tsx';
import { show, stageFor } from './stage.tsx';
import { type Running, testView } from './viewWalk.ts';

type Machine = typeof presenceMachine;
afterEach(cleanup);

const isEnd = ({ type }: ModelEvent<Machine>) => type === 'xstate.error.actor.watchPeople';

const NAME = 'Ann North';

testView<Machine, boolean>({
  model: presenceModel,
  start: 'on a version',
  // The actor that reports other people fails at most once.
  promises: ['stay', 'watchPeople'],
  longest: 12,
  onScreen: {
    first: true,
    events: (snapshot, isWatched) => presenceModel.events(snapshot).filter((event) => isWatched || !isEnd(event)),
    next: (isWatched, event) => isWatched && !isEnd(event),
  },
  async show(ready) {
    const stage = await stageFor('Ann');
    const here = { ...togetherHere(), presence: ready(presenceMachine) };
    const together = Promise.resolve(() => here);
    await show(stage, <Presence projectId={5} versionId={3} />, { ...provideScreens(stage.actum), together: () => together });
  },
  act: (event: EventFrom<Machine>, { send }: Running<Machine>) => act(async () => send(event)),
  seen: () => ({
    said: screen.getByRole('status').textContent,
    circles: screen.queryAllByRole('button').map(({ textContent }) => textContent),
  }),
  due: ({ context: { people } }) => ({
    said: people.length === 0 ? '' : `${NAME} is here too`,
    circles: people.map(() => `AN${NAME}`),
  }),
});
