import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { CHANGES } from '../../domain/comparison.ts';
import { AS_STORED, type RowView } from '../../domain/rowView.ts';
import { provideScreens } from '../../src/compose/screens.ts';
import { ValueStore } from '../../src/machines/resource/valueStore.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import { rowWindowMachine } from '../../src/machines/rowWindow/rowWindow.ts';
import { CompareRows } from '../../src/views/compare/CompareRows.tsx';
import { CompareProvider } from '../../src/views/compare/context.ts';
import type { ComparedRow, Comparison, ComparisonScreen } from '../../src/views/compare/needs.ts';
import type { ShownRows } from '../../src/views/sections/listFoot.tsx';
import { ABOUT } from './estimateSamples.ts';
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
