import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sums } from '../../domain/amounts.ts';
import type { TermsFields } from '../../domain/api/certificateShapes.ts';
import { certificateLines, type LinedSheet } from '../../domain/certificateLines.ts';
import { NO_TERMS_FIELDS, NOTHING_ISSUED, sheetFigures, termsOf } from '../../domain/certificateSheet.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { type Percents, summarise } from '../../domain/summary.ts';

const money = (text: string) => exact(text, SCALE.money);
const percent = (text: string) => exact(text, SCALE.percent);
const NONE = { releases: 0n, paysAdvance: false, isAdvancePaidApart: false };

interface Given {
  readonly said: TermsFields;
  readonly taxes: readonly (Percents & { readonly name: string })[];
  readonly contract: bigint;
  readonly before: bigint;
  readonly toDate: bigint;
  readonly issuedSoFar?: Partial<typeof NOTHING_ISSUED>;
  readonly now?: Partial<typeof NONE>;
}
/** The sheet of a contract with one list, whose work is labour alone. */
function sheetOf({ said, taxes, contract, before, toDate, issuedSoFar, now }: Given): LinedSheet {
  const summarised = (cents: bigint) => {
    const lists = [sums(cents, 0n, 0n)];
    return { ...summarise(lists, [], taxes), lists };
  };
  const named = taxes.map((tax) => ({ name: tax.name, percent_total: tax.form === 'uniform' ? fixed(tax.total, SCALE.percent) : null }));
  const basis = {
    of: {
      ...{ version: { id: 1, number: 1 }, lists: [{ id: 1, title: 'Walls' }], additional: [], taxes: named },
      ...{ contract: summarised(contract), extras: null, settled: null },
    },
    ...{ terms: termsOf(said), before: summarised(before), toDate: summarised(toDate), certifies: true },
    ...{ issuedSoFar: { ...NOTHING_ISSUED, ...issuedSoFar }, ...NONE, ...now },
  };
  return { ...sheetFigures(basis).figures, terms: said };
}
const shown = (sheet: LinedSheet) =>
  certificateLines(sheet).map(({ number, label, figure, explained }) => [
    number,
    label.detail,
    figure,
    explained.detail.replaceAll('\u00a0', ' '),
  ]);
const VAT = { name: 'VAT', form: 'uniform', total: percent('20') } as const;

test('taxes on the work: the lines of the G702 with their figures put in', () => {
  const said: TermsFields = {
    ...NO_TERMS_FIELDS,
    retention: { rate: '5', limit: { form: 'amount', value: '3000' } },
    advance: { amount: '10000', rate: '25', threshold: '10', paid_on: null },
  };
  const given = { said, taxes: [VAT], contract: money('100000'), before: money('30000'), toDate: money('80000') };
  const issuedSoFar = { due: money('40000'), released: money('500'), hasPaidAdvance: true };
  expect(shown(sheetOf({ ...given, issuedSoFar }))).toEqual([
    [1, 'Original contract, with taxes', '120000.00', '100 000.00 + 20 000.00 of taxes = 120 000.00'],
    [2, 'Approved extras', '0.00', 'None have been approved'],
    [3, 'Contract, with taxes', '120000.00', 'The original contract and its extras'],
    [null, 'Work without taxes', '80000.00', '30 000.00 before + 50 000.00 now = 80 000.00'],
    [null, 'VAT on the work', '16000.00', '20 % of 80 000.00 = 16 000.00'],
    [4, 'Work completed to date, with taxes', '96000.00', '80 000.00 + 16 000.00 of taxes = 96 000.00'],
    [5, 'Kept back', '-2500.00', '5 % of 80 000.00 = 4 000.00, limit 3 000.00; 3 000.00 − 500.00 released = 2 500.00'],
    [6, 'Work to date less retention', '93500.00', '96 000.00 − 2 500.00 = 93 500.00'],
    [null, 'Advance paid', '10000.00', 'The whole advance, as a certificate paid it'],
    [null, 'Advance recovered', '-10000.00', '25 % of (80 000.00 − 10 000.00) = 17 500.00; at most the advance, 10 000.00'],
    [null, 'Payable to date', '93500.00', 'The sum of the lines above'],
    [7, 'Less amounts due before', '-40000.00', 'The sum of the amounts due on earlier certificates'],
    [8, 'Due now', '53500.00', '93 500.00 − 40 000.00 = 53 500.00'],
    [9, 'Balance to finish, including retention', '26500.00', 'Contract 120 000.00 − work less retention 93 500.00 = 26 500.00'],
  ]);
});

test('taxes on the payment come after retention; an amount due back is explained in words', () => {
  const said: TermsFields = { ...NO_TERMS_FIELDS, retention: { rate: '10', limit: { form: 'percent', value: '50' } }, taxes: 'on payment' };
  const given = { said, taxes: [VAT], contract: money('1000'), before: money('500'), toDate: money('400') };
  expect(shown(sheetOf({ ...given, issuedSoFar: { due: money('540') } })).slice(3)).toEqual([
    [4, 'Work completed to date, without taxes', '400.00', '500.00 before + −100.00 now = 400.00'],
    [5, 'Kept back', '-40.00', '10 % of 400.00 = 40.00, limit 50 % of the contract = 500.00'],
    [6, 'Work to date less retention', '360.00', '400.00 − 40.00 = 360.00'],
    [null, 'VAT on the payment', '72.00', '20 % of 360.00 = 72.00'],
    [null, 'Payable to date', '432.00', 'The sum of the lines above'],
    [7, 'Less amounts due before', '-540.00', 'The sum of the amounts due on earlier certificates'],
    [
      8,
      'Due now',
      '-108.00',
      '432.00 − 540.00 = −108.00; the contractor owes the client 108.00, and the next certificate takes it into account',
    ],
    [9, 'Balance to finish, including retention', '640.00', 'Contract 1 000.00 − work less retention 360.00 = 640.00'],
  ]);
});

test('a rate of 0 is shown with its figures, and no retention shows no line', () => {
  const kept = (retention: TermsFields['retention']) =>
    shown(sheetOf({ said: { ...NO_TERMS_FIELDS, retention }, taxes: [], contract: 100n, before: 0n, toDate: 100n })).find(
      ([at]) => at === 5,
    )?.[3];
  expect([kept({ rate: '0', limit: null }), kept(null)]).toEqual(['0 % of 1.00 = 0.00', 'The terms keep nothing back']);
});

const RUNS = 20_000;
const rate = fc.bigInt({ min: 0n, max: percent('100') }).map((each) => fixed(each, SCALE.percent));
const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });
const asked = fc.record({
  said: fc.record({
    base: fc.constantFrom('net', 'gross'),
    retention: fc.option(
      fc.record({
        rate,
        limit: fc.option(
          fc.oneof(
            fc.record({ form: fc.constant('amount' as const), value: amount.map((each) => fixed(each, SCALE.money)) }),
            fc.record({
              form: fc.constant('percent' as const),
              value: fc.integer({ min: 0, max: 10_000 }).map((each) => fixed(BigInt(each), 2)),
            }),
          ),
        ),
      }),
    ),
    advance: fc.option(
      fc.record({ amount: amount.map((each) => fixed(each, SCALE.money)), rate, threshold: rate, paid_on: fc.constant(null) }),
    ),
    taxes: fc.constantFrom('on work', 'on payment'),
  }),
  taxes: fc.array(
    fc.oneof(
      fc.record({
        name: fc.constant('VAT'),
        form: fc.constant('uniform' as const),
        total: fc.bigInt({ min: percent('-100'), max: percent('100') }),
      }),
      fc.record({
        name: fc.constant('Social'),
        form: fc.constant('by component' as const),
        labour: fc.bigInt({ min: 0n, max: percent('40') }),
        materials: fc.constant(0n),
        tools: fc.constant(0n),
      }),
    ),
    { maxLength: 2 },
  ),
  contract: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
  before: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
  toDate: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
  issuedSoFar: fc.record({ due: fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }), released: amount, hasPaidAdvance: fc.boolean() }),
  now: fc.record({ isAdvancePaidApart: fc.boolean() }),
});

test(`in ${RUNS} sheets the lines add up to every sum and to what is due, and the arithmetic they say is right`, () => {
  const seen = { sums: 0, said: 0 };
  fc.assert(
    fc.property(asked, (given) => {
      const sheet = sheetOf(given as Given);
      const lines = certificateLines(sheet);
      expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
      let running = 0n;
      for (const { role, figure, explained } of lines) {
        if (role === 'added') running += money(figure);
        if (role === 'sum') {
          expect(money(figure)).toBe(running);
          seen.sums += 1;
        }
        // The arithmetic of explanations "a + b = c" and "a − b = c" is right.
        for (const [, first, operator, second, result] of explained.detail
          .replaceAll('\u00a0', '')
          .matchAll(/(?:^|; |before )(−?[\d.]+)[a-z ]*? ([+−]) (−?[\d.]+)[a-z ]*? = (−?[\d.]+)/g)) {
          const [a, b, c] = [first, second, result].map((text) => money((text ?? '').replace('−', '-')));
          expect((a ?? 0n) + (operator === '+' ? 1n : -1n) * (b ?? 0n)).toBe(c);
          seen.said += 1;
        }
      }
      expect([lines.findLast(({ role }) => role === 'sum')?.key, fixed(running, SCALE.money)]).toEqual(['due', sheet.due]);
      expect(lines.flatMap(({ number }) => number ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }),
    { numRuns: RUNS },
  );
  console.log(`Lines: ${RUNS} sheets, ${seen.sums} sums, ${seen.said} said calculations`);
  expect(seen.said).toBeGreaterThan(RUNS);
});
