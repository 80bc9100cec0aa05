import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach } from 'vitest';
import { fromCallback } from 'xstate';
import type { ActRow, ActSummary, PublicAct } from '../../domain/api/shapes.ts';
import type { RowView } from '../../domain/rowView.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { publicActModel } from '../../src/machines/publicAct/publicAct.model.ts';
import { type PublicNews, publicActMachine } from '../../src/machines/publicAct/publicAct.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { ActumProvider } from '../../src/views/actum.tsx';
import { PublicScreen } from '../../src/views/public/PublicScreen.tsx';
import { PublicSummary } from '../../src/views/public/PublicSummary.tsx';
import { ROUTES, Route, Router, Routes } from '../../src/views/routing.tsx';
import { ScreensProvider } from '../../src/views/screens.tsx';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { settled } from '../model/world.ts';
import { ABOUT, SUMMARY } from './actSamples.ts';
import { stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

/** Sends an event of the socket. */
let tell: (news: PublicNews) => void = () => undefined;
const follow = fromCallback<{ readonly type: 'none' }>(({ sendBack }) => {
  tell = sendBack;
});

testView({
  model: publicActModel,
  start: 'opened',
  promises: ['load'],
  async show(ready) {
    const { actum } = await stageFor('nobody', '/public/h');
    const machine = ready(publicActMachine.provide({ actors: { follow } }));
    const [about, summary] = [new ValueStore<PublicAct>(), new ValueStore<ActSummary>()];
    about.set(ABOUT);
    summary.set(SUMMARY);
    const publicAct = () => ({
      act: about,
      summary,
      machine,
      answering: () => {
        throw new Error('An act that may only be looked at is not answered');
      },
      list: () => ({
        rows: new RowStore<ActRow>(),
        windows: rowWindowMachine,
        view: new ValueStore<RowView>(),
        keep: () => undefined,
        shown: new ValueStore<ShownRows>(),
      }),
    });
    const known = Promise.resolve(publicAct);
    await act(async () => {
      render(
        <StrictMode>
          <ActumProvider actum={actum}>
            <ScreensProvider screens={{ ...provideScreens(actum), publicAct: () => known }}>
              <Router>
                <Routes>
                  <Route path={ROUTES.public} element={<PublicScreen />}>
                    <Route index element={<PublicSummary />} />
                  </Route>
                </Routes>
              </Router>
            </ScreensProvider>
          </ActumProvider>
        </StrictMode>,
      );
      await settled();
    });
  },
  // A callback fails only when it starts, before anything can be done on the screen.
  answers: (calls, running) => ({
    reject: (name, error) =>
      name === 'follow' ? act(async () => running.send({ type: 'xstate.error.actor.follow', error } as never)) : calls.reject(name, error),
  }),
  async act(event) {
    if (event.type === 'load.retried') return void fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    if (!('code' in event)) await act(async () => tell(event as PublicNews));
  },
  seen: () => ({
    title: screen.queryByRole('heading', { level: 1 })?.textContent ?? null,
    failed: screen.queryByRole('heading', { name: 'The act could not be loaded' }) !== null,
    rows: screen.queryAllByRole('row', { name: /^Total with taxes/ }).length,
    explained: screen.queryAllByRole('term').map(({ textContent }) => textContent?.trim()),
    news: ['Live', 'This page no longer updates by itself. Reload it to see changes.'].filter((text) => screen.queryByText(text) !== null),
  }),
  due: (snapshot) => {
    const isOver = snapshot.matches('over');
    const isShown = !isOver && !snapshot.matches('failed');
    const over = snapshot.context.code === 'link_withdrawn' ? 'This link has been withdrawn' : 'This link does not work';
    return {
      title: isOver ? over : isShown ? 'Act 2' : null,
      failed: snapshot.matches('failed'),
      rows: isShown ? 1 : 0,
      explained: isShown ? ['Completed now, with taxes', 'Balance done to date', 'Left to do', 'Estimated cost'] : [],
      news: snapshot.matches({ open: { news: 'live' } })
        ? ['Live']
        : snapshot.matches({ open: { news: 'lost' } })
          ? ['This page no longer updates by itself. Reload it to see changes.']
          : [],
    };
  },
});
