import { expect, test } from 'vitest';
import { type ComparedItem, changesInSections, type PlacedEntry, unfolded } from '../../domain/comparedSections.ts';
import { type ComparedRow, compareRows } from '../../domain/comparison.ts';
import { AS_STORED, isFolded } from '../../domain/rowView.ts';
import { finished } from '../../domain/stops.ts';

type Entry = PlacedEntry & ComparedRow;
const numbers = { quantity: '1', unit_labour: '2', unit_materials: '0', unit_tools: '0' };
/** A list from lines such as "# 1 Earth" and "Dig 5": the number is the quantity. */
const list = (title: string, base: number, lines: readonly string[]): Entry[] =>
  lines.map((line, at) => {
    const placed = { id: base + at, list_id: base, list_title: title, unit: '', ...numbers };
    if (line.startsWith('#')) {
      const [, code = '', name = ''] = /^# (\S*) ?(.*)$/.exec(line) ?? [];
      return { ...placed, kind: 'section', code, name };
    }
    const [name = '', quantity = '1'] = line.split(' ');
    return { ...placed, kind: 'row', code: '', name, quantity };
  });
const isRow = ({ kind }: Entry) => kind === 'row';
function itemsOf(old: readonly Entry[], now: readonly Entry[], isShown: (name: string) => boolean = () => false) {
  const { rows } = finished(compareRows(old.filter(isRow), now.filter(isRow)));
  return finished(changesInSections<Entry, Entry>(old, now, rows, (heading) => isShown((heading.new ?? heading.old)?.name ?? '')));
}
const shown = (items: readonly ComparedItem<Entry, Entry>[]) =>
  items.map((item) => {
    if (item.kind === 'row') return `${'.'.repeat(item.level)}${item.change.change} ${(item.change.new ?? item.change.old)?.name}`;
    const { level, old, new: now } = item.heading;
    return `${'#'.repeat(level)} ${old?.name ?? '–'} > ${now?.name ?? '–'}, ${item.rowCount}`;
  });

test('rows that differ are shown under the headings of both estimates, with removed rows and sections last under each', () => {
  const old = [
    ...list('House', 100, ['Site', '# 1 Earth', 'Dig 1', 'Fill', '# 1.1 Pits', 'Shore', '# 2 Walls', 'Lay', '# 3 Roof', 'Tile']),
    ...list('Gone', 200, ['# 1 Earth', 'Clear']),
  ];
  const now = [
    ...list('Garage', 300, ['Slab']),
    ...list('House', 400, ['Site', '# 1 Earth', 'Dig 2', '# 1.1 Pits', 'Shore', 'Pump', '# 2 Walls', 'Lay']),
  ];
  expect(shown(itemsOf(old, now))).toEqual([
    'added Slab',
    '# Earth > Earth, 3',
    '.requantified Dig',
    '.removed Fill',
    '## Pits > Pits, 1',
    '..added Pump',
    '# Roof > –, 1',
    '.removed Tile',
    '# Earth > –, 1',
    '.removed Clear',
  ]);
});

test('a heading is recognised when its name or its code has changed', () => {
  const old = list('L', 100, ['# 1 Earth', 'Dig 1', '# 2 Walls', 'Lay 1', '#  Extras', 'Clean 1']);
  const now = list('L', 200, ['# 1 Groundworks', 'Dig 2', '# 2.1 Walls', 'Lay 2', '#  Extras', 'Clean 2']);
  expect(shown(itemsOf(old, now)).filter((line) => line.startsWith('#'))).toEqual([
    '# Earth > Groundworks, 1',
    '# Walls > Walls, 1',
    '# Extras > Extras, 1',
  ]);
});

test('headings without a change are left out, except those whose sums differ and their parents', () => {
  const old = list('L', 100, ['# 1 Earth', '# 1.1 Pits', 'Dig', '# 2 Walls']);
  const now = list('L', 200, ['# 1 Earth', '# 1.1 Pits', '# 2 Walls', 'Dig']);
  expect(shown(itemsOf(old, now))).toEqual([]);
  expect(shown(itemsOf(old, now, (name) => name !== 'Earth'))).toEqual(['# Earth > Earth, 0', '## Pits > Pits, 0', '# Walls > Walls, 0']);
});

test('a folded heading hides its rows and sections, not the next heading or list', () => {
  const old = [...list('A', 100, []), ...list('B', 200, [])];
  const now = [...list('A', 300, ['# 1 Earth', 'Dig', '# 1.1 Pits', 'Shore', '# 2 Walls', 'Lay']), ...list('B', 400, ['Slab'])];
  const folded = (flipped: readonly number[], foldedFrom?: number) => {
    const view = { ...AS_STORED, flipped: [...flipped], ...(foldedFrom !== undefined && { foldedFrom }) };
    return shown(unfolded(itemsOf(old, now), (heading) => isFolded(view, heading)));
  };
  expect(folded([300])).toEqual(['# – > Earth, 2', '# – > Walls, 1', '.added Lay', 'added Slab']);
  expect(folded([], 1)).toEqual(['# – > Earth, 2', '# – > Walls, 1', 'added Slab']);
  expect(folded([], 2)).toEqual(['# – > Earth, 2', '.added Dig', '## – > Pits, 1', '# – > Walls, 1', '.added Lay', 'added Slab']);
});
