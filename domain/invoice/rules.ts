/**
 * The rules of EN 16931 that apply to these invoices, by their ids in the norm, whose own files are not included. `brokenRules` checks the data read
 * back from a written file, so it judges the file that people get. There are no rules for parts the invoices never have: tax representatives, payees,
 * card payments, line allowances, and categories other than S, Z, E and AE.
 */
import { CURRENCY_CODES } from '../currencies.ts';
import { absolute, percentOf, sumOf } from '../decimal.ts';
import * as say from '../sentences/invoices.ts';
import { isCountry, isIban, isVatShape } from './identifiers.ts';
import { type Broken, ROUNDING_MOST } from './make.ts';
import { INVOICE_TYPES, type Invoice, type InvoiceLine, type VatBreakdown } from './value.ts';

type Explanation = Broken['said'];
interface Rule {
  readonly id: string;
  readonly keeps: (invoice: Invoice, roundingMost: bigint) => boolean;
  readonly where: Broken['where'];
  /** Absent where only we can fix the error. */
  readonly explains?: () => Explanation;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const taxOf = ({ base, rate }: VatBreakdown) => percentOf(base, rate);
const chargesOf = ({ adjustments }: Invoice) => sumOf(adjustments.filter(({ isCharge }) => isCharge).map(({ amount }) => amount));
const allowancesOf = ({ adjustments }: Invoice) => sumOf(adjustments.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount));
const everyVat = ({ lines, adjustments, breakdown }: Invoice) => [...lines, ...adjustments, ...breakdown];
const hasCategory = (category: string) => (invoice: Invoice) => everyVat(invoice).some((one) => one.category === category);

/** A rule that only our own code can break. */
const ours = (id: string, keeps: Rule['keeps']): Rule => ({ id, keeps, where: 'certificate' });
/** A rule that people break, with the place where they can fix it and the sentence that tells them so. */
const fixable = (id: string, where: Broken['where'], explains: () => Explanation, keeps: Rule['keeps']): Rule => ({
  id,
  keeps,
  where,
  explains,
});
const ofLines = (id: string, keeps: (line: InvoiceLine) => boolean) => ours(id, ({ lines }) => lines.every(keeps));

const PRESENCE: readonly Rule[] = [
  ours('BR-02', ({ number }) => number !== ''),
  ours('BR-03', ({ issued }) => isDay(issued)),
  ours('BR-04', ({ type }) => type !== ''),
  ours('BR-CL-01', ({ type }) => (INVOICE_TYPES as readonly string[]).includes(type)),
  fixable('BR-05', 'certificate', say.currencyMissing, ({ currency }) => currency !== ''),
  ours('BR-CL-04', ({ currency }) => currency === '' || CURRENCY_CODES.includes(currency)),
  fixable('BR-06', 'company', say.sellerNameMissing, ({ seller }) => seller.name !== ''),
  fixable('BR-07', 'client', say.buyerNameMissing, ({ buyer }) => buyer.name !== ''),
  fixable(
    'BR-08',
    'company',
    say.sellerAddressMissing,
    ({ seller }) => seller.city !== '' && seller.postCode !== '' && seller.country !== '',
  ),
  fixable('BR-09', 'company', say.sellerAddressMissing, ({ seller }) => seller.country !== ''),
  fixable('BR-10', 'client', say.buyerAddressMissing, ({ buyer }) => buyer.city !== '' && buyer.postCode !== '' && buyer.country !== ''),
  fixable('BR-11', 'client', say.buyerAddressMissing, ({ buyer }) => buyer.country !== ''),
  ours('BR-CL-14', ({ seller, buyer }) => [seller, buyer].every(({ country }) => country === '' || isCountry(country))),
  ours('BR-16', ({ lines }) => lines.length > 0),
  ofLines('BR-21', ({ id }) => id !== ''),
  ours('ACTUM-LINE-ID', ({ lines }) => new Set(lines.map(({ id }) => id)).size === lines.length),
  ofLines('BR-23', ({ unit }) => unit !== ''),
  ofLines('BR-25', ({ name }) => name !== ''),
  ofLines('BR-27', ({ price }) => price >= 0n),
  ours('BR-33', ({ adjustments }) => adjustments.every(({ isCharge, reason }) => isCharge || reason !== '')),
  ours('BR-38', ({ adjustments }) => adjustments.every(({ isCharge, reason }) => !isCharge || reason !== '')),
  fixable('BR-61', 'company', say.ibanMissing, ({ iban }) => iban === '' || isIban(iban)),
  fixable('BR-62', 'company', say.sellerEndpointMissing, ({ seller }) => seller.endpoint === '' || seller.endpointScheme !== ''),
  fixable('BR-63', 'client', say.buyerEndpointMissing, ({ buyer }) => buyer.endpoint === '' || buyer.endpointScheme !== ''),
  fixable('PEPPOL-EN16931-R020', 'company', say.sellerEndpointMissing, ({ seller }) => seller.endpoint !== ''),
  fixable('PEPPOL-EN16931-R010', 'client', say.buyerEndpointMissing, ({ buyer }) => buyer.endpoint !== ''),
];

const CALCULATION: readonly Rule[] = [
  ofLines('ACTUM-LINE-AMOUNT', ({ amount, price, quantity }) => amount === price * quantity),
  fixable('BR-CO-09', 'company', say.notVatId, ({ seller, buyer }) =>
    [seller, buyer].every(({ vatId }) => vatId === '' || isVatShape(vatId)),
  ),
  ours('BR-CO-10', ({ totals, lines }) => totals.lines === sumOf(lines.map(({ amount }) => amount))),
  ours('BR-CO-11', (invoice) => invoice.totals.allowances === allowancesOf(invoice)),
  ours('BR-CO-12', (invoice) => invoice.totals.charges === chargesOf(invoice)),
  ours('BR-CO-13', ({ totals }) => totals.net === totals.lines - totals.allowances + totals.charges),
  ours('BR-CO-14', ({ totals, breakdown }) => totals.tax === sumOf(breakdown.map(({ tax }) => tax))),
  ours('BR-CO-15', ({ totals }) => totals.gross === totals.net + totals.tax),
  ours('BR-CO-16', ({ totals }) => totals.due === totals.gross - totals.prepaid + totals.rounding),
  ours('BR-CO-17', ({ breakdown }) => breakdown.every((one) => one.tax === taxOf(one))),
  ours('BR-CO-18', ({ breakdown }) => breakdown.length > 0),
  ours('ACTUM-ROUNDING', ({ totals }, most) => absolute(totals.rounding) <= most),
  fixable('BR-CO-25', 'company', say.daysMissing, ({ totals, dueOn, terms }) => totals.due <= 0n || dueOn !== '' || terms !== ''),
  fixable('BR-CO-26', 'company', say.sellerIdMissing, ({ seller }) => seller.registration !== '' || seller.vatId !== ''),
];

/** Rules that are alike for every category: 1 one breakdown, 2 to 4 the known parties, 5 to 7 the rate, 8 and 9 the sums, 10 the reason. */
function ofCategory(category: 'S' | 'Z' | 'E' | 'AE'): Rule[] {
  const isIn = hasCategory(category);
  const only =
    (keeps: Rule['keeps']): Rule['keeps'] =>
    (invoice, roundingMost) =>
      !isIn(invoice) || keeps(invoice, roundingMost);
  const isRate = ({ rate }: { readonly rate: bigint }) => (category === 'S' ? rate > 0n : rate === 0n);
  const of = <T extends { readonly category: string }>(all: readonly T[]) => all.filter((one) => one.category === category);
  const sellerKnown = ({ seller }: Invoice) => seller.vatId !== '';
  const id = (number: string) => `BR-${category}-${number}`;
  return [
    ours(id('01'), (invoice) =>
      category === 'S' ? !isIn(invoice) || of(invoice.breakdown).length > 0 : of(invoice.breakdown).length === (isIn(invoice) ? 1 : 0),
    ),
    fixable(id('02'), 'company', say.sellerVatMissing, only(sellerKnown)),
    ...(category === 'AE'
      ? [
          fixable(
            'BR-AE-02',
            'client',
            say.buyerVatMissing,
            only(({ buyer }) => buyer.vatId !== '' || buyer.registration !== ''),
          ),
        ]
      : []),
    ours(id('05'), ({ lines }) => of(lines).every(isRate)),
    ours(id('06'), ({ adjustments }) => of(adjustments).every((one) => one.isCharge || isRate(one))),
    ours(id('07'), ({ adjustments }) => of(adjustments).every((one) => !one.isCharge || isRate(one))),
    ours(id('08'), ({ lines, adjustments, breakdown }) =>
      of(breakdown).every(({ base, rate }) => {
        const alike = <T extends { readonly rate: bigint; readonly category: string }>(all: readonly T[]) =>
          of(all).filter((one) => one.rate === rate);
        return (
          base ===
          sumOf(alike(lines).map(({ amount }) => amount)) +
            sumOf(alike(adjustments).map((one) => (one.isCharge ? one.amount : -one.amount)))
        );
      }),
    ),
    ours(id('09'), ({ breakdown }) => of(breakdown).every((one) => one.tax === (category === 'S' ? taxOf(one) : 0n))),
    category === 'E' || category === 'AE'
      ? fixable(id('10'), 'certificate', say.exemptUnsaid, ({ breakdown }) =>
          of(breakdown).every(({ reason, reasonCode }) => reason !== '' || reasonCode !== ''),
        )
      : ours(id('10'), ({ breakdown }) => of(breakdown).every(({ reason, reasonCode }) => reason === '' && reasonCode === '')),
  ];
}

const RULES: readonly Rule[] = [...PRESENCE, ...CALCULATION, ...(['S', 'Z', 'E', 'AE'] as const).flatMap(ofCategory)];
/** The ids of all rules that are checked. */
export const RULE_IDS: readonly string[] = [...new Set(RULES.map(({ id }) => id))];

/** The rules an invoice breaks. A sentence that covers several rules is given once, and a VAT number counts as registration. */
export function brokenRules(invoice: Invoice, roundingMost = ROUNDING_MOST): Broken[] {
  const broken = RULES.filter(({ keeps }) => !keeps(invoice, roundingMost)).map(
    ({ id, where, explains }): Broken => ({ rule: id, where, said: explains?.() ?? say.ruleBroken({ rule: id }) }),
  );
  const lacksVat = broken.some(({ said }) => said.code === say.sellerVatMissing.code);
  const shown = broken.filter(({ rule }) => !(lacksVat && rule === 'BR-CO-26'));
  return shown.filter(({ said }, at) => shown.findIndex((other) => other.said.detail === said.detail) === at);
}
