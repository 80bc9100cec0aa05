/** From an issued certificate and its parties to the invoice (docs/domain.md, E-invoices). */
import { absolute, divideRounded, exact, fixed, SCALE } from '../decimal.ts';
import type { Code } from '../sentences/catalogue.ts';
import * as say from '../sentences/invoices.ts';
import type { Sentence } from '../sentences/sentence.ts';
import type { Terms } from '../terms.ts';
import { endpointOf } from './identifiers.ts';
import type { Adjustment, Contact, Invoice, InvoiceLine, InvoiceType, Party, Untaxed, Vat, VatBreakdown } from './value.ts';
import type { InvoiceWords } from './words.ts';

/** An amount of this certificate alone: to date less before. */
interface Named {
  readonly name: string;
  readonly now: bigint;
}
/** What an invoice is made from: an issued certificate, in cents. */
export interface Certified {
  readonly kind: 'act' | 'release' | 'advance';
  readonly number: string;
  readonly date: string;
  readonly currency: string;
  readonly taxesDue: Terms['taxes'];
  readonly lists: readonly Named[];
  readonly additional: readonly Named[];
  /** `percent` is null for a tax that is no plain percent of the total; `now` what the certificate asks for of it. */
  readonly taxes: readonly (Named & { readonly percent: bigint | null })[];
  /** Kept back and won back: to date, and by this certificate. */
  readonly kept: bigint;
  readonly keptNow: bigint;
  readonly recoveredNow: bigint;
  readonly advanceNow: bigint;
  readonly due: bigint;
}
type Where = 'company' | 'client' | 'taxes' | 'certificate';
/** A rule that is broken, and where it is mended. */
export interface Broken {
  readonly rule: string;
  readonly where: Where;
  readonly said: Sentence<Code>;
}
/** What a person chooses. */
export interface Chosen {
  readonly type: InvoiceType;
  /** Why nothing is charged; only where nothing is. */
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
const WHOLE = 100n * 10n ** BigInt(SCALE.percent);
const DAY = 86_400_000;
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

/** What XML cannot hold is left out, a line break is a blank, and what looks like an entity is none: the library would read it as one. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replace(/&(?=#?\w+;)/g, '& ')
    .trim();

/** The tax that is charged: none of the estimate's, or one plain percent of the total. */
type Taxing = { readonly form: 'none'; readonly isGiven: boolean } | { readonly form: 'rate'; readonly rate: bigint; readonly now: bigint };

/** One VAT rate for all of the work, or why the taxes are not that. */
export function taxingOf(taxes: Certified['taxes']): Taxing | Broken {
  const refuse = (said: Sentence<Code>): Broken => ({ rule: 'BR-S-05', where: 'taxes', said });
  const counting = taxes.filter(({ percent }) => percent !== 0n);
  const [tax, other] = counting;
  if (tax === undefined) return { form: 'none', isGiven: taxes.length > 0 };
  if (tax.percent === null) return refuse(say.taxByComponent({ tax: tax.name }));
  if (other !== undefined) return refuse(say.taxesSeveral({ tax: tax.name, other: other.name }));
  if (tax.percent < 0n) return refuse(say.taxNegative({ tax: tax.name }));
  return { form: 'rate', rate: tax.percent, now: tax.now };
}

const EXEMPT = { AE: 'VATEX-EU-AE' } as const;

/** The cents by which a tax of what is invoiced may differ from the certificate's difference of two taxes. */
export const ROUNDING_MOST = 1n;

const lineOf = ({ name, now }: Named, vat: Vat, at: number): InvoiceLine => ({
  id: String(at + 1),
  name,
  quantity: now < 0n ? -1n : 1n,
  unit: LUMP_SUM,
  price: absolute(now),
  amount: now,
  ...vat,
});

/**
 * What is invoiced of this certificate alone. Retention and advance are taken off before the tax where terms tax payments, and stand in BT-113 where they
 * tax the work; a release or an advance that is taxed is itself what is invoiced.
 */
function amountsOf(given: Certified, vat: Vat, words: InvoiceWords): Pick<Invoice, 'lines' | 'adjustments'> & { readonly prepaid: bigint } {
  const title = { act: words.work, release: words.release, advance: words.advance }[given.kind];
  const withheld: Named[] = [
    { name: given.keptNow < 0n ? words.released : words.kept, now: -given.keptNow },
    { name: words.recovered, now: -given.recoveredNow },
    { name: words.advance, now: given.advanceNow },
  ].filter(({ now }) => now !== 0n);
  const isTaxed = given.taxesDue === 'on payment';
  const isWork = given.kind === 'act';
  const named = isWork ? given.lists : isTaxed ? withheld : [];
  const lines = named.filter(({ now }) => now !== 0n);
  const adjusting = [...given.additional, ...(isTaxed && isWork ? withheld : [])].filter(({ now }) => now !== 0n);
  const adjustments = adjusting.map(
    ({ name, now }): Adjustment => ({ isCharge: now > 0n, amount: absolute(now), reason: plain(name) || words.additional, ...vat }),
  );
  return {
    // BR-16: an invoice has a line.
    lines: (lines.length === 0 ? [{ name: title, now: 0n }] : lines).map(({ name, now }, at) =>
      lineOf({ name: plain(name) || `${words.list} ${at + 1}`, now }, vat, at),
    ),
    adjustments,
    prepaid: isTaxed ? 0n : -sum(withheld.map(({ now }) => now)),
  };
}

const money = (cents: bigint, currency: string) => `${fixed(cents, SCALE.money)} ${currency}`;

/** BT-20, and what else is to be said in words. */
function saidOf(given: Certified, dueOn: string, paymentDays: number | null, words: InvoiceWords): Pick<Invoice, 'terms' | 'note'> {
  const { currency } = given;
  const kept =
    given.kept === 0n ? [] : [words.keptToDate(money(given.kept, currency), given.keptNow === 0n ? null : money(given.keptNow, currency))];
  const recovered = given.recoveredNow === 0n ? [] : [words.setOff(money(given.recoveredNow, currency))];
  const owed = given.due < 0n ? [words.owed(money(-given.due, currency))] : [];
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

/** The invoice, or what stands against it before there is one. Whether it keeps the norm's rules is for `brokenRules`. */
export function invoiceOf(given: Certified, seller: SellerGiven, buyer: BuyerGiven, chosen: Chosen, words: InvoiceWords): Invoice | Broken {
  const taxing = taxingOf(given.taxes);
  if ('rule' in taxing) return taxing;
  if (taxing.form === 'none' && chosen.untaxed === null) return { rule: 'BR-CO-04', where: 'certificate', said: say.untaxedUnsaid() };
  const category = taxing.form === 'rate' ? 'S' : (chosen.untaxed ?? 'Z');
  const vat: Vat = { category, rate: taxing.form === 'rate' ? taxing.rate : 0n };
  const { lines, adjustments, prepaid } = amountsOf(given, vat, words);
  const amount = (isCharge: boolean) => sum(adjustments.filter((one) => one.isCharge === isCharge).map((one) => one.amount));
  const ofLines = sum(lines.map((line) => line.amount));
  const [allowances, charges] = [amount(false), amount(true)];
  const net = ofLines - allowances + charges;
  const tax = divideRounded(net * vat.rate, WHOLE);
  const rounding = given.due - (net + tax - prepaid);
  if (absolute(rounding) > (taxing.form === 'rate' ? ROUNDING_MOST : 0n))
    return { rule: 'BR-CO-16', where: 'certificate', said: say.taxesMoved({ difference: money(rounding, given.currency) }) };
  const reason = { S: '', Z: '', E: plain(chosen.reason), AE: words.reverseCharge }[category];
  const breakdown: VatBreakdown = { ...vat, base: net, tax, reason, reasonCode: category === 'AE' ? EXEMPT.AE : '' };
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
    ...saidOf(given, dueOn, seller.paymentDays, words),
    lines,
    adjustments,
    breakdown: [breakdown],
    totals: { lines: ofLines, allowances, charges, net, tax, gross: net + tax, prepaid, rounding, due: given.due },
  };
}

/** A certificate's figure as it is sent. */
export const cents = (text: string): bigint => exact(text, SCALE.money);
