/** Contracts with certificates, generated, as what invoices are made from. */
import fc from 'fast-check';
import { plus as plusSums, rowSums, type Sums, ZERO } from '../../domain/amounts.ts';
import { type Certificate, certificateOf, worthOf } from '../../domain/certificate.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import type { Certified } from '../../domain/invoice/certified.ts';
import type { BuyerGiven, SellerGiven } from '../../domain/invoice/make.ts';
import { type Percents, summarise } from '../../domain/summary.ts';
import type { Terms } from '../../domain/terms.ts';

export const money = (text: string) => exact(text, SCALE.money);
export const percent = (text: string) => exact(text, SCALE.percent);

export const SELLER: SellerGiven = {
  name: 'Pine Yard Builders',
  registration: '49999999000',
  vatId: 'LV49999999000',
  street: 'Sawmill street 4',
  city: 'Riga',
  postCode: 'LV-1010',
  country: 'LV',
  address: 'invoices@builders.example',
  contact: { name: 'Anna', phone: '+371 20000000', email: 'anna@builders.example' },
  iban: 'LV69TEST0000000000001',
  bic: 'TESTLV22',
  paymentDays: 30,
};
export const BUYER: BuyerGiven = {
  name: 'Harbour Homes',
  registration: '',
  vatId: '',
  street: '',
  city: 'Berlin',
  postCode: '10115',
  country: 'DE',
  address: '0204:04011000-12345-03',
  buyerReference: '04011000-12345-03',
  order: 'PO 7',
  contract: 'K-2026/1',
};

const rate = fc.bigInt({ min: 0n, max: percent('100') });
const price = fc.bigInt({ min: 0n, max: 10n ** 9n });
const row = fc.record({
  quantity: fc.bigInt({ min: -(10n ** 7n), max: 10n ** 9n }),
  prices: fc.record({ labour: price, materials: price, tools: price }),
  parts: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 3, maxLength: 3 }),
});
const additional: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: fc.bigInt({ min: percent('-20'), max: percent('40') }) }),
  fc.record({ form: fc.constant('by component' as const), labour: rate, materials: rate, tools: rate }),
);
/** The VAT rates there are, some that are not, and none. */
const vat = fc.oneof(
  fc.constantFrom('0', '5', '5.5', '7', '12', '19', '20', '21', '24', '25.5', '27').map(percent),
  fc.bigInt({ min: 0n, max: percent('30') }),
);
const terms: fc.Arbitrary<Terms> = fc.record({
  base: fc.constantFrom('net', 'gross'),
  retention: fc.option(
    fc.record({
      rate: fc.bigInt({ min: 0n, max: percent('20') }),
      limit: fc.option(fc.record({ form: fc.constant('percent' as const), value: fc.bigInt({ min: 0n, max: percent('10') }) })),
    }),
  ),
  advance: fc.option(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 7n }), rate, threshold: fc.constant(0n) })),
  taxes: fc.constantFrom('on work', 'on payment'),
});

export const contracts = fc.record({
  lists: fc.array(fc.array(row, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  additional: fc.array(additional, { maxLength: 2 }),
  vat,
  terms,
  paid: fc.constantFrom('not yet', 'apart', 'by certificate'),
  released: fc.integer({ min: 0, max: 1_000 }),
});
type Contract = typeof contracts extends fc.Arbitrary<infer T> ? T : never;

const DATE = '2026-11-23';

/** Certificates for an advance (where a certificate pays it), three acts, and a release of the retention. */
export function certificatesOf({
  lists,
  additional: lines,
  vat: percentOfTax,
  terms: agreed,
  paid,
  released: part,
}: Contract): Certified[] {
  const at = (quantityOf: (given: Contract['lists'][number][number]) => bigint) => {
    const costs = lists.map((rows) => rows.map((one) => rowSums(quantityOf(one), one.prices)).reduce(plusSums));
    const summary = summarise(costs, lines, [{ form: 'uniform', total: percentOfTax }]);
    return { costs, additional: summary.additional, worth: worthOf(summary) };
  };
  const contract = at(({ quantity }) => quantity).worth;
  const nothing = at(() => 0n);
  const made: Certified[] = [];
  let before: { readonly work: typeof nothing; readonly certificate: Certificate | null } = { work: nothing, certificate: null };
  let [released, dueBefore, hasPaid] = [0n, 0n, false];
  const now = (ofNow: readonly Sums[], ofBefore: readonly Sums[], name: string) =>
    ofNow.map(({ total }, place) => ({ name: `${name} ${place}`, now: total - (ofBefore[place] ?? ZERO).total }));
  const issue = (kind: Certified['kind'], work: typeof nothing) => {
    const certificate = certificateOf({
      terms: agreed,
      work: work.worth,
      contract,
      released,
      advancePaid: paid === 'by certificate' && !hasPaid ? 'not yet' : paid,
      dueBefore,
      taxRates: [percentOfTax],
    });
    const earlier = before.certificate;
    const taxes = [{ name: 'VAT', percent: percentOfTax }];
    const withheld = (of: Certificate | null) => ({ kept: of?.kept ?? 0n, recovered: of?.recovered ?? 0n, advance: of?.advance ?? 0n });
    made.push({
      kind,
      number: String(made.length + 1),
      date: DATE,
      currency: 'EUR',
      taxesDue: agreed.taxes,
      lists: now(work.costs, before.work.costs, 'List'),
      additional: now(work.additional, before.work.additional, 'Cost'),
      taxes,
      toDate: withheld(certificate),
      before: { ...withheld(earlier), taxes: earlier === null ? [] : taxes },
      revalued: null,
      versionsBefore: 0,
      due: certificate.due,
    });
    dueBefore += certificate.due;
    before = { work, certificate };
    return certificate;
  };
  if (agreed.advance !== null && paid === 'by certificate') {
    hasPaid = true;
    issue('advance', nothing);
  }
  for (const place of [0, 1, 2]) {
    // Running totals, because an act may take back an earlier claim.
    issue(
      'act',
      at(({ quantity, parts }) => (quantity * BigInt(parts[place] ?? 0)) / 1_000n),
    );
  }
  const { retained } = before.certificate ?? { retained: 0n };
  released = (retained * BigInt(part)) / 1_000n;
  if (released > 0n) issue('release', before.work);
  return made;
}
