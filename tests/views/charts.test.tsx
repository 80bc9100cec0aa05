import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { VersionSummary } from '../../domain/api/shapes.ts';
import { VersionPictures } from '../../src/views/pictures/VersionPictures.tsx';

afterEach(cleanup);

const amounts = (labour: string, materials: string, tools: string, total: string) => ({ labour, materials, tools, total });
const summary: VersionSummary = {
  costs: [
    { id: 1, order: 1, title: 'Foundations', ...amounts('10.00', '60.00', '5.00', '75.00') },
    { id: 2, order: 2, title: '', ...amounts('-5.00', '30.00', '0.00', '25.00') },
  ],
  subtotal: amounts('5.00', '90.00', '5.00', '100.00'),
  additional: [],
  total: amounts('5.00', '90.00', '5.00', '100.00'),
  taxes: [],
  total_with_taxes: amounts('5.00', '90.00', '5.00', '100.00'),
  version_id: 3,
  project_id: 2,
  frozen: true,
};
const acts = [
  { id: 1, number: '1', finish_date: '2026-11-30', price: '40.10', status_id: 1 },
  { id: 2, number: '2', finish_date: null, price: '-0.20', status_id: 1 },
];
const readOut = (name: string) =>
  within(screen.getByRole('figure', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
const widths = (name: string) =>
  [...screen.getByRole('figure', { name }).querySelectorAll('div > svg')].map((bar) =>
    [...bar.querySelectorAll('rect')].map((rect) => `${rect.getAttribute('x')} ${rect.getAttribute('width')}`),
  );
const heights = (name: string) =>
  [...screen.getByRole('figure', { name }).querySelectorAll('svg g > rect')].map((rect) => Number(rect.getAttribute('height')).toFixed(2));

test('every number in a chart is available to screen readers, act by act and list by list', () => {
  render(<VersionPictures summary={summary} version={{ acts, claimed: '39.90', settled: '0.00' }} currency="€" />);
  expect(readOut('Completed to date, with taxes, €')).toEqual([
    ['Act', 'Finish date', 'Balance'],
    ['Act 1', '11/30/26', '40.10'],
    ['Act 2', '', '39.90'],
  ]);
  expect(screen.getByText('Completed to date, with taxes, €. Planned 100.00')).toBeTruthy();
  expect(readOut('Cost by labour, materials and tools')).toEqual([
    ['List', 'Labour', 'Materials', 'Tools', 'Total'],
    ['Foundations', '10.00', '60.00', '5.00', '75.00'],
    ['Untitled', '−5.00', '30.00', '0.00', '25.00'],
  ]);
});

test('carried work counts as done before the first act of the version', () => {
  render(<VersionPictures summary={summary} version={{ acts, claimed: '89.90', settled: '20.00' }} currency="€" />);
  expect(readOut('Completed to date, with taxes, €').slice(1)).toEqual([
    ['Act 1', '11/30/26', '90.10'],
    ['Act 2', '', '89.90'],
  ]);
  expect(screen.getByText('Completed to date, with taxes, €. Planned 120.00')).toBeTruthy();
  // 136 px are 120.00, so each column of act 1 is 50.00 done before and 40.10 in the act.
  expect(heights('Completed to date, with taxes, €').slice(0, 2)).toEqual(['56.67', '45.45']);
});

test('bars share one scale; negative amounts are not drawn', () => {
  render(<VersionPictures summary={summary} version={{ acts: [], claimed: '0.00', settled: '0.00' }} currency="€" />);
  expect(screen.queryByRole('figure', { name: /^Completed/ })).toBeNull();
  expect(widths('Cost by labour, materials and tools')).toEqual([
    ['0.000% 13.333%', '13.333% 80.000%', '93.333% 6.667%'],
    ['0.000% 40.000%'],
  ]);
});
