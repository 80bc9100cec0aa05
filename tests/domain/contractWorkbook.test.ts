/** A spreadsheet that works the workbook of a contract out again gets its very figures. */
import fc from 'fast-check';
import { HyperFormula } from 'hyperformula';
import { expect, test } from 'vitest';
import { COLUMNS, type Column, type Figures, figuresOfThread } from '../../domain/contractFigures.ts';
import type { ContractRow, ContractVersion } from '../../domain/contractThreads.ts';
import { decimalOfDouble, exact, fixed, roundText, SCALE } from '../../domain/decimal.ts';
import { wholeContract } from '../../domain/wholeContract.ts';
import { type ContractWords, contractSheets, type ExportedContract } from '../../domain/workbook/contract.ts';
import type { Sheet, SheetCell } from '../../domain/workbook/sheet.ts';
import { bookText } from './sheetText.ts';

const words: ContractWords = {
  ...{
    title: "It's all",
    byVersion: 'Versions',
    untitled: 'Untitled',
    longNumbers: 'Long numbers are text',
    contractor: 'Contractor',
    client: 'Client',
  },
  ...{ project: 'Project', code: 'Code', name: 'Name', unit: 'Unit', quantity: 'Quantity', unitPrice: 'Unit price', version: 'Version' },
  ...{ estimated: 'Estimated', claimed: 'Claimed', settledThen: 'Settled', revaluedThen: 'Revalued', subtotal: 'Subtotal', total: 'Total' },
  totalWithTaxes: 'Total with taxes',
  columns: Object.fromEntries(COLUMNS.map((column) => [column, column])) as Record<Column, string>,
};
const shown = (figures: Figures) =>
  Object.fromEntries(COLUMNS.map((column) => [column, fixed(figures[column], SCALE.money)])) as Figures<string>;

/** The contract as the call answers it, every list open. */
function exported(versions: readonly ContractVersion[]): ExportedContract {
  const { threads, table } = wholeContract(
    versions,
    versions.slice(1).map(() => new Map()),
  );
  const money = (sum: bigint) => fixed(sum, SCALE.money);
  const line = ({ name, figures }: (typeof table.taxes)[number]) => ({ name, percent_total: '21', is_gone: false, ...shown(figures) });
  const nothing = { row_count: 0, is_folded: false, code: '', unit: '', kinds: [], versions: [] };
  const rows = table.lists.flatMap(({ title, rows: row_count, figures }, list) => [
    { ...nothing, kind: 'list' as const, list, row_count, name: title, ...shown(figures) },
    ...threads
      .filter((thread) => thread.findLast((row) => row !== undefined)?.list === title)
      .map((thread) => ({ ...nothing, kind: 'row' as const, list, name: 'Row', ...shown(figuresOfThread(thread)) })),
  ]);
  return {
    contract: {
      versions: table.versions.map((of, at) => ({
        ...{ id: at + 1, number: at + 1, name: '', act_count: 0, extra_count: 0, estimated: money(of.estimated), extras: money(of.extras) },
        ...{ claimed: money(of.claimed), settled: money(of.settled), revaluation: money(of.revaluation) },
      })),
      lists: [],
      counts: table.counts,
      row_total: table.rows,
      subtotal: shown(table.subtotal),
      additional: table.additional.map(line),
      total: shown(table.total),
      taxes: table.taxes.map(line),
      total_with_taxes: shown(table.totalWithTaxes),
    },
    rows,
    ...{ projectName: 'Pine Yard', footer: 'Pine Yard' },
    parties: { contractor: { name: 'Pine Yard Builders', details: '' }, client: { name: '', details: '' }, contract: '' },
  };
}

const formulaOf = (cell: SheetCell) => (cell !== null && 'formula' in cell ? cell.formula : undefined);
/** A cell as given to the spreadsheet: formulas without their values. */
function given(cell: SheetCell): string | number | null {
  const formula = formulaOf(cell);
  if (formula !== undefined) return `=${formula}`;
  if (cell === null || 'blank' in cell) return null;
  return 'number' in cell ? Number(cell.number) : 'text' in cell ? `'${cell.text}` : cell.date;
}
const seen = { sheets: 0, formulas: 0, given: 0 };
function recalculated(sheets: readonly Sheet[]): void {
  const engine = HyperFormula.buildFromSheets(
    Object.fromEntries(sheets.map(({ name, rows }) => [name, rows.map((row) => row.map(given))])),
    { licenseKey: 'gpl-v3', precisionRounding: 15 },
  );
  for (const [sheet, { rows }] of sheets.entries())
    for (const [row, cells] of rows.entries())
      for (const [col, cell] of cells.entries()) {
        if (cell === null || !('number' in cell) || cell.format !== 'money') continue;
        seen[cell.formula === undefined ? 'given' : 'formulas'] += 1;
        if (cell.formula === undefined) continue;
        const value = engine.getCellValue({ sheet, row, col });
        const cents = typeof value === 'number' ? roundText(decimalOfDouble(value), SCALE.money) : null;
        if (cents === null || fixed(cents, SCALE.money) !== cell.number)
          expect({ at: [sheet, row, col], formula: cell.formula, value }).toEqual({ value: cell.number });
      }
  engine.destroy();
}

const row = fc.record({
  list: fc.constantFrom('Walls', 'Roof', ''),
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  quantity: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 10n }),
  extra: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  price: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 17n })),
  done: fc.integer({ min: 0, max: 100 }),
});
const version = fc.array(row, { minLength: 1, maxLength: 8 });
const line = (name: string, percent: string) => ({ name, percents: { form: 'uniform' as const, total: exact(percent, SCALE.percent) } });

const RUNS = 150;
test(`in ${RUNS} workbooks every formula gives the figure written beside it`, () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1, maxLength: 3 }), (given_) => {
      let id = 0;
      const versions = given_.map((rows): ContractVersion => {
        const own = rows.map(({ list, key, quantity, extra, price, done }): ContractRow => {
          id += 1;
          const prices = { labour: 0n, materials: price, tools: 0n };
          return { id, list, key: `${list} ${key}`, quantity, extra, prices, carried: 0n, done: (quantity * BigInt(done)) / 100n };
        });
        return { lists: ['Walls'], rows: own, additional: [line('Overheads', '7.35')], taxes: [line('VAT', '21')] };
      });
      recalculated(contractSheets(exported(versions), words));
      seen.sheets += 1;
    }),
    { numRuns: RUNS },
  );
  console.log(`${seen.sheets} workbooks: ${seen.formulas} formulas, ${seen.given} figures given`);
  expect(seen.formulas).toBeGreaterThan(seen.given / 4);
});

test('lists, subtotal and totals add up downwards; now and left add up across', () => {
  const own: ContractRow = {
    ...{ id: 1, list: 'Walls', key: 'a', quantity: exact('10', SCALE.quantity), extra: 0n, carried: 0n, done: exact('4', SCALE.quantity) },
    prices: { labour: 0n, materials: exact('5', SCALE.unitPrice), tools: 0n },
  };
  const [sheet] = contractSheets(
    exported([{ lists: ['Walls'], rows: [own, { ...own, id: 2, key: 'b' }], additional: [], taxes: [line('VAT', '21')] }]),
    words,
  );
  const at = sheet?.rows.findIndex((cells) => cells.some((cell) => cell !== null && 'text' in cell && cell.text === 'Walls')) ?? 0;
  const formulas = (index: number) => (sheet?.rows[index] ?? []).map(formulaOf).filter((formula) => formula !== undefined);
  expect(formulas(at)[0]).toBe(`ROUND(SUM(F${at + 2}:F${at + 3}),2)`);
  expect(formulas(at + 1)).toEqual([
    `ROUND(F${at + 2}+G${at + 2}+H${at + 2}+I${at + 2}+J${at + 2}+K${at + 2},2)`,
    `ROUND(L${at + 2}+M${at + 2}-(N${at + 2}),2)`,
  ]);
  expect(formulas(at + 3)[0]).toBe(`ROUND(F${at + 1},2)`);
});

test('the workbook of a contract: its rows by list with the quantity and price they have now, then its versions added up', async () => {
  const row_ = (key: string, own: string, price: string, more: Partial<ContractRow> = {}): ContractRow => ({
    ...{ id: 1, list: 'Walls', key, quantity: exact(own, SCALE.quantity), extra: 0n, carried: 0n, done: 0n },
    ...{ prices: { labour: 0n, materials: exact(price, SCALE.unitPrice), tools: 0n }, ...more },
  });
  const lines = { additional: [line('Overheads', '10')], taxes: [line('VAT', '21')] };
  const given_ = exported([
    { ...lines, lists: ['Walls'], rows: [row_('a', '10', '5', { done: exact('4', SCALE.quantity) }), row_('b', '8', '2.5')] },
    {
      ...lines,
      lists: ['Walls', ''],
      rows: [
        row_('a', '12', '5', {
          extra: exact('2.5', SCALE.quantity),
          carried: exact('4', SCALE.quantity),
          done: exact('6', SCALE.quantity),
        }),
        row_('c', '3', '7.25', { list: '' }),
      ],
    },
  ]);
  const shownRow = { row_id: 1, list_title: 'Walls' };
  const known = [
    { code: 'E-1', unit: 'm²', versions: [null, { ...shownRow, quantity: '12', extra: '2.5', unit_total: '5' }] },
    { code: 'E-2', unit: 'm', versions: [{ ...shownRow, quantity: '8', extra: '0', unit_total: '2.5' }, null] },
    { code: 'E-3', unit: 'pcs', versions: [null, { ...shownRow, quantity: '3', extra: '0', unit_total: '7.25' }] },
  ];
  const left = known.values();
  const rows = given_.rows.map((each) => (each.kind === 'row' ? { ...each, ...left.next().value } : each));
  const versions = given_.contract.versions.map((each, at) => ({ ...each, name: ['', 'After the survey'][at] ?? '' }));
  const book = contractSheets({ ...given_, rows, contract: { ...given_.contract, versions } }, words);
  await expect(bookText(book)).toMatchFileSnapshot('workbookOfContract.txt');
});
