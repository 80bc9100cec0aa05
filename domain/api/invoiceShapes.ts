/** E-invoices, and the details of their sender and recipient (docs/domain.md, E-invoices). */
import * as v from 'valibot';
import { COUNTRIES, endpointOf, isBic, isIban, isVatShape, plainCode } from '../invoice/identifiers.ts';
import { INVOICE_TYPES, SYNTAXES, UNTAXED } from '../invoice/value.ts';
import { LANGUAGES } from '../languages.ts';
import type { Code } from '../sentences/catalogue.ts';
import { noSuchLanguage } from '../sentences/fields.ts';
import * as say from '../sentences/invoices.ts';
import { ruleText } from '../sentences/rules.ts';
import type { Sentence as SentenceValue } from '../sentences/sentence.ts';
import * as f from './fields.ts';
import { Id, Price } from './scalars.ts';
import { Sentence } from './sentences.ts';

const emptyOr = (keeps: (text: string) => boolean, problem: SentenceValue<Code>) =>
  v.check<string, string>((text) => text === '' || keeps(text), ruleText(problem));
const code = (keeps: (text: string) => boolean, problem: SentenceValue<Code>) =>
  v.pipe(f.OptionalTitle, v.transform(plainCode), emptyOr(keeps, problem));

const VatId = v.pipe(code(isVatShape, say.notVatId()), v.description('With its country, LV49999999000'));
const Country = v.pipe(
  code((text) => COUNTRIES.includes(text), say.notCountry()),
  v.description('ISO 3166-1, two letters'),
);
const Endpoint = v.pipe(
  f.OptionalTitle,
  emptyOr((text) => endpointOf(text) !== null, say.notEndpoint()),
  v.description('An email address, or a number after its scheme of EAS and a colon'),
);
const address = { street: f.OptionalTitle, city: f.OptionalTitle, post_code: f.OptionalTitle, country: Country };
const Days = v.pipe(
  v.number(ruleText(say.notPaymentDays())),
  v.integer(ruleText(say.notPaymentDays())),
  v.minValue(0, ruleText(say.notPaymentDays())),
  v.maxValue(365, ruleText(say.notPaymentDays())),
);
const seller = {
  vat_id: VatId,
  ...address,
  endpoint: Endpoint,
  iban: code(isIban, say.notIban()),
  bic: code(isBic, say.notBic()),
  payment_days: v.nullable(Days),
  contact_name: f.OptionalTitle,
  contact_phone: f.OptionalTitle,
  contact_email: f.OptionalTitle,
};
const buyer = {
  name: f.OptionalTitle,
  vat_id: VatId,
  ...address,
  endpoint: Endpoint,
  buyer_reference: v.pipe(f.OptionalTitle, v.description('What the client finds the invoice by, such as a Leitweg-ID')),
  order_reference: f.OptionalTitle,
};

/** The fields a call may change; absent ones stay as they are. */
export const SellerFields = v.partial(v.object(seller));
export const BuyerFields = v.partial(v.object(buyer));

const text = v.string();
/** The details that a seller and a buyer both have, as they are sent. */
const partyDetails = {
  name: text,
  registration: text,
  address: v.pipe(text, v.description('Of prints, in one piece: what the parts can start from')),
  vat_id: text,
  street: text,
  city: text,
  post_code: text,
  country: text,
  endpoint: text,
};
/** The stored details of the seller. */
export const Seller = v.object({
  ...partyDetails,
  iban: text,
  bic: text,
  payment_days: v.nullable(v.number()),
  contact_name: text,
  contact_phone: text,
  contact_email: text,
});
export const Buyer = v.object({ ...partyDetails, buyer_reference: text, order_reference: text, contract_number: text });

/** The choices a person makes for an invoice. */
const chosen = {
  type: v.pipe(v.optional(v.picklist(INVOICE_TYPES), '875'), v.description('BT-3; 877 for the last certificate of a contract alone')),
  untaxed: v.pipe(
    v.optional(v.picklist(UNTAXED)),
    v.description('Why no VAT is charged; only where none is: zero rated, exempt, reverse charge'),
  ),
  reason: v.pipe(v.optional(f.OptionalTitle, ''), v.description('Why it is exempt (BT-120)')),
  language: v.pipe(v.optional(v.picklist(LANGUAGES, ruleText(noSuchLanguage())), 'en'), v.description('Of the words on it')),
};
export const InvoiceChoice = v.object(chosen);
export const InvoiceAsked = v.object({ ...chosen, syntax: v.picklist(SYNTAXES) });

const BrokenRule = v.object({
  rule: v.pipe(v.string(), v.description('By EN 16931, Peppol, or ours where it begins with ACTUM')),
  where: v.pipe(v.picklist(['company', 'client', 'taxes', 'certificate']), v.description('Where it is mended')),
  said: Sentence,
});
/** The problems that keep an invoice from being made, and the choices there are. */
export const InvoiceCheck = v.object({
  number: v.string(),
  due: Price,
  currency: v.string(),
  project_id: Id,
  version_id: Id,
  team_id: Id,
  types: v.array(v.picklist(INVOICE_TYPES)),
  untaxed: v.pipe(
    v.picklist(['no', 'zero', 'none']),
    v.description('Whether VAT is charged: a tax of 0 percent, or no tax at all, is not'),
  ),
  broken: v.array(BrokenRule),
});
export const InvoiceFile = v.object({
  name: v.string(),
  xml: v.pipe(v.string(), v.description('The file')),
  checked: v.pipe(v.array(v.string()), v.description('The rules it was held against')),
});

export type SellerFields = v.InferOutput<typeof SellerFields>;
export type BuyerFields = v.InferOutput<typeof BuyerFields>;
export type Seller = v.InferOutput<typeof Seller>;
export type Buyer = v.InferOutput<typeof Buyer>;
export type InvoiceChoice = v.InferOutput<typeof InvoiceChoice>;
export type InvoiceAsked = v.InferOutput<typeof InvoiceAsked>;
export type InvoiceCheck = v.InferOutput<typeof InvoiceCheck>;
export type InvoiceFile = v.InferOutput<typeof InvoiceFile>;
