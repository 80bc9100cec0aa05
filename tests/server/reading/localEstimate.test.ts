import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWorkbook } from '../../../server/imports/reading/index.ts';
import { LOCAL_ESTIMATES, totalsOf } from '../../fixtures/localEstimate.ts';
import { totalOf } from './totals.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const FILE = join(FIXTURES, 'local-estimate.xlsx');

test('the script writes the fixture byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-fixture-'));
  // In a process of its own, because the package that writes the workbook also numbers the formats of workbooks it has read before.
  execFileSync(process.execPath, [join(FIXTURES, 'remake.ts'), folder]);
  expect(readFileSync(join(folder, 'local-estimate.xlsx')).equals(readFileSync(FILE))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('the estimate is read as its three lists, to the cent', async () => {
  const shares: number[] = [];
  const reading = await readWorkbook(FILE, { onProgress: (share) => shares.push(share) });
  if (reading.kind === 'refused') throw new Error(reading.sentence.detail);

  expect(reading.lists.map(({ title, sheet, rows, notices }) => ({ title, sheet, totals: totalOf(rows), notices }))).toEqual(
    LOCAL_ESTIMATES.map((estimate) => ({ title: estimate.title, sheet: estimate.sheet, totals: totalsOf(estimate), notices: [] })),
  );
  const rowsAsWritten = LOCAL_ESTIMATES.map(({ sections }) =>
    sections.flatMap(({ title, positions }) => [
      ['section', '', title, '', 0, 0, 0, 0],
      ...positions.map(([code, name, unit, ...numbers]) => ['row', code, name, unit, ...numbers.map(Number)]),
    ]),
  );
  expect(
    reading.lists.map(({ rows }) =>
      rows.map((row) => [
        row.kind,
        row.code,
        row.name,
        row.unit,
        ...[row.quantity, row.unit_labour, row.unit_materials, row.unit_tools].map(Number),
      ]),
    ),
  ).toEqual(rowsAsWritten);
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('the group over a column tells a unit price from an amount', async () => {
  const reading = await readWorkbook(FILE);
  if (reading.kind === 'refused') throw new Error(reading.sentence.detail);
  const [list] = reading.lists;
  expect(list?.columns).toEqual([
    { column_index: 0, header: 'Nr.p.k.', recognized_as: 'ignore', certainty: expect.any(Number) },
    { column_index: 1, header: 'Kods', recognized_as: 'code', certainty: 0.8 },
    { column_index: 2, header: 'Darba nosaukums', recognized_as: 'name', certainty: 0.8 },
    { column_index: 3, header: 'Mērvienība', recognized_as: 'unit', certainty: 0.8 },
    { column_index: 4, header: 'Daudzums', recognized_as: 'quantity', certainty: 1 },
    { column_index: 5, header: 'Vienības izmaksas / Darba alga', recognized_as: 'unit_labour', certainty: 1 },
    { column_index: 6, header: 'Vienības izmaksas / Materiāli (būvizstrādājumi)', recognized_as: 'unit_materials', certainty: 1 },
    { column_index: 7, header: 'Vienības izmaksas / Mehānismi', recognized_as: 'unit_tools', certainty: 1 },
    { column_index: 8, header: 'Vienības izmaksas / Kopā', recognized_as: 'unit_total', certainty: 1 },
    { column_index: 9, header: 'Kopā uz visu apjomu / Darba alga', recognized_as: 'labour', certainty: 1 },
    { column_index: 10, header: 'Kopā uz visu apjomu / Materiāli (būvizstrādājumi)', recognized_as: 'materials', certainty: 1 },
    { column_index: 11, header: 'Kopā uz visu apjomu / Mehānismi', recognized_as: 'tools', certainty: 1 },
    { column_index: 12, header: 'Kopā uz visu apjomu / Kopā', recognized_as: 'total', certainty: 1 },
  ]);
});
