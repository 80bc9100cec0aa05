/** Writes the workbooks the tests read: `node scripts/make-fixtures.ts`. The same bytes every time. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as XLSX from 'xlsx';
import { cents, LOCAL_ESTIMATES, type LocalEstimate, totalsOf } from '../tests/fixtures/localEstimate.ts';

const FOLDER = join(import.meta.dirname, '..', 'tests', 'fixtures');
/** A fixed moment for the workbook's properties and its zip. */
const MADE = new Date(Date.UTC(2026, 0, 5, 8));

const COMPONENTS = ['Darba alga', 'Materiāli (būvizstrādājumi)', 'Mehānismi', 'Kopā'];
const HEADER = ['Nr.p.k.', 'Kods', 'Darba nosaukums', 'Mērvienība', 'Daudzums', 'Vienības izmaksas', '', '', '', 'Kopā uz visu apjomu'];
const LAST_COLUMN = 12;
const HEADER_ROW = 9;

const text = (value: string): XLSX.CellObject => ({ t: 's', v: value });
const number = (value: string, format = '0.00'): XLSX.CellObject => ({ t: 'n', v: Number(value), z: format });
const amount = (value: bigint, formula?: string): XLSX.CellObject => {
  const cell: XLSX.CellObject = { t: 'n', v: Number(value) / 100, z: '#,##0.00' };
  return formula === undefined ? cell : { ...cell, f: formula };
};
const merge = (row: number, first: number, last: number, lastRow = row): XLSX.Range => ({
  s: { r: row, c: first },
  e: { r: lastRow, c: last },
});

function sheetOf(estimate: LocalEstimate): XLSX.WorkSheet {
  const rows: (XLSX.CellObject | null)[][] = [];
  const merges: XLSX.Range[] = [];
  const title = (value: string) => {
    merges.push(merge(rows.length, 0, LAST_COLUMN));
    rows.push([text(value)]);
  };
  title(`Lokālā tāme Nr. ${estimate.number}`);
  title(estimate.title);
  title('(Darba veids vai konstruktīvā elementa nosaukums)');
  rows.push([], [text('Būves nosaukums: Dzīvojamā māja ar garāžu')], [text('Objekta adrese: Liepu iela 7, Paraugciems')]);
  rows.push(
    [text('Tāme sastādīta 2026. gada tirgus cenās, EUR bez PVN')],
    [text(`Tāmes izmaksas: ${Number(totalsOf(estimate).total) / 100} EUR`)],
    [],
  );

  rows.push(HEADER.map((value) => (value === '' ? null : text(value))));
  rows.push([null, null, null, null, null, ...COMPONENTS.map(text), ...COMPONENTS.map(text)]);
  for (const column of [0, 1, 2, 3, 4]) merges.push(merge(HEADER_ROW, column, column, HEADER_ROW + 1));
  merges.push(merge(HEADER_ROW, 5, 8), merge(HEADER_ROW, 9, LAST_COLUMN));
  rows.push(Array.from({ length: LAST_COLUMN + 1 }, (_, column) => number(String(column + 1), '0')));

  let place = 0;
  for (const section of estimate.sections) {
    rows.push([null, null, text(section.title)]);
    for (const [code, name, unit, quantity, ...prices] of section.positions) {
      place += 1;
      const row = rows.length + 1;
      const sums = prices.map((price) => cents(quantity, price));
      rows.push([
        number(String(place), '0'),
        text(code),
        text(name),
        text(unit),
        number(quantity, '0.000'),
        ...prices.map((price) => number(price)),
        amount(
          prices.reduce((sum, price) => sum + cents('1', price), 0n),
          `SUM(F${row}:H${row})`,
        ),
        ...sums.map((sum, index) => amount(sum, `ROUND(E${row}*${'FGH'[index]}${row},2)`)),
        amount(
          sums.reduce((sum, part) => sum + part, 0n),
          `SUM(J${row}:L${row})`,
        ),
      ]);
    }
  }
  const { labour, materials, tools, total } = totalsOf(estimate);
  const range = (column: string) => `SUM(${column}${HEADER_ROW + 4}:${column}${rows.length})`;
  const totals = [labour, materials, tools, total].map((value, index) => amount(value, range('JKLM'[index] ?? 'M')));
  rows.push([null, null, text('Kopā'), null, null, null, null, null, null, ...totals]);
  rows.push([], [text('Sastādīja: ______________________')], [text('Pārbaudīja: ______________________')]);

  const sheet = XLSX.utils.aoa_to_sheet(rows);
  sheet['!merges'] = merges;
  sheet['!cols'] = [6, 11, 52, 11, 11, 11, 14, 11, 11, 12, 14, 12, 12].map((wch) => ({ wch }));
  return sheet;
}

/** The bytes of local-estimate.xlsx. */
export function localEstimateWorkbook(): Buffer {
  const workbook = XLSX.utils.book_new();
  for (const estimate of LOCAL_ESTIMATES) XLSX.utils.book_append_sheet(workbook, sheetOf(estimate), estimate.sheet);
  workbook.Props = { Title: 'Lokālās tāmes', CreatedDate: MADE, ModifiedDate: MADE };
  return XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true, cellStyles: true });
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'local-estimate.xlsx'), localEstimateWorkbook());
}
