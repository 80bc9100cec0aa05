import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actFileName, estimateFileName, pathsInArchive } from '../../domain/workbook/fileName.ts';
import { cellTerm, live, plus } from '../../domain/workbook/liveCells.ts';
import { sheetNames } from '../../domain/workbook/sheet.ts';

const act = { number: '3', finish_date: '2026-11-05', price: '1234.50', project_name: 'Harbour shed' };

test('an act’s file is named after its number, day, price and project', () => {
  expect(actFileName(act)).toBe('Act 3 5 Nov 1234.50 Harbour shed.xlsx');
  expect(actFileName({ ...act, number: '3/a', project_name: 'Shed: "north" <1>' })).toBe('Act 3-a 5 Nov 1234.50 Shed- -north- -1-.xlsx');
});

test('without its data a file is called act.xlsx', () => {
  expect(actFileName(null)).toBe('act.xlsx');
  expect(actFileName({ ...act, finish_date: null })).toBe('act.xlsx');
  expect(actFileName({ ...act, project_name: '' })).toBe('act.xlsx');
});

test('a file name has at most 80 characters, none cut in half and none that an operating system refuses', () => {
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

test('no name can hide its extension with right-to-left marks', () => {
  expect(actFileName({ ...act, project_name: 'Shed \u202excod.exe\u2069' })).toBe('Act 3 5 Nov 1234.50 Shed xcod.exe.xlsx');
});

test('a file in an archive stays in its folder, has a name that every system accepts, and overwrites no other', () => {
  const pathOf = pathsInArchive();
  const name = 'Estimate 1 9.00 x.xlsx';
  const paths = ['..', '.', ' ', 'Shed.', 'Shed', 'SHED', 'con', 'Aux.old', 'a/../b', '../../etc', '😀'.repeat(60), 'Shed\u202e'].map(
    (folder) => pathOf(folder, name),
  );
  expect(paths.map((path) => path.slice(0, path.indexOf('/')))).toEqual([
    ...['–', '–', '–', 'Shed', 'Shed', 'SHED', '_con', '_Aux.old', 'a-..-b', '..-..-etc', '😀'.repeat(40), 'Shed'],
  ]);
  // Windows and macOS take names that differ in their case alone for the same.
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(paths[2]).toBe('–/Estimate 1 9.00 x (3).xlsx');
  expect([pathOf('Roof', 'a (2).xlsx'), pathOf('Roof', 'a.xlsx'), pathOf('Roof', 'A.xlsx')]).toEqual([
    'Roof/a (2).xlsx',
    'Roof/a.xlsx',
    'Roof/A (3).xlsx',
  ]);
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
  // A quote at the end, where the cut puts it, keeps LibreOffice from opening the file at all.
  expect(sheetNames([`${'a'.repeat(30)}'b`, `${'a'.repeat(26)}'bcdef`, `${'a'.repeat(26)}'bcdefg`, "' '", "'Roof "])).toEqual([
    'a'.repeat(30),
    `${'a'.repeat(26)}'bcde`,
    `${'a'.repeat(26)} (2)`,
    '–',
    'Roof',
  ]);
  // Characters that no file holds are gone before names are compared, so that none is there twice.
  expect(sheetNames(['Roof', 'Roof\uffff', 'Ro\ufdd0of', '\ufffdRoof'])).toEqual(['Roof', 'Roof (2)', 'Ro of', 'Roof (3)']);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 60 }),
          fc.string({ unit: fc.constantFrom("'", ' ', 'a', '\uffff'), maxLength: 60 }),
        ),
        { maxLength: 30 },
      ),
      (titles) => {
        const names = sheetNames(titles);
        expect(names).toHaveLength(titles.length);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) {
          expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/u);
          expect(name.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});

test('a formula longer than Excel reads is left out, because Excel would offer to repair the file', () => {
  const sum = (count: number) =>
    live({ number: `${count}.00`, format: 'money' }, plus(...Array.from({ length: count }, (_, at) => cellTerm(`C${at + 1000}`, '1.00'))));
  expect(sum(1_300)).toHaveProperty('formula');
  expect(sum(1_500)).toEqual({ number: '1500.00', format: 'money' });
});
