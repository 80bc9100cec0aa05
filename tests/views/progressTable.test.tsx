import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ActSummary } from '../../domain/api/shapes.ts';
import { ProgressTable } from '../../src/views/act/ProgressTable.tsx';
import { Router } from '../../src/views/routing.tsx';
import { HALF } from './actSamples.ts';
import { lineWith } from './estimateSamples.ts';

afterEach(cleanup);

const line = (id: number, name: string) => lineWith(id, name, HALF);
const claimed = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });
const SUMMARY: ActSummary = {
  costs: [
    { id: 4, order: 1, title: 'Roof', ...HALF },
    { id: 5, order: 2, title: 'Walls', ...HALF },
  ],
  subtotal: HALF,
  additional: [line(6, 'Profit'), line(7, 'Overheads')],
  total: HALF,
  taxes: [line(8, 'VAT'), line(9, 'Levy')],
  total_with_taxes: HALF,
};
const CLAIMED: NonNullable<ActSummary['claimed']> = {
  costs: [
    { id: 4, ...claimed('31.00') },
    { id: 5, ...claimed('32.00') },
  ],
  subtotal: claimed('33.00'),
  additional: [
    { id: 6, ...claimed('34.00') },
    { id: 7, ...claimed('35.00') },
  ],
  total: claimed('36.00'),
  taxes: [
    { id: 8, ...claimed('37.00') },
    { id: 9, ...claimed('38.00') },
  ],
  total_with_taxes: claimed('39.00'),
};

const shown = (summary: ActSummary) => {
  render(
    <Router>
      <ProgressTable summary={summary} currency="EUR" addressOf={(id) => `/list/${id}`} />
    </Router>,
  );
  return screen.getAllByRole('row').map((row) => {
    const cells = within(row).queryAllByRole('cell');
    return [within(row).queryByRole('rowheader')?.textContent, ...cells.slice(5, -2).map(({ textContent }) => textContent)];
  });
};

test('each line of an answered act shows what was claimed of it, and the difference to what is certified', () => {
  const [, ...rows] = shown({ ...SUMMARY, claimed: CLAIMED });
  expect(rows).toEqual([
    ['Roof', '31.00', '−1.00'],
    ['Walls', '32.00', '−2.00'],
    ['Subtotal', '33.00', '−3.00'],
    ['Profit', '34.00', '−4.00'],
    ['Overheads', '35.00', '−5.00'],
    ['Total', '36.00', '−6.00'],
    ['VAT', '37.00', '−7.00'],
    ['Levy', '38.00', '−8.00'],
    ['Total with taxes', '39.00', '−9.00'],
  ]);
});

test('an act without an answer shows nothing claimed', () => {
  const [, ...rows] = shown(SUMMARY);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([1]));
});
