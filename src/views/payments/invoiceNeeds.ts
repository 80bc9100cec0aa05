import type { Buyer, BuyerFields, Seller, SellerFields } from '../../../domain/api/invoiceShapes.ts';
import type { Form } from '../../machines/form/form.ts';
import type { invoiceMachine } from '../../machines/invoice/invoice.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Read } from '../needs.ts';

/** The known details of a party, and the form that changes them. */
export interface PartyPart<Known, Given> extends Read {
  readonly known: ValueStore<Known>;
  readonly form: Form<Given, Known>;
}
export type SellerPart = PartyPart<Seller, SellerFields>;
export type BuyerPart = PartyPart<Buyer, BuyerFields>;
export interface InvoicesPart {
  readonly invoice: typeof invoiceMachine;
  readonly seller: (teamId: number) => SellerPart;
  readonly buyer: (projectId: number) => BuyerPart;
}
