import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actFileName, estimateFileName } from '../../domain/workbook/fileName.ts';
import { sheetNames } from '../../domain/workbook/sheet.ts';

const act = { number: '3', finish_date: '2026-11-05', price: '1234.50', project_name: 'Harbour shed' };

test('an act’s file is named after its number, day, price and project', () => {
  expect(actFileName(act)).toBe('Act 3 5 Nov 1234.50 Harbour shed.xlsx');
  expect(actFileName({ ...act, number: '3/a', project_name: 'Shed: "north" <1>' })).toBe('Act 3-a 5 Nov 1234.50 Shed- -north- -1-.xlsx');
});

test('without the data it is act.xlsx', () => {
  expect(actFileName(null)).toBe('act.xlsx');
  expect(actFileName({ ...act, finish_date: null })).toBe('act.xlsx');
  expect(actFileName({ ...act, project_name: '' })).toBe('act.xlsx');
});

test('a file name is 80 characters at most, whole characters only, and never of a character a system refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 20 }), (project_name, number) => {
      for (const name of [actFileName({ ...act, number, project_name }), estimateFileName({ number: 2, price: '1.00', project_name })]) {
        expect(name.length).toBeLessThanOrEqual(80);
        expect(name).toMatch(/^[^\\/:*?"<>|]+\.xlsx$/u);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
  expect(actFileName({ ...act, project_name: 'x'.repeat(200) })).toHaveLength(80);
  // The cut never splits a character of two units.
  for (const before of ['', 'x']) {
    const name = actFileName({ ...act, project_name: `${before}${'😀'.repeat(60)}` });
    expect([name.isWellFormed(), name.length]).toEqual([true, before === '' ? 79 : 80]);
  }
});

test('sheets are named as Excel allows, each once', () => {
  expect(sheetNames(['Roof', 'roof', 'a/b:c', '', 'History', "'quoted'"])).toEqual([
    'Roof',
    'roof (2)',
    'a b c',
    '–',
    'History (2)',
    'quoted',
  ]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 30 }), (titles) => {
      const names = sheetNames(titles);
      expect(names).toHaveLength(titles.length);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/u);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
});
