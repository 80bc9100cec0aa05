import { expect, test } from 'vitest';
import { AS_STORED, flippedBy, isArranged, isFolded, isFolding, type RowView, viewText, withoutPrices } from '../../domain/rowView.ts';

const view = (more: Partial<RowView>): RowView => ({ ...AS_STORED, ...more });

test('a view is written as a query parameter without what is as stored, and as nothing when all is', () => {
  const containing = { is: 'containing', field: 'name', text: 'Sand' } as const;
  const texts = [
    AS_STORED,
    view({ sort: { field: 'name', falling: true } }),
    view({ filters: [containing] }),
    view({ foldedFrom: 2 }),
    view({ flipped: [7] }),
  ].map(viewText);
  expect(texts).toEqual([
    '',
    '{"sort":{"field":"name","falling":true}}',
    '{"filters":[{"is":"containing","field":"name","text":"Sand"}]}',
    '{"foldedFrom":2}',
    '{"flipped":[7]}',
  ]);
});

test('headings are folded from a level on, and those flipped the other way', () => {
  const foldedIn = (shown: RowView) => [1, 2, 3].map((level) => isFolded(shown, { id: level, level }));
  expect(foldedIn(AS_STORED)).toEqual([false, false, false]);
  expect(foldedIn(view({ foldedFrom: 2 }))).toEqual([false, true, true]);
  expect(foldedIn(view({ foldedFrom: 2, flipped: [1, 3] }))).toEqual([true, true, false]);
});

test('of more than 400 flipped headings the first one is flipped back', () => {
  const all = Array.from({ length: 400 }, (_, at) => at + 1);
  expect(flippedBy(view({ flipped: all.slice(0, 399) }), 400).flipped).toEqual(all);
  expect(flippedBy(view({ flipped: all }), 401).flipped).toEqual([...all.slice(1), 401]);
  expect(flippedBy(view({ flipped: all }), 5).flipped).toEqual(all.filter((id) => id !== 5));
});

test('a view is arranged by its order or a filter, and folding by a level or a heading', () => {
  const views = [
    AS_STORED,
    view({ sort: { field: 'unit', falling: false } }),
    view({ filters: [{ is: 'commented' }] }),
    view({ foldedFrom: 1 }),
    view({ flipped: [1] }),
  ];
  expect(views.map(isArranged)).toEqual([false, true, true, false, false]);
  expect(views.map(isFolding)).toEqual([false, false, false, true, true]);
});

test('without prices a view keeps only the order and the filters that reveal none', () => {
  const kept = view({ sort: { field: 'quantity', falling: true }, filters: [{ is: 'commented' }, { is: 'empty', field: 'unit' }] });
  expect(withoutPrices(kept)).toEqual(kept);
  const priced = view({ sort: { field: 'unit_labour', falling: true }, filters: [{ is: 'empty', field: 'total' }], foldedFrom: 1 });
  expect(withoutPrices(priced)).toEqual(view({ foldedFrom: 1 }));
});
