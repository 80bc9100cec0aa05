/** A spreadsheet that works the workbook of a certificate out again gets its very figures. */
import fc from 'fast-check';
import { HyperFormula } from 'hyperformula';
import { expect, test } from 'vitest';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import { certificateLines } from '../../domain/certificateLines.ts';
import { decimalOfDouble, exact, fixed, roundText, SCALE } from '../../domain/decimal.ts';
import { type CertificateWords, certificateSheets } from '../../domain/workbook/certificate.ts';
import type { Sheet, SheetCell } from '../../domain/workbook/sheet.ts';
import { type Contract, contracts, issuedOf } from './contractChains.ts';
import { generatedSheets } from './generatedSheets.ts';
import { bookText } from './sheetText.ts';

const words: CertificateWords = {
  title: 'Certificate 3',
  byList: "Work by list: it's all",
  untitled: 'Untitled',
  longNumbers: 'Long numbers are text',
  contractor: 'Contractor',
  client: 'Client',
  project: 'Project',
  date: 'Date',
  act: 'Act',
  line: 'Line',
  amount: 'Amount',
  explained: 'How',
  terms: 'Terms',
  retention: 'Retention',
  limit: 'Limit',
  released: 'Released',
  advance: 'Advance',
  recoveredAt: 'Recovered at',
  recoveredFrom: 'Recovered from',
  localEstimate: 'Local estimate',
  contract: 'Contract',
  before: 'Before',
  now: 'Now',
  toDate: 'To date',
  left: 'Left',
  subtotal: 'Subtotal',
  total: 'Total',
  totalWithTaxes: 'Total with taxes',
  signature: 'Signature',
  settledFrom: ['Settled from version 1', 'Settled from version 2'],
  revaluation: 'Change from version 1 to 2',
  taxPart: { settled: 'of what was settled', revaluation: 'by the change' },
};
const parties = { contractor: { name: 'Pine Yard Builders', details: '' }, client: { name: '', details: '' }, contract: '' };
const workbookOf = (sheet: CertificateSheet): Sheet[] => {
  const lines = certificateLines(sheet).map(({ label, explained, ...line }) => ({
    ...line,
    label: label.detail,
    explained: explained.detail,
  }));
  return certificateSheets({ sheet, lines, parties, footer: 'Pine Yard' }, words);
};

const formulaOf = (cell: SheetCell) => (cell !== null && 'formula' in cell ? cell.formula : undefined);
/** A cell as given to the spreadsheet: formulas without their values. */
function given(cell: SheetCell): string | number | null {
  const formula = formulaOf(cell);
  if (formula !== undefined) return `=${formula}`;
  if (cell === null || 'blank' in cell) return null;
  return 'number' in cell ? Number(cell.number) : 'text' in cell ? `'${cell.text}` : cell.date;
}
const seen = { sheets: 0, formulas: 0, given: 0 };

/** Compares every figure that a formula gives with the stored value beside it. */
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

const RUNS = 100;
const CHAINS = 25;
/** A fixed seed, whose contracts have every kind of line. */
const KNOWN = { numRuns: 15, seed: 3 };
test(`the formulas of the certificates of ${CHAINS} contracts of several versions give the figures of their sheets`, () => {
  const kinds = { settled: 0, revalued: 0, taxParts: 0 };
  const recalculatedOf = (contract: Contract) => {
    for (const { sheet } of issuedOf(contract)) {
      const sheets = workbookOf(sheet);
      recalculated(sheets);
      const labels = sheets.flatMap(({ rows }) => rows.map(([cell]) => (cell != null && 'text' in cell ? cell.text : '')));
      kinds.settled += labels.filter((label) => label.startsWith('Settled from')).length;
      kinds.revalued += labels.filter((label) => label.startsWith('Change from')).length;
      kinds.taxParts += labels.filter((label) => label.includes('of what was settled')).length;
    }
  };
  for (const contract of fc.sample(contracts, KNOWN)) recalculatedOf(contract);
  expect(Math.min(...Object.values(kinds))).toBeGreaterThan(0);
  fc.assert(fc.property(contracts, recalculatedOf), { numRuns: CHAINS - KNOWN.numRuns });
  console.log('workbooks over versions:', kinds);
});

test('a tax that only an advance under an earlier version had is not applied to the work of this version', () => {
  const vat = { name: 'VAT', form: 'uniform', total: exact('21', SCALE.percent) } as const;
  const row = { quantity: exact('10', SCALE.quantity), prices: { labour: exact('50', SCALE.unitPrice), materials: 0n, tools: 0n } };
  const first = {
    ...{ changes: Array(4).fill({ what: 'stays', ...row }), isSame: false, added: null, taxes: null, tax: vat, vat: 0n, extras: null },
    ...{ acts: [[0]], released: [null, null], releasesAfterCarrying: false },
  };
  const issued = issuedOf({
    ...{ lists: [[row]], additional: [], taxes: [vat] },
    terms: [{ base: 'net', retention: null, advance: { amount: '100.00', rate: '0', threshold: '0', paid_on: null }, taxes: 'on payment' }],
    versions: [first, { ...first, taxes: 'none', acts: [[500], [1_000]] }],
  });
  const untaxed = issued.map(({ sheet }) => sheet).filter(({ version, taxes }) => version.number === 2 && taxes.length > 0);
  expect(untaxed.map(({ work, taxes: [tax] }) => [work, tax?.percent_total, tax?.to_date, tax?.payable_before])).toEqual([
    ['250.00', '21', '0.00', '21.00'],
  ]);
  for (const sheet of untaxed) recalculated(workbookOf(sheet));
});

test(`the formulas of ${RUNS} contracts' certificates give the figures of their sheets`, () => {
  fc.assert(
    fc.property(generatedSheets, (sheets) => {
      for (const sheet of sheets) {
        recalculated(workbookOf(sheet));
        seen.sheets += 1;
      }
    }),
    { numRuns: RUNS },
  );
  console.log(`workbooks recalculated: ${seen.sheets}, figures worked out: ${seen.formulas}, figures given: ${seen.given}`);
});

test('a change in the workbook changes the amount due', () => {
  const [sheet] =
    fc.sample(
      generatedSheets.filter(
        ([first]) => first !== undefined && first.kind === 'act' && first.terms.retention?.limit === null && exact(first.work, 2) > 10_000n,
      ),
      { numRuns: 1, seed: 3 },
    )[0] ?? [];
  if (sheet === undefined) throw new Error('No sheet was generated');
  const [first, lists] = workbookOf({
    ...sheet,
    terms: { ...sheet.terms, retention: { rate: sheet.terms.retention?.rate ?? '0', limit: null } },
  });
  const engine = HyperFormula.buildFromSheets(
    Object.fromEntries([first, lists].map((each) => [each?.name ?? '', (each?.rows ?? []).map((row) => row.map(given))])),
    { licenseKey: 'gpl-v3' },
  );
  const rowOf = (label: string) =>
    first?.rows.findIndex((row) => row.some((cell) => cell !== null && 'text' in cell && cell.text === label)) ?? -1;
  const due = () => engine.getCellValue({ sheet: 0, row: rowOf('Due now'), col: 2 });
  const before = due();
  engine.setCellContents({ sheet: 0, row: rowOf('Retention, %'), col: 2 }, [[sheet.terms.retention?.rate === '0' ? 50 : 0]]);
  expect(due()).not.toEqual(before);
  engine.destroy();
});

/** Two versions with a release, an advance, two lists of which the second has no title, and taxes that change on the way. */
const CONTRACT: Contract = {
  lists: [
    [
      { quantity: exact('100', SCALE.quantity), prices: { labour: 0n, materials: exact('10', SCALE.unitPrice), tools: 0n } },
      { quantity: exact('20', SCALE.quantity), prices: { labour: exact('35.5', SCALE.unitPrice), materials: 0n, tools: 0n } },
    ],
    [
      {
        quantity: exact('8', SCALE.quantity),
        prices: { labour: exact('7', SCALE.unitPrice), materials: 0n, tools: exact('3', SCALE.unitPrice) },
      },
    ],
  ],
  additional: [
    { name: 'Profit', form: 'uniform', total: exact('10', SCALE.percent) },
    { name: 'Levy', form: 'by component', labour: exact('23.59', SCALE.percent), materials: 0n, tools: 0n },
  ],
  taxes: [{ name: 'VAT', form: 'uniform', total: exact('21', SCALE.percent) }],
  terms: [
    {
      base: 'gross',
      retention: { rate: '10', limit: { form: 'percent', value: '5' } },
      advance: { amount: '150.00', rate: '30', threshold: '20', paid_on: null },
      taxes: 'on work',
    },
  ],
  versions: [
    {
      ...{
        changes: [],
        isSame: false,
        added: null,
        taxes: null,
        vat: 0n,
        extras: null,
        released: [null, 500],
        releasesAfterCarrying: false,
      },
      tax: { name: 'New tax', form: 'uniform', total: 0n },
      acts: [
        [500, 250, 0, 0],
        [600, 1000, 250, 0],
      ],
    },
    {
      ...{
        isSame: false,
        added: null,
        taxes: 'another',
        vat: exact('12', SCALE.percent),
        released: [null, null],
        releasesAfterCarrying: false,
      },
      changes: ['stays' as const, 'gone' as const, 'repriced' as const, 'stays' as const].map((what) => ({
        what,
        quantity: 0n,
        prices: { labour: exact('9', SCALE.unitPrice), materials: 0n, tools: exact('3', SCALE.unitPrice) },
      })),
      tax: { name: 'New tax', form: 'uniform', total: 0n },
      extras: [100, 0, 0, 0],
      acts: [[700, 0, 500, 0]],
    },
  ],
};
const ON_PAYMENT: Contract['terms'] = [
  { base: 'net', retention: { rate: '10', limit: { form: 'amount', value: '90.00' } }, advance: null, taxes: 'on payment' },
];

test('the workbook of a certificate: what is paid under the terms, then its work by list, figures with the formulas that give them', async () => {
  const last = (contract: Contract, version: number) =>
    issuedOf(contract).findLast(({ sheet }) => sheet.kind === 'act' && sheet.version.number === version)?.sheet;
  const sheets = [last(CONTRACT, 1), last({ ...CONTRACT, terms: ON_PAYMENT }, 2)].filter((sheet) => sheet !== undefined);
  await expect(bookText(sheets.flatMap(workbookOf))).toMatchFileSnapshot('workbookOfCertificate.txt');
});
