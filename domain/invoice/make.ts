/** From an issued certificate and its parties to the invoice (docs/domain.md, E-invoices). */
import { absolute, fromCents, percentOf, sumOf } from '../decimal.ts';
import type { Code } from '../sentences/catalogue.ts';
import * as say from '../sentences/invoices.ts';
import type { Sentence } from '../sentences/sentence.ts';
import type { Certified, Named } from './certified.ts';
import { endpointOf, plain } from './identifiers.ts';
import type { Adjustment, Contact, Invoice, InvoiceLine, InvoiceType, Party, Untaxed, Vat, VatBreakdown } from './value.ts';
import type { InvoiceWords } from './words.ts';

type Where = 'company' | 'client' | 'taxes' | 'certificate';
/** A broken rule, and the place where it can be fixed. */
export interface Broken {
  readonly rule: string;
  readonly where: Where;
  readonly said: Sentence<Code>;
}
/** A person's choices for an invoice. */
export interface Chosen {
  readonly type: InvoiceType;
  /** Why no tax is charged; null where one is. */
  readonly untaxed: Untaxed | null;
  readonly reason: string;
}
export interface SellerGiven extends Omit<Party, 'endpoint' | 'endpointScheme'> {
  readonly address: string;
  readonly contact: Contact;
  readonly iban: string;
  readonly bic: string;
  readonly paymentDays: number | null;
}
export interface BuyerGiven extends Omit<Party, 'endpoint' | 'endpointScheme'> {
  readonly address: string;
  readonly buyerReference: string;
  readonly order: string;
  readonly contract: string;
}

/** A lump sum (UN/ECE Recommendation 20). */
const LUMP_SUM = 'LS';
const DAY = 86_400_000;

/** The tax that is charged: none of the estimate's, or one plain percent of the total. */
type Taxing = { readonly form: 'none'; readonly isGiven: boolean } | { readonly form: 'rate'; readonly rate: bigint };

/** One VAT rate for all of the work, or the rule that the taxes break. */
function taxingOf(taxes: Certified['taxes']): Taxing | Broken {
  const refuse = (said: Sentence<Code>): Broken => ({ rule: 'BR-S-05', where: 'taxes', said });
  const counting = taxes.filter(({ percent }) => percent !== 0n);
  const [tax, other] = counting;
  if (tax === undefined) return { form: 'none', isGiven: taxes.length > 0 };
  if (tax.percent === null) return refuse(say.taxByComponent({ tax: tax.name }));
  if (other !== undefined) return refuse(say.taxesSeveral({ tax: tax.name, other: other.name }));
  if (tax.percent < 0n) return refuse(say.taxNegative({ tax: tax.name }));
  return { form: 'rate', rate: tax.percent };
}

const EXEMPT = { AE: 'VATEX-EU-AE' } as const;

/** Cents by which a tax on the invoice may differ from the certificate's, which is a difference of two taxes. */
export const ROUNDING_MOST = 1n;

const rateIn = (taxing: Taxing): bigint => (taxing.form === 'rate' ? taxing.rate : 0n);

/** The part of an invoice under one category and rate: its lines, and its allowances and charges on the whole. */
interface Part {
  readonly vat: Vat;
  readonly lines: readonly Named[];
  readonly adjustments: readonly Named[];
}

/** The category and rate now, those of the certificate before, and those of versions in between. */
interface Vats {
  readonly now: Vat;
  readonly before: Vat;
  readonly between: readonly Vat[];
}
const isAlike = (one: Vat, other: Vat): boolean => one.category === other.category && one.rate === other.rate;

const withheldNow = (before: Certified['toDate'], { kept, recovered, advance }: Certified['toDate']) => ({
  kept: before.kept - kept,
  recovered: before.recovered - recovered,
  advance: advance - before.advance,
});
const NONE_WITHHELD = { kept: 0n, recovered: 0n, advance: 0n };
const withheldLines = ({ kept, recovered, advance }: Certified['toDate'], words: InvoiceWords): Named[] =>
  [
    { name: kept > 0n ? words.released : words.kept, now: kept },
    { name: words.recovered, now: recovered },
    { name: words.advance, now: advance },
  ].filter(({ now }) => now !== 0n);

/**
 * The parts of the invoice for this certificate alone. Retention and advance are taken off before the tax where the terms tax payments, and are in BT-113
 * where they tax the work. A taxed release or advance is itself invoiced. Work that a newer version taxes differently is credited under the tax it was
 * certified with and invoiced under the new one, together with the retention and advance withheld from it.
 */
function partsOf(given: Certified, vats: Vats, words: InvoiceWords): Part[] {
  const isTaxed = given.taxesDue === 'on payment';
  const isWork = given.kind === 'act';
  const { revalued, lists, additional, before, toDate } = given;
  const withheld = (now: Certified['toDate']) => (isTaxed ? withheldLines(now, words) : []);
  if (!isWork) return [{ vat: vats.now, lines: withheld(withheldNow(before, toDate)), adjustments: [] }];
  const { from, into, was, is, between } = revalued ?? { from: 0, into: 0, was: 0n, is: 0n, between: [] };
  if ([vats.before, ...vats.between].every((vat) => isAlike(vats.now, vat))) {
    const line = { name: words.revaluation(from, into), now: is + sumOf(between.map(({ amount }) => amount)) - was };
    return [{ vat: vats.now, lines: [...lists, line], adjustments: [...additional, ...withheld(withheldNow(before, toDate))] }];
  }
  const again = { name: words.certifiedAgain(into), now: is };
  const back = { name: words.takenBack(from), now: -was };
  return merged([
    { vat: vats.now, lines: [...lists, again], adjustments: [...additional, ...withheld(withheldNow(NONE_WITHHELD, toDate))] },
    { vat: vats.before, lines: [back], adjustments: withheld(withheldNow(before, NONE_WITHHELD)) },
    ...between.map(({ version, amount }, at) => ({
      vat: vats.between[at] ?? vats.now,
      lines: [{ name: words.certifiedAgain(version), now: amount }],
      adjustments: [],
    })),
  ]);
}
/** One part for each category and rate. */
function merged(parts: readonly Part[]): Part[] {
  const made: Part[] = [];
  for (const part of parts) {
    const at = made.findIndex(({ vat }) => isAlike(vat, part.vat));
    const same = made[at];
    if (same === undefined) made.push(part);
    else made[at] = { vat: same.vat, lines: [...same.lines, ...part.lines], adjustments: [...same.adjustments, ...part.adjustments] };
  }
  return made;
}

function amountsOf(given: Certified, parts: readonly Part[], words: InvoiceWords): Pick<Invoice, 'lines' | 'adjustments'> {
  const counting = parts.flatMap(({ vat, lines }) => lines.filter(({ now }) => now !== 0n).map((line) => ({ ...line, vat })));
  const title = { act: words.work, release: words.release, advance: words.advance }[given.kind];
  // BR-16: an invoice has a line.
  const lines = counting.length > 0 ? counting : parts.slice(0, 1).map(({ vat }) => ({ name: title, now: 0n, vat }));
  return {
    lines: lines.map(
      ({ name, now, vat }, at): InvoiceLine => ({
        id: String(at + 1),
        name: plain(name) || `${words.list} ${at + 1}`,
        quantity: now < 0n ? -1n : 1n,
        unit: LUMP_SUM,
        price: absolute(now),
        amount: now,
        ...vat,
      }),
    ),
    adjustments: parts.flatMap(({ vat, adjustments }) =>
      adjustments
        .filter(({ now }) => now !== 0n)
        .map(
          ({ name, now }): Adjustment => ({ isCharge: now > 0n, amount: absolute(now), reason: plain(name) || words.additional, ...vat }),
        ),
    ),
  };
}

/** BG-23: a breakdown for each category and rate there is. */
function breakdownOf(
  { lines, adjustments }: Pick<Invoice, 'lines' | 'adjustments'>,
  parts: readonly Part[],
  reason: string,
  words: InvoiceWords,
): VatBreakdown[] {
  return parts.flatMap(({ vat }): VatBreakdown[] => {
    const [own, beside] = [lines.filter((one) => isAlike(one, vat)), adjustments.filter((one) => isAlike(one, vat))];
    if (own.length === 0 && beside.length === 0) return [];
    const base = sumOf(own.map(({ amount }) => amount)) + sumOf(beside.map(({ isCharge, amount }) => (isCharge ? amount : -amount)));
    const { category, rate } = vat;
    const exemption = { S: '', Z: '', E: plain(reason), AE: words.reverseCharge }[category];
    return [{ category, rate, base, tax: percentOf(base, rate), reason: exemption, reasonCode: category === 'AE' ? EXEMPT.AE : '' }];
  });
}

const money = (cents: bigint, currency: string, mark: '.' | ',') => `${fromCents(cents).replace('.', mark)} ${currency}`;

/** The payment terms (BT-20) and the note (BT-22). */
function textsOf(given: Certified, dueOn: string, paymentDays: number | null, words: InvoiceWords): Pick<Invoice, 'terms' | 'note'> {
  const written = (cents: bigint) => money(cents, given.currency, words.mark);
  const { toDate, before } = given;
  const [keptNow, recoveredNow] = [toDate.kept - before.kept, toDate.recovered - before.recovered];
  const kept = toDate.kept === 0n ? [] : [words.keptToDate(written(toDate.kept), keptNow === 0n ? null : written(keptNow))];
  const recovered = recoveredNow === 0n ? [] : [words.setOff(written(recoveredNow))];
  const owed = given.due < 0n ? [words.owed(written(-given.due))] : [];
  const untaxed = given.kind !== 'act' && given.taxesDue === 'on work' ? [words.taxedWithWork] : [];
  const terms = [...(dueOn === '' || paymentDays === null ? [] : [words.payBy(dueOn, paymentDays)]), ...kept, ...recovered];
  return { terms: terms.join(' '), note: [`${words.certificate(plain(given.number))}.`, ...untaxed, ...owed].join(' ') };
}

const partyOf = (
  { name, registration, vatId, street, city, postCode, country }: Omit<Party, 'endpoint' | 'endpointScheme'>,
  address: string,
): Party => ({
  name: plain(name),
  registration: plain(registration),
  vatId,
  ...(endpointOf(address) ?? { endpoint: '', endpointScheme: '' }),
  street: plain(street),
  city: plain(city),
  postCode: plain(postCode),
  country,
});

interface Taxings {
  readonly now: Taxing;
  readonly before: Taxing;
  readonly between: readonly Taxing[];
}
/** The tax of this certificate, of the one before, and of versions in between, or the rule that one of them breaks. */
export function taxingsOf({ taxes, before, revalued }: Certified): Taxings | Broken {
  const between: Taxing[] = [];
  for (const each of revalued?.between ?? []) {
    const taxing = taxingOf(each.taxes);
    if ('rule' in taxing) return taxing;
    between.push(taxing);
  }
  const now = taxingOf(taxes);
  if ('rule' in now || revalued === null) return 'rule' in now ? now : { now, before: now, between };
  const earlier = taxingOf(before.taxes);
  return 'rule' in earlier ? earlier : { now, before: earlier, between };
}

/** The cents that taxes may differ by: one, and one more for each version before, whose taxes were rounded separately. */
export const roundingMost = ({ versionsBefore }: Pick<Certified, 'versionsBefore'>): bigint => ROUNDING_MOST + BigInt(versionsBefore);

/** The invoice, or the broken rule for which none can be made. The norm's own rules are checked by `brokenRules`. */
export function invoiceOf(given: Certified, seller: SellerGiven, buyer: BuyerGiven, chosen: Chosen, words: InvoiceWords): Invoice | Broken {
  const taxings = taxingsOf(given);
  if ('rule' in taxings) return taxings;
  const all = [taxings.now, taxings.before, ...taxings.between];
  const isUntaxed = all.some(({ form }) => form === 'none');
  if (isUntaxed && chosen.untaxed === null) return { rule: 'BR-CO-04', where: 'certificate', said: say.untaxedUnsaid() };
  const vatOf = (taxing: Taxing): Vat => ({ category: taxing.form === 'rate' ? 'S' : (chosen.untaxed ?? 'Z'), rate: rateIn(taxing) });
  const vats = { now: vatOf(taxings.now), before: vatOf(taxings.before), between: taxings.between.map(vatOf) };
  const parts = partsOf(given, vats, words);
  const { lines, adjustments } = amountsOf(given, parts, words);
  const breakdown = breakdownOf({ lines, adjustments }, parts, chosen.reason, words);
  const ofLines = sumOf(lines.map((line) => line.amount));
  const charges = sumOf(adjustments.filter(({ isCharge }) => isCharge).map(({ amount }) => amount));
  const allowances = sumOf(adjustments.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount));
  const net = ofLines - allowances + charges;
  const tax = sumOf(breakdown.map((one) => one.tax));
  const { kept, recovered, advance } = withheldNow(given.before, given.toDate);
  const prepaid = given.taxesDue === 'on payment' ? 0n : -(kept + recovered + advance);
  const rounding = given.due - (net + tax - prepaid);
  const isTaxed = all.some(({ form }) => form === 'rate') || given.versionsBefore > 0;
  if (absolute(rounding) > (isTaxed ? roundingMost(given) : 0n))
    return { rule: 'BR-CO-16', where: 'certificate', said: say.taxesMoved({ difference: money(rounding, given.currency, words.mark) }) };
  const dueOn = seller.paymentDays === null ? '' : new Date(Date.parse(given.date) + seller.paymentDays * DAY).toISOString().slice(0, 10);
  return {
    number: plain(given.number),
    issued: given.date,
    dueOn,
    type: chosen.type,
    currency: given.currency,
    buyerReference: plain(buyer.buyerReference),
    order: plain(buyer.order),
    contract: plain(buyer.contract),
    seller: partyOf(seller, seller.address),
    contact: { name: plain(seller.contact.name), phone: plain(seller.contact.phone), email: plain(seller.contact.email) },
    buyer: partyOf(buyer, buyer.address),
    delivered: given.date,
    iban: seller.iban,
    bic: seller.iban === '' ? '' : seller.bic,
    ...textsOf(given, dueOn, seller.paymentDays, words),
    lines,
    adjustments,
    breakdown,
    totals: { lines: ofLines, allowances, charges, net, tax, gross: net + tax, prepaid, rounding, due: given.due },
  };
}
