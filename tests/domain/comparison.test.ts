import { expect, test } from 'vitest';
import { type ComparedRow, compareLists, compareRows, differenceOf } from '../../domain/comparison.ts';
import { importCauses, importChanges } from '../../domain/importChanges.ts';
import { BETWEEN_STOPS, finished } from '../../domain/stops.ts';

const row = (name: string, over: Partial<ComparedRow> = {}): ComparedRow => ({
  list_title: 'Roof',
  code: '1',
  name,
  unit: 'm',
  quantity: '1',
  unit_labour: '2',
  unit_materials: '3',
  unit_tools: '4',
  ...over,
});
const same = row('Same');
const old = [row('Gone', { list_title: 'Walls' }), same, row('More'), row('Dearer'), row('Both')];
const now = [
  row('New'),
  row('Both', { quantity: '2', unit_tools: '5' }),
  row('Dearer', { unit_labour: '9' }),
  same,
  row('More', { quantity: '7' }),
];
const NONE = { added: 0, removed: 0, requantified: 0, repriced: 0, both: 0 };

test('each row that differs has one kind of change; new rows come first, removed rows last', () => {
  const { rows, counts, countsByTitle } = finished(compareRows(old, now));
  expect(rows).toEqual([
    { change: 'added', old: null, new: now[0] },
    { change: 'both', old: old[4], new: now[1] },
    { change: 'repriced', old: old[3], new: now[2] },
    { change: 'requantified', old: old[2], new: now[4] },
    { change: 'removed', old: old[0], new: null },
  ]);
  expect(counts).toEqual({ added: 1, removed: 1, requantified: 1, repriced: 1, both: 1 });
  expect([...countsByTitle]).toEqual([
    ['Roof', { ...NONE, added: 1, requantified: 1, repriced: 1, both: 1 }],
    ['Walls', { ...NONE, removed: 1 }],
  ]);
});

const amounts = (total: string) => ({ labour: total, materials: '0.00', tools: '0.00', total });

test('a missing side counts as a cost of 0', () => {
  expect(differenceOf(amounts('1.00'), amounts('2.50'))).toEqual({
    old: amounts('1.00'),
    new: amounts('2.50'),
    difference: amounts('1.50'),
  });
  expect(differenceOf(null, amounts('2.50'))).toEqual({ old: amounts('0.00'), new: amounts('2.50'), difference: amounts('2.50') });
  expect(differenceOf(amounts('1.00'), null)).toEqual({ old: amounts('1.00'), new: amounts('0.00'), difference: amounts('-1.00') });
});

test('lists with the same title are compared as one, those of the new estimate first', () => {
  const { countsByTitle } = finished(compareRows(old, now));
  const lists = compareLists(
    [
      { title: 'Walls', ...amounts('1.00') },
      { title: 'Roof', ...amounts('2.00') },
      { title: 'Roof', ...amounts('3.00') },
    ],
    [
      { title: 'Yard', ...amounts('4.00') },
      { title: 'Roof', ...amounts('7.00') },
    ],
    countsByTitle,
  );
  expect(lists).toEqual([
    { title: 'Yard', ...differenceOf(null, amounts('4.00')), ...NONE },
    { title: 'Roof', ...differenceOf(amounts('5.00'), amounts('7.00')), ...countsByTitle.get('Roof') },
    { title: 'Walls', ...differenceOf(amounts('1.00'), null), ...countsByTitle.get('Walls') },
  ]);
});

test('an import names the fields that differ, numbers compared as numbers', () => {
  const before = [row('Gone'), row('Pipe', { quantity: '10.000000' }), row('KERB', { unit_tools: '1' }), same];
  const after = [same, row('Pipe', { quantity: '10' }), row('Kerb', { unit_tools: '2.50', quantity: '3' }), row('New')];
  expect(finished(importChanges(before, after))).toEqual({
    changed: [[after[2], { name: { old: 'KERB', new: 'Kerb' }, quantity: { old: '1', new: '3' }, unit_tools: { old: '1', new: '2.5' } }]],
    added: [after[3]],
    vanished: [before[0]],
  });
});

test('every cause of a difference counts its rows and its money', () => {
  const priced = { unit_materials: '0', unit_tools: '0' };
  const before = [row('Gone', priced), row('More', priced), row('Dearer', priced), row('Renamed', priced)];
  const after = [
    row('More', { ...priced, quantity: '4' }),
    row('Dearer', { ...priced, unit_labour: '7' }),
    row('RENAMED', priced),
    row('New', { ...priced, quantity: '5' }),
    row('New too', priced),
  ];
  expect(finished(importCauses(before, after))).toEqual({
    added: { rows: 2, difference: '12.00' },
    removed: { rows: 1, difference: '-2.00' },
    requantified: { rows: 1, difference: '6.00' },
    repriced: { rows: 1, difference: '5.00' },
  });
});

test('a comparison of many rows pauses regularly in each of its passes', () => {
  const many = (quantity: string) => Array.from({ length: 5 * BETWEEN_STOPS }, (_, at) => row(`Row ${at}`, { quantity }));
  const [before, after] = [many('1'), many('2')];
  const stopsOf = (work: Generator<void, unknown>) => {
    let stops = 0;
    while (work.next().done !== true) stops += 1;
    return stops;
  };
  for (const work of [compareRows(before, after), importChanges(before, after), importCauses(before, after)])
    expect(stopsOf(work)).toBe(15);
  expect(stopsOf(importCauses([], after))).toBe(10);
  expect(stopsOf(importCauses(before, []))).toBe(10);
});
