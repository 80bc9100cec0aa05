import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { Refused } from '../../domain/api/call.ts';
import { CHANGES } from '../../domain/comparison.ts';
import { AS_STORED, type RowView } from '../../domain/rowView.ts';
import { notFound } from '../../domain/sentences/general.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { resourceMachine } from '../../src/machines/resource/resource.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { CompareRows } from '../../src/views/compare/CompareRows.tsx';
import { CompareScreen } from '../../src/views/compare/CompareScreen.tsx';
import { CompareProvider } from '../../src/views/compare/context.ts';
import type { ComparedRow, Comparison, ComparisonScreen } from '../../src/views/compare/needs.ts';
import { paths, ROUTES, Route, Routes } from '../../src/views/routing.tsx';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { ABOUT } from './estimateSamples.ts';
import { manualFeed } from './feed.ts';
import { layTablesOut } from './layout.ts';
import { reading } from './samples.ts';
import { show, stageFor } from './stage.tsx';

beforeEach(layTablesOut);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const sums = (total: string) => ({ labour: '0.00', materials: total, tools: '0.00', total });
const between = { old: sums('10.00'), new: sums('12.00'), difference: sums('2.00') };
const counts = Object.fromEntries(CHANGES.map((change) => [change, 0])) as Comparison['counts'];
const COMPARISON: Comparison = {
  old: { id: 1, number: 1, name: '' },
  moment: null,
  new: { id: 2, number: 2, name: '' },
  lists: [{ title: 'Walls', ...between, ...counts }],
  counts,
  ...{ subtotal: between, total: between, total_with_taxes: between },
};
const numbers = (id: number, quantity: string) => ({
  id,
  quantity,
  unit_labour: '0',
  unit_materials: '1',
  unit_tools: '0',
  ...sums(`${quantity}.00`),
});
const ROW: ComparedRow = {
  ...{ id: 1, kind: 'row', change: 'requantified', level: 0, row_count: 0, list_title: 'Walls', code: '', name: 'Brickwork', unit: 'm2' },
  ...{ old: numbers(1, '10'), new: numbers(2, '12'), difference: sums('2.00') },
};

/** Somebody changes the project. */
let change: () => void = () => undefined;
function Compared({ compared }: { readonly compared: ComparisonScreen }) {
  const [changes, setChanges] = useState(0);
  change = () => setChanges(changes + 1);
  return (
    <CompareProvider value={{ screen: compared, comparison: COMPARISON, about: ABOUT, changes }}>
      <CompareRows change={null} />
    </CompareProvider>
  );
}

test('the rows that differ are read once, and again after each change of the project', async () => {
  const stage = await stageFor('Ann', '/project/7');
  const rows = new RowStore<ComparedRow>();
  let reads = 0;
  const windows = rowWindowMachine.provide({
    actors: {
      loadChunk: fromPromise<number, { chunk: number }>(async ({ input: { chunk } }) => {
        reads += 1;
        rows.setWindow(0, [ROW], 1);
        return chunk;
      }),
    },
  });
  const view = new ValueStore<RowView>();
  view.set(AS_STORED);
  const viewed = { view, keep: () => undefined, shown: new ValueStore<ShownRows>() };
  const compared = { reading, about: new ValueStore<Comparison>(), rows: () => ({ rows, windows, ...viewed }) };
  await show(stage, <Compared compared={compared} />, provideScreens(stage.actum));
  await screen.findByRole('row', { name: /Brickwork/ });
  // React's strict mode mounts everything twice.
  expect(reads).toBe(2);
  for (const again of [3, 4]) {
    await act(async () => change());
    expect(reads).toBe(again);
  }
});

const MOMENT = 6;
test.each([
  ['To', 'Version 3', null, [3, 1]],
  ['To', 'Version 1', null, [1, 2]],
  ['From', 'Version 3', null, [2, 3]],
  ['From', 'Version 2', null, [1, 2]],
  ['To', 'Version 1', MOMENT, [1, 1]],
  ['From', 'Version 2', MOMENT, [2, 2]],
] as const)(
  'version 2 compared with version 1: choosing %s %s shows the two, swapped where they are the same, except at a moment: %s',
  async (label, chosen, moment, [now, old]) => {
    const stage = await stageFor('Ann', paths.compare(5, 2, 1, 'lists', moment));
    const screens = provideScreens(stage.actum);
    const project = { ...screens.project(5), reading };
    const [version] = ABOUT.versions;
    project.project.set({ ...ABOUT, versions: [1, 2, 3].map((id) => ({ ...version, id, number: id })) as typeof ABOUT.versions });
    const compared = {
      reading,
      about: new ValueStore<Comparison>(),
      rows: () => {
        throw new Error('No rows are shown');
      },
    };
    const known = Promise.resolve(() => compared);
    await show(
      stage,
      <Routes>
        <Route path={ROUTES.compare} element={<CompareScreen />} />
      </Routes>,
      { ...screens, project: () => project, comparison: () => known },
    );
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}\\s*Version`) }));
    const option = await screen.findByRole('menuitem', { name: chosen });
    await act(async () => void fireEvent.click(option));
    expect(window.location.pathname + window.location.search).toBe(paths.compare(5, now, old, 'lists', moment));
  },
);

test('where one of the versions is deleted meanwhile, no figures of the comparison are shown; another version can be chosen', async () => {
  const stage = await stageFor('Ann', paths.compare(5, 2, 1, 'lists', null));
  const screens = provideScreens(stage.actum);
  const project = { ...screens.project(5), reading };
  const [version] = ABOUT.versions;
  project.project.set({ ...ABOUT, versions: [1, 2, 3].map((id) => ({ ...version, id, number: id })) as typeof ABOUT.versions });
  const about = new ValueStore<Comparison>();
  let isThere = true;
  const load = fromPromise(async () => {
    if (!isThere) throw new Refused(404, notFound());
    about.set(COMPARISON);
  });
  const compared = {
    reading: resourceMachine.provide({ actors: { load } }),
    about,
    rows: () => {
      throw new Error('No rows are shown');
    },
  };
  const known = Promise.resolve(() => compared);
  const { watchProject, readAgain } = manualFeed();
  await show(
    stage,
    <Routes>
      <Route path={ROUTES.compare} element={<CompareScreen />} />
    </Routes>,
    { ...screens, watchProject, project: () => project, comparison: () => known },
  );
  const shown = () =>
    ['Difference, with taxes', 'Walls'].filter((text) => screen.queryAllByText(text, { ignore: '[data-paper] *' }).length > 0);
  await expect.poll(shown).toHaveLength(2);
  const rowsThatDiffer = () => screen.getByRole('button', { name: /^Rows that differ/ }).textContent;
  expect(rowsThatDiffer()).toBe('Rows that differ0');
  isThere = false;
  await act(async () => readAgain());
  await screen.findByRole('heading', { name: 'Version not found' });
  expect(shown()).toEqual([]);
  expect(rowsThatDiffer()).toBe('Rows that differ');
  screen.getByRole('button', { name: /^From\s*Version 1/ });
});
