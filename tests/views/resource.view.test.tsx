import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { notFound } from '../../domain/sentences/general.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { resourceModel } from '../../src/machines/resource/resource.model.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { themeMachine } from '../../src/machines/theme/theme.ts';
import { useEstimate } from '../../src/views/estimate/context.ts';
import { EstimateScreen } from '../../src/views/estimate/EstimateScreen.tsx';
import { paths, ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import { ThemeProvider } from '../../src/views/theme.tsx';
import { ABOUT, SUMMARY } from './estimateSamples.ts';
import { manualFeed } from './feed.ts';
import { reading } from './samples.ts';
import { show, stageFor } from './stage.tsx';
import { testView } from './viewWalk.ts';

afterEach(cleanup);

const { project, version } = { project: ABOUT.project.id, version: SUMMARY.version_id };
/** The estimate's total on screen. */
const Total = () => <p>Total: {useEstimate().summary.total_with_taxes.total}</p>;

/** The number of times the estimate was loaded, which is also its total. */
let reads = 0;
let keep: () => void = () => undefined;
/** Somebody else has changed the project. */
let change: () => void = () => undefined;

async function showEstimate(readsEstimate: typeof resourceMachine): Promise<void> {
  const stage = await stageFor('Ann', paths.estimate(project, version));
  const screens = provideScreens(stage.actum);
  const { watchProject, readAgain } = manualFeed();
  change = readAgain;
  const estimate = { ...screens.estimate(version), reading: readsEstimate };
  const about = { ...screens.project(project), reading };
  about.project.set({ ...ABOUT, project: { ...ABOUT.project, claimed: '30.00' } });
  reads = 0;
  keep = () => {
    reads += 1;
    estimate.summary.set({ ...SUMMARY, frozen: false, total_with_taxes: { ...SUMMARY.total_with_taxes, total: `${reads}.00` } });
  };
  await show(
    stage,
    <ThemeProvider theme={createActor(themeMachine, { input: { stored: null } }).start()}>
      <Routes>
        <Route path={ROUTES.version} element={<EstimateScreen />}>
          <Route index element={<Total />} />
        </Route>
      </Routes>
    </ThemeProvider>,
    { ...screens, watchProject, estimate: () => estimate, project: () => about },
  );
}

testView({
  model: resourceModel,
  start: 'opened',
  promises: ['load'],
  async show(ready) {
    await showEstimate(ready(resourceMachine));
  },
  act: ({ type }) =>
    type === 'load.retried' ? void fireEvent.click(screen.getByRole('button', { name: 'Try again' })) : act(async () => change()),
  answers: (calls) => ({
    resolve: (name, output) =>
      act(async () => {
        keep();
        await calls.resolve(name, output);
      }),
  }),
  seen: () => ({
    reading: screen.queryByText('Loading the estimate') !== null,
    failed: screen.queryByRole('heading', { name: 'The estimate could not be loaded' }) !== null,
    sentence: screen.queryByRole('alert')?.querySelector('p')?.textContent ?? null,
    total: screen.queryByText(/^Total: /)?.textContent ?? null,
  }),
  due: (snapshot) => {
    const isFailed = snapshot.matches('failed');
    return {
      reading: snapshot.matches('loading') && reads === 0,
      failed: isFailed,
      sentence: isFailed ? (snapshot.context.sentence?.detail ?? null) : null,
      // The data stays while it is loaded again and when that fails.
      total: isFailed || reads === 0 ? null : `Total: ${reads}.00`,
    };
  },
});

test('of an estimate that was deleted meanwhile nothing is shown, and no new list or act is offered', async () => {
  let isThere = true;
  const load = fromPromise(async () => {
    if (!isThere) throw new Refused(404, notFound());
    keep();
  });
  await showEstimate(resourceMachine.provide({ actors: { load } }));
  await screen.findByText(/^Total: /);
  const offered = () =>
    screen
      .queryAllByRole('button', { name: /^(Add list|New act)/ })
      .filter((each) => each.getAttribute('aria-disabled') !== 'true')
      .map(({ textContent }) => textContent);
  const shown = () =>
    [...SUMMARY.costs.map(({ title }) => title), /^Claimed by acts/].filter((each) => screen.queryAllByText(each).length > 0);
  await expect.poll(offered).toEqual(['New act', 'Add list']);
  await expect.poll(shown).toHaveLength(SUMMARY.costs.length + 1);
  isThere = false;
  await act(async () => change());
  await screen.findByRole('heading', { name: 'Version not found' });
  expect(offered()).toEqual([]);
  expect(shown()).toEqual([]);
});
