/** An invoice as the library that writes UBL and CII takes it: elements of UBL as keys, amounts as text. */
import { fixed, SCALE, shortest } from '../decimal.ts';
import type { Adjustment, Contact, Invoice, InvoiceLine, Party, Vat, VatBreakdown } from './value.ts';

type Element = { readonly [name: string]: string | Element | readonly (string | Element)[] };

const SCHEME = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } as const;
const EMAIL_OR_NUMBER = 'cbc:EndpointID';
/** SEPA credit transfer; a credit transfer outside of it. */
const TRANSFER = { sepa: '58', other: '30' } as const;

const given = (name: string, text: string): Element => (text === '' ? {} : { [name]: text });
const percent = (rate: bigint) => shortest(rate, SCALE.percent);
const category = ({ category: id, rate }: Vat) => ({ 'cbc:ID': id, 'cbc:Percent': percent(rate), ...SCHEME });

const addressOf = ({ street, city, postCode, country }: Party): Element => ({
  ...given('cbc:StreetName', street),
  ...given('cbc:CityName', city),
  ...given('cbc:PostalZone', postCode),
  'cac:Country': { 'cbc:IdentificationCode': country },
});

const endpointOf = ({ endpoint, endpointScheme }: Party): Element => ({
  ...given(EMAIL_OR_NUMBER, endpoint),
  ...given(`${EMAIL_OR_NUMBER}@schemeID`, endpointScheme),
});
const legalEntityOf = ({ name, registration }: Party): Element => ({
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, ...given('cbc:CompanyID', registration) },
});
const taxSchemeOf = ({ vatId }: Party): Element => ({ 'cbc:CompanyID': vatId, ...SCHEME });
const contactOf = ({ name, phone, email }: Contact): Element => ({
  ...given('cbc:Name', name),
  ...given('cbc:Telephone', phone),
  ...given('cbc:ElectronicMail', email),
});
const paymentMeansOf = ({ currency, number, iban, bic, seller }: Invoice): Element => ({
  'cbc:PaymentMeansCode': currency === 'EUR' ? TRANSFER.sepa : TRANSFER.other,
  'cbc:PaymentID': number,
  'cac:PayeeFinancialAccount': {
    'cbc:ID': iban,
    'cbc:Name': seller.name,
    ...(bic !== '' && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bic } }),
  },
});

/** The document; each amount carries `currency`. */
export function documentOf(invoice: Invoice): { readonly 'ubl:Invoice': Element } {
  const { currency, seller, buyer, contact, totals } = invoice;
  const amount = (name: string, cents: bigint): Element => ({ [name]: fixed(cents, SCALE.money), [`${name}@currencyID`]: currency });
  const some = (name: string, cents: bigint) => (cents === 0n ? {} : amount(name, cents));
  const contacts = contactOf(contact);
  const adjustment = (one: Adjustment): Element => ({
    'cbc:ChargeIndicator': String(one.isCharge),
    'cbc:AllowanceChargeReason': one.reason,
    ...amount('cbc:Amount', one.amount),
    'cac:TaxCategory': category(one),
  });
  const subtotal = (one: VatBreakdown): Element => ({
    ...amount('cbc:TaxableAmount', one.base),
    ...amount('cbc:TaxAmount', one.tax),
    'cac:TaxCategory': {
      ...category(one),
      ...given('cbc:TaxExemptionReasonCode', one.reasonCode),
      ...given('cbc:TaxExemptionReason', one.reason),
    },
  });
  const line = (one: InvoiceLine): Element => ({
    'cbc:ID': one.id,
    'cbc:InvoicedQuantity': String(one.quantity),
    'cbc:InvoicedQuantity@unitCode': one.unit,
    ...amount('cbc:LineExtensionAmount', one.amount),
    'cac:Item': { 'cbc:Name': one.name, 'cac:ClassifiedTaxCategory': category(one) },
    'cac:Price': amount('cbc:PriceAmount', one.price),
  });
  return {
    'ubl:Invoice': {
      'cbc:ID': invoice.number,
      'cbc:IssueDate': invoice.issued,
      ...given('cbc:DueDate', invoice.dueOn),
      'cbc:InvoiceTypeCode': invoice.type,
      'cbc:Note': [invoice.note],
      'cbc:DocumentCurrencyCode': currency,
      ...given('cbc:BuyerReference', invoice.buyerReference),
      ...(invoice.order !== '' && { 'cac:OrderReference': { 'cbc:ID': invoice.order } }),
      ...(invoice.contract !== '' && { 'cac:ContractDocumentReference': { 'cbc:ID': invoice.contract } }),
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          ...endpointOf(seller),
          'cac:PostalAddress': addressOf(seller),
          ...(seller.vatId !== '' && { 'cac:PartyTaxScheme': [taxSchemeOf(seller)] }),
          ...legalEntityOf(seller),
          ...(Object.keys(contacts).length > 0 && { 'cac:Contact': contacts }),
        },
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': {
          ...endpointOf(buyer),
          'cac:PostalAddress': addressOf(buyer),
          ...(buyer.vatId !== '' && { 'cac:PartyTaxScheme': taxSchemeOf(buyer) }),
          ...legalEntityOf(buyer),
        },
      },
      // CII requires a group for the delivery, and the library leaves it out without a day.
      'cac:Delivery': { 'cbc:ActualDeliveryDate': invoice.delivered },
      ...(invoice.iban !== '' && { 'cac:PaymentMeans': [paymentMeansOf(invoice)] }),
      ...(invoice.terms !== '' && { 'cac:PaymentTerms': { 'cbc:Note': invoice.terms } }),
      ...(invoice.adjustments.length > 0 && { 'cac:AllowanceCharge': invoice.adjustments.map(adjustment) }),
      'cac:TaxTotal': [{ ...amount('cbc:TaxAmount', totals.tax), 'cac:TaxSubtotal': invoice.breakdown.map(subtotal) }],
      'cac:LegalMonetaryTotal': {
        ...amount('cbc:LineExtensionAmount', totals.lines),
        ...amount('cbc:TaxExclusiveAmount', totals.net),
        ...amount('cbc:TaxInclusiveAmount', totals.gross),
        ...some('cbc:AllowanceTotalAmount', totals.allowances),
        ...some('cbc:ChargeTotalAmount', totals.charges),
        ...some('cbc:PrepaidAmount', totals.prepaid),
        ...some('cbc:PayableRoundingAmount', totals.rounding),
        ...amount('cbc:PayableAmount', totals.due),
      },
      'cac:InvoiceLine': invoice.lines.map(line),
    },
  };
}
