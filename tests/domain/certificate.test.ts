import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plus as plusSums, rowSums } from '../../domain/amounts.ts';
import { type Certificate, certificateOf, retentionLimit, type Worth, worthOf } from '../../domain/certificate.ts';
import { NO_TERMS_FIELDS, termsOf } from '../../domain/certificateSheet.ts';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import { type Percents, summarise } from '../../domain/summary.ts';
import type { Terms } from '../../domain/terms.ts';

const NO_TERMS = termsOf(NO_TERMS_FIELDS);
const money = (text: string) => exact(text, SCALE.money);
const percent = (text: string) => exact(text, SCALE.percent);
const shown = (cents: bigint) => fixed(cents, SCALE.money);
/** Work worth so much, with one tax. */
const worth = (net: string, rate = '0'): Worth => {
  const tax = (money(net) * percent(rate)) / percent('100');
  return { net: money(net), taxes: [tax], gross: money(net) + tax };
};

interface Step {
  readonly work: Worth;
  readonly terms?: Terms;
  readonly released?: string;
  readonly advancePaid?: 'not yet' | 'apart' | 'by certificate';
}
/** The certificates of a contract, one after the other. */
function issue(terms: Terms, contract: Worth, steps: readonly Step[]): Certificate[] {
  const issued: Certificate[] = [];
  for (const { work, terms: changed = terms, released = '0', advancePaid = 'apart' } of steps) {
    const dueBefore = issued.reduce((sum, { due }) => sum + due, 0n);
    issued.push(certificateOf({ terms: changed, work, contract, released: money(released), advancePaid, dueBefore }));
  }
  return issued;
}
const figures = (issued: readonly Certificate[]) => issued.map(({ kept, recovered, due }) => [kept, recovered, due].map(shown));

test('G702/G703: ten percent retained until half of the work is done, then none of the rest: the retainage stays at five percent of the contract', () => {
  const terms: Terms = { ...NO_TERMS, retention: { rate: percent('10'), limit: { form: 'percent', value: percent('5') } } };
  const contract = worth('1000000');
  expect(
    figures(
      issue(
        terms,
        contract,
        ['200000', '400000', '600000', '1000000'].map((done) => ({ work: worth(done) })),
      ),
    ),
  ).toEqual([
    ['20000.00', '0.00', '180000.00'],
    ['40000.00', '0.00', '180000.00'],
    ['50000.00', '0.00', '190000.00'],
    ['50000.00', '0.00', '400000.00'],
  ]);
});

test('G702: the rate itself is halved at 50 percent, by new terms: what was kept back too much is due with the next application', () => {
  const at = (rate: string): Terms => ({ ...NO_TERMS, retention: { rate: percent(rate), limit: null } });
  const steps = [{ work: worth('400000') }, { work: worth('600000'), terms: at('5') }];
  expect(figures(issue(at('10'), worth('1000000'), steps))).toEqual([
    ['40000.00', '0.00', '360000.00'],
    ['30000.00', '0.00', '210000.00'],
  ]);
});

test('FIDIC Red Book 14.2: an advance of 10 percent, recovered at a quarter of the work from 10 percent of the contract on, until it is repaid', () => {
  const advance = { amount: money('100000'), rate: percent('25'), threshold: percent('10') };
  const terms: Terms = { ...NO_TERMS, advance };
  const steps = ['80000', '200000', '400000', '500000', '600000'].map((done) => ({ work: worth(done) }));
  expect(figures(issue(terms, worth('1000000'), steps))).toEqual([
    ['0.00', '0.00', '80000.00'],
    ['0.00', '25000.00', '95000.00'],
    ['0.00', '75000.00', '150000.00'],
    ['0.00', '100000.00', '75000.00'],
    ['0.00', '100000.00', '100000.00'],
  ]);
});

test('VOB/B 16 and 17: cumulative payments with taxes, five percent security up to an agreed sum, and a final account that pays the rest', () => {
  const terms: Terms = {
    ...NO_TERMS,
    base: 'gross',
    retention: { rate: percent('10'), limit: { form: 'percent', value: percent('5') } },
  };
  const contract = worth('84033.61', '19');
  const steps = [
    { work: worth('20000', '19') },
    { work: worth('60000', '19') },
    { work: contract },
    { work: contract, released: '5000.00' },
  ];
  const issued = issue(terms, contract, steps);
  expect(figures(issued)).toEqual([
    ['2380.00', '0.00', '21420.00'],
    ['5000.00', '0.00', '44980.00'],
    ['5000.00', '0.00', '28599.99'],
    ['0.00', '0.00', '5000.00'],
  ]);
  expect(issued.reduce((sum, { due }) => sum + due, 0n)).toBe(contract.gross);
});

test('a French situation: cumulative, 20 percent tax, five percent of the sum with taxes kept back and released after a year', () => {
  const terms: Terms = { ...NO_TERMS, base: 'gross', retention: { rate: percent('5'), limit: null } };
  const contract = worth('50000', '20');
  const steps = [{ work: worth('12000', '20') }, { work: worth('38000', '20') }, { work: contract }, { work: contract, released: '3000' }];
  expect(figures(issue(terms, contract, steps))).toEqual([
    ['720.00', '0.00', '13680.00'],
    ['2280.00', '0.00', '29640.00'],
    ['3000.00', '0.00', '13680.00'],
    ['0.00', '0.00', '3000.00'],
  ]);
});

test('JCT: three percent kept back, half of it released at completion and the other half after the defects are made good', () => {
  const terms: Terms = { ...NO_TERMS, retention: { rate: percent('3'), limit: null } };
  const contract = worth('200000', '20');
  const steps = [
    { work: worth('90000', '20') },
    { work: contract },
    { work: contract, released: '3000' },
    { work: contract, released: '6000' },
  ];
  expect(figures(issue(terms, contract, steps))).toEqual([
    ['2700.00', '0.00', '105300.00'],
    ['6000.00', '0.00', '128700.00'],
    ['3000.00', '0.00', '3000.00'],
    ['0.00', '0.00', '3000.00'],
  ]);
});

test('taxes on the payment: each is computed on the amount left after retention, and on the advance that a certificate pays', () => {
  const terms: Terms = {
    base: 'net',
    retention: { rate: percent('10'), limit: null },
    advance: { amount: money('1000'), rate: percent('50'), threshold: 0n },
    taxes: 'on payment',
  };
  const contract = worth('10000', '21');
  const steps: Step[] = [
    { work: worth('0', '21'), advancePaid: 'by certificate' },
    { work: worth('1000', '21'), advancePaid: 'by certificate' },
    { work: contract, advancePaid: 'by certificate', released: '1000' },
  ];
  const issued = issue(terms, contract, steps);
  expect(issued.map(({ taxes, payable, due }) => [...taxes, payable, due].map(shown))).toEqual([
    ['210.00', '1210.00', '1210.00'],
    ['294.00', '1694.00', '484.00'],
    ['2100.00', '12100.00', '10406.00'],
  ]);
});

test('a tax on a payment is exactly its percent, however little work was taxed before', () => {
  const terms: Terms = { ...NO_TERMS, advance: { amount: money('10000'), rate: 0n, threshold: 0n }, taxes: 'on payment' };
  // 21 % of 0.07 is a cent, which in proportion would be 14.29 % of the advance.
  const given = { terms, work: worth('0.07', '21'), contract: worth('100000', '21'), released: 0n, dueBefore: 0n } as const;
  const taxesOf = (taxRates: readonly (bigint | null)[]) =>
    certificateOf({ ...given, advancePaid: 'by certificate', taxRates }).taxes.map(shown);
  expect([taxesOf([percent('21')]), taxesOf([null])]).toEqual([['2100.01'], ['1428.58']]);
});

test('without terms a certificate covers the work completed now, with taxes', () => {
  const [first, second] = issue(NO_TERMS, worth('300', '21'), [{ work: worth('100', '21') }, { work: worth('300', '21') }]);
  expect([first?.due, second?.due]).toEqual([money('121'), money('242')]);
});

test('a rate of 0 keeps nothing back and is not taken for a missing rate', () => {
  const terms: Terms = { ...NO_TERMS, retention: { rate: 0n, limit: { form: 'amount', value: 0n } } };
  expect(retentionLimit(terms, worth('100'))).toBe(0n);
  expect(retentionLimit({ ...terms, retention: { rate: 0n, limit: null } }, worth('100'))).toBeNull();
});

const RUNS = 100_000;
const rate = fc.bigInt({ min: 0n, max: percent('100') });
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  base: fc.constantFrom('net', 'gross'),
  retention: fc.option(
    fc.record({
      rate,
      limit: fc.option(
        fc.oneof(
          fc.record({ form: fc.constant('amount' as const), value: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
          fc.record({ form: fc.constant('percent' as const), value: rate }),
        ),
      ),
    }),
  ),
  advance: fc.option(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 9n }), rate, threshold: rate })),
  taxes: fc.constantFrom('on work', 'on payment'),
});
const price = fc.bigInt({ min: 0n, max: 10n ** 9n });
const rows = fc.array(
  fc.record({
    quantity: fc.bigInt({ min: -(10n ** 8n), max: 10n ** 9n }),
    prices: fc.record({ labour: price, materials: price, tools: price }),
    parts: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
);
const percents: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: rate }),
  fc.record({ form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate }),
);
const contracts = fc.record({
  rows,
  additional: fc.array(percents, { maxLength: 2 }),
  taxes: fc.array(percents, { maxLength: 2 }),
  terms: fc.array(anyTerms, { minLength: 4, maxLength: 4 }),
  released: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 4, maxLength: 4 }),
  paid: fc.constantFrom('apart', 'by certificate'),
});

const sum = (issued: readonly Certificate[]) => issued.reduce((total, { due }) => total + due, 0n);
const seen = { contracts: 0, certificates: 0 };

test(`C1 to C4: in ${RUNS} contracts, nothing new is nothing due, all certified and released is the contract to the cent, and bounds hold`, () => {
  fc.assert(
    fc.property(contracts, ({ rows: given, additional, taxes, terms, released: parts, paid }) => {
      const worthAt = (quantityOf: (row: (typeof given)[number]) => bigint): Worth =>
        worthOf(summarise([given.map((row) => rowSums(quantityOf(row), row.prices)).reduce(plusSums)], additional, taxes));
      const contract = worthAt(({ quantity }) => quantity);
      const taxRates = taxes.map((tax) => (tax.form === 'uniform' ? tax.total : null));
      const issued: Certificate[] = [];
      let released = 0n;
      for (const [at, each] of terms.entries()) {
        // Running totals inside the row's range, which every call enforces.
        const work = at === 3 ? contract : worthAt(({ quantity, parts: done }) => (quantity * BigInt(done[at] ?? 0)) / 1_000n);
        const asked = { terms: each, work, contract, released, advancePaid: paid, dueBefore: sum(issued), taxRates };
        const certificate = certificateOf(asked);
        const { kept, recovered, retained, due } = certificate;
        const limit = retentionLimit(each, contract);
        expect(kept >= 0n && recovered >= 0n && recovered <= (each.advance?.amount ?? 0n)).toBe(true);
        if (limit !== null) expect(kept <= limit).toBe(true);
        expect(certificateOf({ ...asked, dueBefore: sum(issued) + due }).due).toBe(0n);
        issued.push(certificate);
        released += ((retained - released) * BigInt(parts[at] ?? 0)) / 1_000n;
        seen.certificates += 1;
      }
      // All retention released, and the advance recovered: what is due in all is the contract, less an advance that was paid apart.
      const last = terms[3] ?? NO_TERMS;
      const settled: Terms = { ...last, advance: last.advance && { ...last.advance, rate: percent('100'), threshold: 0n } };
      const all = { terms: settled, work: contract, contract, advancePaid: paid, dueBefore: sum(issued), taxRates };
      const { retained, recovered } = certificateOf({ ...all, released });
      const amount = last.advance?.amount ?? 0n;
      const final = certificateOf({ ...all, released: retained });
      expect(final.kept).toBe(0n);
      if (recovered === amount && paid === 'by certificate') expect(sum([...issued, final])).toBe(contract.gross);
      if (recovered === amount && paid === 'apart' && last.taxes === 'on work')
        expect(sum([...issued, final])).toBe(contract.gross - amount);
      seen.contracts += 1;
    }),
    {
      numRuns: RUNS,
      // Works that cancel each other out to a net of 0, with a tax on one component of them.
      examples: [
        [
          {
            rows: [
              { quantity: 10n, prices: { labour: 0n, materials: 0n, tools: 500_000_000n }, parts: [0, 0, 0] },
              { quantity: -8n, prices: { labour: 625_000_000n, materials: 0n, tools: 0n }, parts: [0, 0, 0] },
            ],
            additional: [],
            taxes: [{ form: 'by component', labour: 0n, materials: 0n, tools: 500_000n }],
            terms: (['on work', 'on work', 'on work', 'on payment'] as const).map((on) => ({ ...NO_TERMS, taxes: on })),
            released: [0, 0, 0, 0],
            paid: 'by certificate',
          },
        ],
      ],
    },
  );
  console.log(`C1 to C4: ${seen.contracts} contracts, ${seen.certificates} certificates`);
});
