import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyRow, list, row } from '../../../domain/sentences/findings.ts';
import { NAMED_ROWS, noticesFrom, noticesOf, type Remark, remarkedIn, withoutRow, withRow } from '../../../server/imports/reading/index.ts';

const ALL = 30;
const remarks = Object.keys(row) as Remark[];
const rowsOf = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: ALL }).map((rows) => rows.sort((a, b) => a - b));
const remarked = fc.uniqueArray(fc.tuple(fc.constantFrom(...remarks), rowsOf), { selector: ([remark]) => remark });

test('notices are read back as the rows that they count and name', () =>
  fc.assert(
    fc.property(remarked, (found) => {
      const notices = noticesOf(new Map(found), ALL);
      const counted = remarkedIn(notices, ALL);
      expect(counted).toEqual(
        new Map(
          found.map(([remark, rows]) => [remark, { count: rows.length, first: rows.length === ALL ? [] : rows.slice(0, NAMED_ROWS) }]),
        ),
      );
      expect(noticesFrom(counted ?? new Map(), ALL)).toEqual(notices);
    }),
  ));

test('a row that gets or loses a remark is counted and named as if all rows were read again', () =>
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 1, max: 400 }), (rows, other) => {
      const of = (all: readonly number[]) => ({ count: all.length, first: all.slice(0, NAMED_ROWS) });
      const others = rows.filter((each) => each !== other);
      expect(withRow(of(others), other)).toEqual(of([...others, other].sort((a, b) => a - b)));
      const [lost = 0] = rows.slice(rows.length >> 1);
      const without = rows.filter((each) => each !== lost);
      const known = withoutRow(of(rows), lost);
      // One beyond those that are named takes the place of one of them.
      if (rows.length > NAMED_ROWS && rows.indexOf(lost) < NAMED_ROWS) expect(known).toBeNull();
      else expect(known).toEqual(of(without));
    }),
  ));

test('of a notice about every row the first rows are not known, so a row that loses its remark has them looked up', () => {
  const notice = list.combined({ rows: everyRow() });
  const rows = remarkedIn([notice], ALL)?.get('combined');
  expect(rows).toEqual({ count: ALL, first: [] });
  expect(rows && withoutRow(rows, 7)).toBeNull();
});

test('a remark that no row has any more is not shown', () => {
  expect(noticesOf(new Map([['combined', []]]), ALL)).toEqual([]);
});

test('a notice in words that count no rows is not read back', () => {
  expect(remarkedIn([{ ...list.combined({ rows: everyRow() }), params: { rows: 'rows 4 to 7' } }], ALL)).toBeNull();
  expect(remarkedIn([{ ...list.combined({ rows: { detail: '', code: 'several_rows', params: { rows: 'four' } } }) }], ALL)).toBeNull();
});
