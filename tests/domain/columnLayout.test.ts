import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  AS_MADE,
  ColumnLayout,
  changedLayout,
  frozenCount,
  type LayoutChange,
  LIST_COLUMNS,
  orderedColumns,
} from '../../domain/columnLayout.ts';

const changed = (...changes: readonly LayoutChange[]) => changes.reduce(changedLayout, AS_MADE);

test('columns are hidden, shown, moved, frozen and wrapped; the name is always shown', () => {
  expect(changed({ kind: 'shown', column: 'code', isShown: false }).hidden).toEqual(['code']);
  expect(changed({ kind: 'shown', column: 'name', isShown: false })).toEqual(AS_MADE);
  expect(changed({ kind: 'shown', column: 'code', isShown: false }, { kind: 'shown', column: 'code', isShown: true })).toEqual(AS_MADE);
  expect(changed({ kind: 'widened', column: 'unit', width: 5000.4 }, { kind: 'wrapped', wraps: true })).toMatchObject({
    widths: { unit: 900 },
    wraps: true,
  });
  expect(changed({ kind: 'widened', column: 'unit', width: 3 }, { kind: 'widened', column: 'unit', width: null })).toEqual(AS_MADE);
  expect(changed({ kind: 'frozen', upTo: null }, { kind: 'reset' })).toEqual(AS_MADE);
});

test('the number of frozen columns stays the same after a column is moved past the frozen edge', () => {
  const moved = changed({ kind: 'moved', column: 'quantity', to: 1 });
  expect([orderedColumns(moved).slice(0, 5), moved.frozen, frozenCount(moved)]).toEqual([
    ['place', 'quantity', 'code', 'name', 'unit'],
    'code',
    3,
  ]);
  expect(frozenCount(changed({ kind: 'frozen', upTo: null }, { kind: 'moved', column: 'name', to: 99 }))).toBe(0);
});

test('a column missing from a stored order comes after its predecessor', () => {
  expect(orderedColumns({ ...AS_MADE, order: ['name', 'code'] }).slice(0, 5)).toEqual(['place', 'name', 'unit', 'quantity', 'unit_labour']);
});

test('a layout without the name, with an unknown column or with a missing part is invalid', () => {
  for (const kept of [null, 'x', { ...AS_MADE, hidden: ['name'] }, { ...AS_MADE, order: ['margin'] }, {}])
    expect(v.is(ColumnLayout, kept)).toBe(false);
  const own = { ...AS_MADE, hidden: ['unit' as const] };
  expect(v.parse(ColumnLayout, JSON.parse(JSON.stringify(own)))).toEqual(own);
});

const column = fc.constantFrom(...LIST_COLUMNS);
const change: fc.Arbitrary<LayoutChange> = fc.oneof(
  fc.record({ kind: fc.constant('shown' as const), column, isShown: fc.boolean() }),
  fc.record({ kind: fc.constant('moved' as const), column, to: fc.integer({ min: -3, max: 20 }) }),
  fc.record({ kind: fc.constant('frozen' as const), upTo: fc.option(column) }),
  fc.record({ kind: fc.constant('widened' as const), column, width: fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 })) }),
);

test('any change of a layout leaves a layout that can be kept, with every column once', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const layout = changed(...changes);
      expect(v.is(ColumnLayout, layout)).toBe(true);
      expect(orderedColumns(layout).toSorted()).toEqual([...LIST_COLUMNS].toSorted());
    }),
  );
});
