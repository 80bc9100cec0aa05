/** An invoice by EN 16931 as a plain value: the norm's BT-1, BT-2… under names. Money is in cents, rates have scale 4. */

/** Partial construction invoice, partial final construction invoice, final construction invoice (UNTDID 1001). */
export const INVOICE_TYPES = ['875', '876', '877'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];
export const SYNTAXES = ['ubl', 'cii'] as const;
export type Syntax = (typeof SYNTAXES)[number];

/** UNCL 5305: standard rate, zero rated, exempt, reverse charge. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE';
/** The categories in which no tax is charged; a person has to choose among them. */
export const UNTAXED = ['Z', 'E', 'AE'] as const;
export type Untaxed = (typeof UNTAXED)[number];

/** BG-4 and BG-7. Texts that are not known are empty. */
export interface Party {
  readonly name: string;
  /** BT-30, BT-47. */
  readonly registration: string;
  /** BT-31, BT-48. */
  readonly vatId: string;
  /** BT-34, BT-49, and their schemes: `EM` is an email address. */
  readonly endpoint: string;
  readonly endpointScheme: string;
  readonly street: string;
  readonly city: string;
  readonly postCode: string;
  readonly country: string;
}
export interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}
export interface Vat {
  readonly category: VatCategory;
  readonly rate: bigint;
}
export interface InvoiceLine extends Vat {
  readonly id: string;
  readonly name: string;
  /** 1, or −1 for a deduction, because the norm allows no negative price. */
  readonly quantity: bigint;
  readonly unit: string;
  readonly price: bigint;
  readonly amount: bigint;
}
/** BG-20 and BG-21: an allowance or a charge on the whole invoice. */
export interface Adjustment extends Vat {
  readonly isCharge: boolean;
  readonly amount: bigint;
  readonly reason: string;
}
/** BG-23. */
export interface VatBreakdown extends Vat {
  readonly base: bigint;
  readonly tax: bigint;
  /** BT-120 and BT-121, empty where nothing is exempt. */
  readonly reason: string;
  readonly reasonCode: string;
}
/** BG-22. */
interface Totals {
  /** BT-106. */
  readonly lines: bigint;
  /** BT-107. */
  readonly allowances: bigint;
  /** BT-108. */
  readonly charges: bigint;
  /** BT-109. */
  readonly net: bigint;
  /** BT-110. */
  readonly tax: bigint;
  /** BT-112. */
  readonly gross: bigint;
  /** BT-113. */
  readonly prepaid: bigint;
  /** BT-114. */
  readonly rounding: bigint;
  /** BT-115. */
  readonly due: bigint;
}
export interface Invoice {
  readonly number: string;
  readonly issued: string;
  /** BT-9; empty where no days for payment are known. */
  readonly dueOn: string;
  readonly type: string;
  readonly currency: string;
  /** BT-22. Only one, because the library writes several into one element of CII, which its schema forbids. */
  readonly note: string;
  readonly buyerReference: string;
  readonly order: string;
  readonly contract: string;
  readonly seller: Party;
  readonly contact: Contact;
  readonly buyer: Party;
  /** BT-72. */
  readonly delivered: string;
  /** BT-84 and BT-86; empty where there is no account. */
  readonly iban: string;
  readonly bic: string;
  /** BT-20. */
  readonly terms: string;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  readonly breakdown: readonly VatBreakdown[];
  readonly totals: Totals;
}
