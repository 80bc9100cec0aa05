/** Reads a written file back into an invoice, so that the rules are checked on the file that is handed out. */
import { cents, exact, SCALE } from '../decimal.ts';
import type { Adjustment, Contact, Invoice, InvoiceLine, Party, Syntax, VatBreakdown, VatCategory } from './value.ts';

/** An element of XML; names are without their prefixes. */
export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

const at = (node: Node, path: string): Node[] =>
  path.split('/').reduce<Node[]>((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);
const first = (node: Node, path: string): string => at(node, path)[0]?.text ?? '';
const attribute = (node: Node, path: string, name: string): string => at(node, path)[0]?.attributes[name] ?? '';
const money = (text: string): bigint => (text === '' ? 0n : cents(text));
const amount = (node: Node, path: string): bigint => money(first(node, path));
const rate = (text: string): bigint => (text === '' ? 0n : exact(text, SCALE.percent));
const whole = (text: string): bigint => exact(text, 0);
/** 20261123 as 2026-11-23. */
const day = (text: string) => text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

function ublParty(node: Node): Party {
  return {
    name: first(node, 'PartyLegalEntity/RegistrationName'),
    registration: first(node, 'PartyLegalEntity/CompanyID'),
    vatId: first(node, 'PartyTaxScheme/CompanyID'),
    endpoint: first(node, 'EndpointID'),
    endpointScheme: attribute(node, 'EndpointID', 'schemeID'),
    street: first(node, 'PostalAddress/StreetName'),
    city: first(node, 'PostalAddress/CityName'),
    postCode: first(node, 'PostalAddress/PostalZone'),
    country: first(node, 'PostalAddress/Country/IdentificationCode'),
  };
}
const ublVat = (node: Node, path: string) => ({
  category: first(node, `${path}/ID`) as VatCategory,
  rate: rate(first(node, `${path}/Percent`)),
});
const NOBODY: Node = { name: '', attributes: {}, text: '', children: [] };

function ofUbl(root: Node): Invoice {
  const seller = at(root, 'AccountingSupplierParty/Party')[0] ?? NOBODY;
  const contact: Contact = {
    name: first(seller, 'Contact/Name'),
    phone: first(seller, 'Contact/Telephone'),
    email: first(seller, 'Contact/ElectronicMail'),
  };
  const total = (name: string) => amount(root, `LegalMonetaryTotal/${name}`);
  return {
    number: first(root, 'ID'),
    issued: first(root, 'IssueDate'),
    dueOn: first(root, 'DueDate'),
    type: first(root, 'InvoiceTypeCode'),
    currency: first(root, 'DocumentCurrencyCode'),
    note: at(root, 'Note')
      .map(({ text }) => text)
      .join(' '),
    buyerReference: first(root, 'BuyerReference'),
    order: first(root, 'OrderReference/ID'),
    contract: first(root, 'ContractDocumentReference/ID'),
    seller: ublParty(seller),
    contact,
    buyer: ublParty(at(root, 'AccountingCustomerParty/Party')[0] ?? NOBODY),
    delivered: first(root, 'Delivery/ActualDeliveryDate'),
    iban: first(root, 'PaymentMeans/PayeeFinancialAccount/ID'),
    bic: first(root, 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    terms: first(root, 'PaymentTerms/Note'),
    lines: at(root, 'InvoiceLine').map(
      (node): InvoiceLine => ({
        id: first(node, 'ID'),
        name: first(node, 'Item/Name'),
        quantity: whole(first(node, 'InvoicedQuantity')),
        unit: attribute(node, 'InvoicedQuantity', 'unitCode'),
        price: amount(node, 'Price/PriceAmount'),
        amount: amount(node, 'LineExtensionAmount'),
        ...ublVat(node, 'Item/ClassifiedTaxCategory'),
      }),
    ),
    adjustments: at(root, 'AllowanceCharge').map(
      (node): Adjustment => ({
        isCharge: first(node, 'ChargeIndicator') === 'true',
        amount: amount(node, 'Amount'),
        reason: first(node, 'AllowanceChargeReason'),
        ...ublVat(node, 'TaxCategory'),
      }),
    ),
    breakdown: at(root, 'TaxTotal/TaxSubtotal').map(
      (node): VatBreakdown => ({
        base: amount(node, 'TaxableAmount'),
        tax: amount(node, 'TaxAmount'),
        reason: first(node, 'TaxCategory/TaxExemptionReason'),
        reasonCode: first(node, 'TaxCategory/TaxExemptionReasonCode'),
        ...ublVat(node, 'TaxCategory'),
      }),
    ),
    totals: {
      lines: total('LineExtensionAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxExclusiveAmount'),
      tax: amount(root, 'TaxTotal/TaxAmount'),
      gross: total('TaxInclusiveAmount'),
      prepaid: total('PrepaidAmount'),
      rounding: total('PayableRoundingAmount'),
      due: total('PayableAmount'),
    },
  };
}

function ciiParty(node: Node): Party {
  return {
    name: first(node, 'Name'),
    registration: first(node, 'SpecifiedLegalOrganization/ID'),
    vatId: first(node, 'SpecifiedTaxRegistration/ID'),
    endpoint: first(node, 'URIUniversalCommunication/URIID'),
    endpointScheme: attribute(node, 'URIUniversalCommunication/URIID', 'schemeID'),
    street: first(node, 'PostalTradeAddress/LineOne'),
    city: first(node, 'PostalTradeAddress/CityName'),
    postCode: first(node, 'PostalTradeAddress/PostcodeCode'),
    country: first(node, 'PostalTradeAddress/CountryID'),
  };
}
const ciiVat = (node: Node, path: string) => {
  const of = (name: string) => first(node, path === '' ? name : `${path}/${name}`);
  return { category: of('CategoryCode') as VatCategory, rate: rate(of('RateApplicablePercent')) };
};

function ofCii(root: Node): Invoice {
  const part = (path: string) => at(root, `SupplyChainTradeTransaction/${path}`)[0] ?? NOBODY;
  const agreement = part('ApplicableHeaderTradeAgreement');
  const settlement = part('ApplicableHeaderTradeSettlement');
  const seller = at(agreement, 'SellerTradeParty')[0] ?? NOBODY;
  const means = at(settlement, 'SpecifiedTradeSettlementPaymentMeans')[0] ?? NOBODY;
  const total = (name: string) => amount(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`);
  return {
    number: first(root, 'ExchangedDocument/ID'),
    issued: day(first(root, 'ExchangedDocument/IssueDateTime/DateTimeString')),
    dueOn: day(first(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    type: first(root, 'ExchangedDocument/TypeCode'),
    currency: first(settlement, 'InvoiceCurrencyCode'),
    note: at(root, 'ExchangedDocument/IncludedNote/Content')
      .map(({ text }) => text)
      .join(' '),
    buyerReference: first(agreement, 'BuyerReference'),
    order: first(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID'),
    contract: first(agreement, 'ContractReferencedDocument/IssuerAssignedID'),
    seller: ciiParty(seller),
    contact: {
      name: first(seller, 'DefinedTradeContact/PersonName'),
      phone: first(seller, 'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
      email: first(seller, 'DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
    },
    buyer: ciiParty(at(agreement, 'BuyerTradeParty')[0] ?? NOBODY),
    delivered: day(first(part('ApplicableHeaderTradeDelivery'), 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString')),
    iban: first(means, 'PayeePartyCreditorFinancialAccount/IBANID'),
    bic: first(means, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    terms: first(settlement, 'SpecifiedTradePaymentTerms/Description'),
    lines: at(root, 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem').map(
      (node): InvoiceLine => ({
        id: first(node, 'AssociatedDocumentLineDocument/LineID'),
        name: first(node, 'SpecifiedTradeProduct/Name'),
        quantity: whole(first(node, 'SpecifiedLineTradeDelivery/BilledQuantity')),
        unit: attribute(node, 'SpecifiedLineTradeDelivery/BilledQuantity', 'unitCode'),
        price: amount(node, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
        amount: amount(node, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
        ...ciiVat(node, 'SpecifiedLineTradeSettlement/ApplicableTradeTax'),
      }),
    ),
    adjustments: at(settlement, 'SpecifiedTradeAllowanceCharge').map(
      (node): Adjustment => ({
        isCharge: first(node, 'ChargeIndicator/Indicator') === 'true',
        amount: amount(node, 'ActualAmount'),
        reason: first(node, 'Reason'),
        ...ciiVat(node, 'CategoryTradeTax'),
      }),
    ),
    breakdown: at(settlement, 'ApplicableTradeTax').map(
      (node): VatBreakdown => ({
        base: amount(node, 'BasisAmount'),
        tax: amount(node, 'CalculatedAmount'),
        reason: first(node, 'ExemptionReason'),
        reasonCode: first(node, 'ExemptionReasonCode'),
        ...ciiVat(node, ''),
      }),
    ),
    totals: {
      lines: total('LineTotalAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxBasisTotalAmount'),
      tax: total('TaxTotalAmount'),
      gross: total('GrandTotalAmount'),
      prepaid: total('TotalPrepaidAmount'),
      rounding: total('RoundingAmount'),
      due: total('DuePayableAmount'),
    },
  };
}

/** The invoice in a file. Throws where the text of an amount is not a number. */
export const readBack = (root: Node, syntax: Syntax): Invoice => (syntax === 'ubl' ? ofUbl(root) : ofCii(root));
