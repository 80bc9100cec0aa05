import fc from 'fast-check';
import { expect, test } from 'vitest';
import { absolute, fixed, SCALE } from '../../domain/decimal.ts';
import { type Certified, certifiedOf } from '../../domain/invoice/certified.ts';
import { endpointOf, isBic, isIban, isVatShape, plainCode } from '../../domain/invoice/identifiers.ts';
import { type Chosen, invoiceOf, ROUNDING_MOST, roundingMost } from '../../domain/invoice/make.ts';
import { brokenRules, RULE_IDS } from '../../domain/invoice/rules.ts';
import type { Invoice } from '../../domain/invoice/value.ts';
import { INVOICE_WORDS } from '../../domain/invoice/words.ts';
import { invoicedContracts, issuedOf } from './contractChains.ts';
import { BUYER, certificatesOf, contracts, money, percent, SELLER } from './invoiceSamples.ts';

const PARTIAL: Chosen = { type: '875', untaxed: null, reason: '' };
const words = INVOICE_WORDS.en;
const shown = (cents: bigint) => fixed(cents, SCALE.money);

/** A certificate of 1,000.00 in one list with 21 % VAT. */
const CERTIFIED: Certified = {
  kind: 'act',
  number: '3',
  date: '2026-11-23',
  currency: 'EUR',
  taxesDue: 'on work',
  lists: [
    { name: 'Roof', now: money('900') },
    { name: 'Walls', now: 0n },
    { name: 'Deduction', now: money('-50') },
  ],
  additional: [
    { name: 'Overheads', now: money('200') },
    { name: 'Discount', now: money('-50') },
  ],
  taxes: [{ name: 'VAT', percent: percent('21') }],
  toDate: { kept: 0n, recovered: 0n, advance: 0n },
  before: { kept: 0n, recovered: 0n, advance: 0n, taxes: [{ name: 'VAT', percent: percent('21') }] },
  revalued: null,
  versionsBefore: 0,
  due: money('1210'),
};
/** The differing fields of a certificate; the withheld amounts are given to date and by this certificate. */
interface Over extends Partial<Certified> {
  readonly kept?: bigint;
  readonly keptNow?: bigint;
  readonly recoveredNow?: bigint;
  readonly advanceNow?: bigint;
}
const made = ({ kept = 0n, keptNow = 0n, recoveredNow = 0n, advanceNow = 0n, ...over }: Over = {}, chosen: Partial<Chosen> = {}) => {
  const withheld = {
    toDate: { kept, recovered: recoveredNow, advance: advanceNow },
    before: { ...CERTIFIED.before, kept: kept - keptNow },
  };
  return invoiceOf({ ...CERTIFIED, ...withheld, ...over }, SELLER, BUYER, { ...PARTIAL, ...chosen }, words);
};
function invoice(over: Over = {}, chosen: Partial<Chosen> = {}): Invoice {
  const found = made(over, chosen);
  if ('rule' in found) throw new Error(found.said.detail);
  return found;
}

test('lists are lines, additional costs are charges and allowances, and the sums are those of the certificate', () => {
  const { lines, adjustments, breakdown, totals, dueOn } = invoice();
  expect(lines.map(({ name, quantity, price, amount }) => [name, quantity, shown(price), shown(amount)])).toEqual([
    ['Roof', 1n, '900.00', '900.00'],
    ['Deduction', -1n, '50.00', '-50.00'],
  ]);
  expect(adjustments.map(({ isCharge, reason, amount }) => [isCharge, reason, shown(amount)])).toEqual([
    [true, 'Overheads', '200.00'],
    [false, 'Discount', '50.00'],
  ]);
  expect(breakdown.map(({ category, rate, base, tax }) => [category, rate, shown(base), shown(tax)])).toEqual([
    ['S', percent('21'), '1000.00', '210.00'],
  ]);
  expect([totals.gross, totals.prepaid, totals.rounding, totals.due].map(shown)).toEqual(['1210.00', '0.00', '0.00', '1210.00']);
  expect(dueOn).toBe('2026-12-23');
  expect(brokenRules(invoice())).toEqual([]);
});

test('taxes on the work: retention is named in the terms and leaves the total and its tax as they are', () => {
  const { totals, terms, breakdown } = invoice({ kept: money('250'), keptNow: money('50'), recoveredNow: money('60'), due: money('1100') });
  expect([totals.net, totals.tax, totals.gross, totals.prepaid, totals.due].map(shown)).toEqual([
    '1000.00',
    '210.00',
    '1210.00',
    '110.00',
    '1100.00',
  ]);
  expect(breakdown).toHaveLength(1);
  expect(terms).toContain('Retention kept to date: 250.00 EUR, by this invoice: 50.00 EUR');
  expect(terms).toContain('Of the advance payment 60.00 EUR is set off');
});

test.each(Object.entries(INVOICE_WORDS))('in %s the terms state the retention of this invoice, if there is one', (_, { keptToDate }) => {
  const both = keptToDate('250.00 EUR', '50.00 EUR');
  expect(both).toMatch(/250\.00 EUR, [^:]+: 50\.00 EUR\. /);
  expect(keptToDate('250.00 EUR', null)).toBe(both.replace(/, [^:]+: 50\.00 EUR/, ''));
});

test('taxes on the payment: retention and advance come off before the tax', () => {
  const { totals, adjustments } = invoice({
    taxesDue: 'on payment',
    kept: money('50'),
    keptNow: money('50'),
    recoveredNow: money('60'),
    due: money('1076.90'),
  });
  expect(adjustments.slice(2).map(({ isCharge, reason, amount }) => [isCharge, reason, shown(amount)])).toEqual([
    [false, 'Retention', '50.00'],
    [false, 'Advance set off', '60.00'],
  ]);
  expect([totals.net, totals.tax, totals.gross, totals.prepaid, totals.due].map(shown)).toEqual([
    '890.00',
    '186.90',
    '1076.90',
    '0.00',
    '1076.90',
  ]);
});

test('a release and an advance are invoices too: where payments are taxed their tax is invoiced, otherwise it was charged with the work', () => {
  const none = { lists: [], additional: [], due: money('50'), kept: 0n };
  const release = { ...none, kind: 'release', keptNow: money('-50') } as const;
  const onWork = invoice(release);
  expect(onWork.lines.map(({ name, amount }) => [name, shown(amount)])).toEqual([['Release of retention', '0.00']]);
  expect([onWork.totals.gross, onWork.totals.prepaid, onWork.totals.due].map(shown)).toEqual(['0.00', '-50.00', '50.00']);
  expect(onWork.note).toContain('Taxes were charged with the work.');
  const onPayment = invoice({ ...release, taxesDue: 'on payment', due: money('60.50') });
  expect(onPayment.lines.map(({ name, amount }) => [name, shown(amount)])).toEqual([['Release of retention', '50.00']]);
  expect(shown(onPayment.totals.due)).toBe('60.50');
  for (const taxed of [onPayment, invoice({ taxesDue: 'on work' }), invoice({ taxesDue: 'on payment' })])
    expect(taxed.note).not.toContain('Taxes were charged with the work.');
  const advance = invoice({ ...none, kind: 'advance', taxesDue: 'on payment', advanceNow: money('100'), due: money('121') });
  expect(advance.lines.map(({ name, amount }) => [name, shown(amount)])).toEqual([['Advance payment', '100.00']]);
  expect([onWork, onPayment, advance].flatMap((each) => brokenRules(each))).toEqual([]);
});

test('a negative amount due stays an invoice, with the sentence that the seller owes it', () => {
  const owed = invoice({ lists: [{ name: 'Roof', now: money('-100') }], additional: [], due: money('-121') });
  expect(shown(owed.totals.due)).toBe('-121.00');
  expect(owed.note).toContain('the seller owes the buyer 121.00 EUR');
  expect(brokenRules(owed)).toEqual([]);
});

test('a cent of rounding goes to BT-114, more than rounding explains is refused', () => {
  expect(shown(invoice({ due: money('1209.99') }).totals.rounding)).toBe('-0.01');
  expect(made({ due: money('1209.98') })).toMatchObject({ rule: 'BR-CO-16', said: { code: 'invoice_taxes_moved' } });
});

test('a rate of 0 is not a missing rate: the reason for charging nothing is asked, and a tax of 0 beside another is not a second tax', () => {
  const zero = { name: 'VAT', percent: 0n };
  const untaxed = { taxes: [zero], due: money('1000') };
  expect(made(untaxed)).toMatchObject({ rule: 'BR-CO-04', said: { code: 'invoice_untaxed_unsaid' } });
  expect(invoice(untaxed, { untaxed: 'Z' }).breakdown).toMatchObject([{ category: 'Z', rate: 0n, tax: 0n, reason: '' }]);
  expect(brokenRules(invoice(untaxed, { untaxed: 'E' })).map(({ rule }) => rule)).toEqual(['BR-E-10']);
  expect(brokenRules(invoice(untaxed, { untaxed: 'E', reason: 'Art. 135' }))).toEqual([]);
  // Reverse charge needs the buyer's VAT number.
  expect(brokenRules(invoice(untaxed, { untaxed: 'AE' })).map(({ rule, where }) => [rule, where])).toEqual([['BR-AE-02', 'client']]);
  expect(invoice({ taxes: [zero, ...CERTIFIED.taxes] }).breakdown).toMatchObject([{ category: 'S', rate: percent('21') }]);
});

test.each([
  ['a percent for each component', [{ name: 'VAT', percent: null }], 'invoice_tax_by_component'],
  [
    'two taxes on the same total',
    [
      { name: 'VAT', percent: percent('21') },
      { name: 'Levy', percent: percent('1') },
    ],
    'invoice_taxes_several',
  ],
  ['a negative tax', [{ name: 'VAT', percent: percent('-1') }], 'invoice_tax_negative'],
])('%s cannot be put on an e-invoice, and the refusal says where to correct it', (_, taxes, code) => {
  expect(made({ taxes })).toMatchObject({ where: 'taxes', said: { code } });
});

const breaks: [string, string, (whole: Invoice) => Invoice][] = [
  ['BR-06', 'company', (whole) => ({ ...whole, seller: { ...whole.seller, name: '' } })],
  ['BR-07', 'client', (whole) => ({ ...whole, buyer: { ...whole.buyer, name: '' } })],
  ['BR-08', 'company', (whole) => ({ ...whole, seller: { ...whole.seller, city: '' } })],
  ['BR-10', 'client', (whole) => ({ ...whole, buyer: { ...whole.buyer, country: '' } })],
  ['BR-05', 'certificate', (whole) => ({ ...whole, currency: '' })],
  ['BR-CL-14', 'certificate', (whole) => ({ ...whole, buyer: { ...whole.buyer, country: 'ZZ' } })],
  ['BR-16', 'certificate', (whole) => ({ ...whole, lines: [], totals: { ...whole.totals, lines: 0n, net: money('150') } })],
  ['BR-61', 'company', (whole) => ({ ...whole, iban: 'LV68TEST0000000000001' })],
  ['BR-S-02', 'company', (whole) => ({ ...whole, seller: { ...whole.seller, vatId: '' } })],
  ['BR-CO-09', 'company', (whole) => ({ ...whole, seller: { ...whole.seller, vatId: '49999999000' } })],
  ['BR-CO-10', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, lines: money('1') } })],
  ['BR-CO-11', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, allowances: money('1') } })],
  ['BR-CO-12', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, charges: money('1') } })],
  ['BR-CO-13', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, net: money('1') } })],
  ['BR-CO-14', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, tax: money('1') } })],
  ['BR-CO-15', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, gross: money('1') } })],
  ['BR-CO-16', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, due: money('1') } })],
  ['BR-CO-17', 'certificate', (whole) => ({ ...whole, breakdown: whole.breakdown.map((one) => ({ ...one, tax: money('211') })) })],
  ['BR-CO-18', 'certificate', (whole) => ({ ...whole, breakdown: [] })],
  ['BR-CO-25', 'company', (whole) => ({ ...whole, dueOn: '', terms: '' })],
  [
    'BR-CO-26',
    'company',
    (whole) => ({ ...whole, seller: { ...whole.seller, vatId: '', registration: '' }, lines: [], adjustments: [], breakdown: [] }),
  ],
  ['BR-27', 'certificate', (whole) => ({ ...whole, lines: whole.lines.map((one) => ({ ...one, price: -1n })) })],
  ['BR-S-05', 'certificate', (whole) => ({ ...whole, lines: whole.lines.map((one) => ({ ...one, rate: 0n })) })],
  ['BR-S-08', 'certificate', (whole) => ({ ...whole, breakdown: whole.breakdown.map((one) => ({ ...one, base: money('999') })) })],
  ['BR-S-10', 'certificate', (whole) => ({ ...whole, breakdown: whole.breakdown.map((one) => ({ ...one, reason: 'None' })) })],
  ['ACTUM-ROUNDING', 'certificate', (whole) => ({ ...whole, totals: { ...whole.totals, rounding: 3n } })],
  ['PEPPOL-EN16931-R010', 'client', (whole) => ({ ...whole, buyer: { ...whole.buyer, endpoint: '' } })],
];
test.each(breaks)('breaking rule %s is reported with the place to correct it: %s', (rule, where, breaking) => {
  expect(RULE_IDS).toContain(rule);
  const found = brokenRules(breaking(invoice()));
  expect(found.find((one) => one.rule === rule)?.where ?? found.map((one) => one.rule)).toBe(where);
});

test('characters that XML cannot hold never reach a file, and a list without a title has a name', () => {
  const bell = String.fromCharCode(7);
  const { lines } = invoice({ lists: [{ name: `${bell}\ud800`, now: money('850') }] });
  expect(lines.map(({ name }) => name)).toEqual(['\ufffd']);
  expect(invoice({ lists: [{ name: bell, now: money('850') }] }).lines.map(({ name }) => name)).toEqual(['List 1']);
});

test('account, tax and address numbers are checked by their check digits', () => {
  expect([plainCode('LV69 TEST 0000 0000 0000 1'), 'DE09000000000000000001', 'GB75TEST00000000000001'].map(isIban)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['LV68TEST0000000000001', 'DE0900000000000000000', 'ZZ09000000000000000001', ''].map(isIban)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(['TESTLV22', 'TESTDEFF500', 'TESTZZ22', 'X'].map(isBic)).toEqual([true, true, false, false]);
  expect(['LV49999999000', 'EL123456789', 'ATU12345678', '49999999000', 'ZZ12345678', 'DEABCDEFGHI'].map(isVatShape)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(endpointOf('a@b.example')).toEqual({ endpoint: 'a@b.example', endpointScheme: 'EM' });
  expect(endpointOf(`a@${'b'.repeat(250)}.example`)).toBeNull();
  expect(endpointOf('0088:4012345000009')).toEqual({ endpoint: '4012345000009', endpointScheme: '0088' });
  expect(['', 'a@b', '4012345000009', '0088:', 'a b@c.example'].map(endpointOf)).toEqual([null, null, null, null, null]);
});

const RUNS = 10_000;
const seen = { contracts: 0, invoices: 0, rounded: 0, most: 0n, negative: 0, kinds: { act: 0, release: 0, advance: 0 } };

test(`C8: in ${RUNS} contracts BT-115 is what the certificate says is due, BT-114 a cent at most, and no rule is broken`, () => {
  fc.assert(
    fc.property(contracts, (contract) => {
      seen.contracts += 1;
      for (const certified of certificatesOf(contract)) {
        const found = invoiceOf(certified, SELLER, { ...BUYER, vatId: 'DE123456788' }, { ...PARTIAL, untaxed: 'AE' }, words);
        if ('rule' in found) throw new Error(found.said.detail);
        expect(found.totals.due).toBe(certified.due);
        expect(absolute(found.totals.rounding) <= ROUNDING_MOST).toBe(true);
        expect(brokenRules(found)).toEqual([]);
        seen.invoices += 1;
        seen.kinds[certified.kind] += 1;
        if (found.totals.rounding !== 0n) seen.rounded += 1;
        if (found.totals.due < 0n) seen.negative += 1;
        if (absolute(found.totals.rounding) > seen.most) seen.most = absolute(found.totals.rounding);
      }
    }),
    { numRuns: RUNS },
  );
  console.log('C8:', { ...seen, rules: RULE_IDS.length });
  expect(seen.invoices).toBeGreaterThan(3 * RUNS);
});

const CHAINS = 5_000;
const carried = { contracts: 0, invoices: 0, revalued: 0, twoTaxes: 0, rounded: 0, most: 0n };

test(`C8: over ${CHAINS} contracts of several versions, prices and taxes, BT-115 is what is due, no rule is broken, and the invoices together are the contract`, () => {
  fc.assert(
    fc.property(invoicedContracts, (contract) => {
      carried.contracts += 1;
      const issued = issuedOf(contract);
      let due = 0n;
      for (const [at, { sheet }] of issued.entries()) {
        const certified = certifiedOf(sheet, issued[at - 1]?.sheet ?? null, 'EUR');
        const found = invoiceOf(certified, SELLER, { ...BUYER, vatId: 'DE123456788' }, { ...PARTIAL, untaxed: 'AE' }, words);
        if ('rule' in found) throw new Error(`${found.said.detail} ${JSON.stringify(sheet)}`);
        expect(shown(found.totals.due)).toBe(sheet.due);
        const rounding = absolute(found.totals.rounding);
        if (rounding > roundingMost(certified)) expect(rounding).toBe(roundingMost(certified));
        expect(brokenRules(found, roundingMost(certified))).toEqual([]);
        if (sheet.terms.taxes === 'on work' || sheet.kind === 'act')
          expect(shown(found.totals.net + (sheet.terms.taxes === 'on work' ? 0n : withheld(certified)))).toBe(sheet.net.now);
        due += found.totals.due;
        carried.invoices += 1;
        if (found.breakdown.length > 1) carried.twoTaxes += 1;
        if (found.lines.some(({ name }) => name.startsWith('Work invoiced before'))) carried.revalued += 1;
        if (rounding !== 0n) carried.rounded += 1;
        if (rounding > carried.most) carried.most = rounding;
      }
      const last = issued.at(-1)?.sheet;
      if (last !== undefined && last.advance === last.recovered) expect(shown(due)).toBe(last.gross.contract);
    }),
    { numRuns: CHAINS },
  );
  console.log('C8 over versions:', carried);
  expect(Math.min(carried.revalued, carried.twoTaxes)).toBeGreaterThan(CHAINS / 20);
});
function withheld({ toDate, before }: Certified): bigint {
  return toDate.kept - before.kept + (toDate.recovered - before.recovered) - (toDate.advance - before.advance);
}
