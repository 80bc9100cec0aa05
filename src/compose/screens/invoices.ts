import * as v from 'valibot';
import type { Api } from '../../../domain/api/call.ts';
import { type Buyer, BuyerFields, type InvoiceCheck, type Seller, SellerFields } from '../../../domain/api/invoiceShapes.ts';
import { SYNTAXES, UNTAXED } from '../../../domain/invoice/value.ts';
import { notPaymentDays } from '../../../domain/sentences/invoices.ts';
import { ruleText } from '../../../domain/sentences/rules.ts';
import {
  type InvoiceChecked,
  type InvoiceChosen,
  type InvoiceMade,
  type InvoiceOf,
  invoiceMachine,
} from '../../machines/invoice/invoice.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { spokenLanguage } from '../../messages/messages.ts';
import { saveText } from '../../services/download.ts';
import { invoiceStorage } from '../../services/invoiceStorage.ts';
import type { InvoicesPart } from '../../views/payments/invoiceNeeds.ts';
import { calling } from '../calls/calling.ts';
import { form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';

const entering = '22.3 Seller and buyer are entered once';
const AS_MADE: InvoiceChosen = { syntax: 'ubl', type: '875', untaxed: null, reason: '' };
const Remembered = v.object({ syntax: v.picklist(SYNTAXES), untaxed: v.nullable(v.picklist(UNTAXED)), reason: v.string() });

/** A tax of 0 percent is zero rated unless somebody says otherwise; without any tax nobody knows. */
function proposed({ project_id, untaxed }: InvoiceCheck): InvoiceChosen {
  const kept = v.safeParse(Remembered, invoiceStorage.read(project_id));
  const chosen: InvoiceChosen = kept.success ? { ...AS_MADE, ...kept.output } : AS_MADE;
  if (untaxed === 'no') return { ...chosen, untaxed: null, reason: '' };
  return { ...chosen, untaxed: chosen.untaxed ?? (untaxed === 'zero' ? 'Z' : null) };
}

/** Days for payment as they are typed: none is null. */
const SellerTyped = v.object({
  ...SellerFields.entries,
  payment_days: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(|\d{1,3})$/, ruleText(notPaymentDays())),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.check((days) => days === null || days <= 365, ruleText(notPaymentDays())),
  ),
});

export function invoicesOf(api: Api): InvoicesPart {
  const query = ({ type, untaxed, reason }: InvoiceChosen) => ({
    type,
    ...(untaxed !== null && { untaxed }),
    reason,
    language: spokenLanguage(),
  });
  const ask = (id: number, chosen: InvoiceChosen, signal: AbortSignal) =>
    api('GET /certificates/:id/invoice/check/', { params: { id }, query: query(chosen) }, { signal });
  return {
    invoice: invoiceMachine.provide({
      actors: {
        check: calling<InvoiceChecked, InvoiceOf>(async ({ input: { certificateId, chosen }, signal }) => {
          const check = await ask(certificateId, chosen ?? AS_MADE, signal);
          if (chosen !== null) return { check, chosen };
          const first = proposed(check);
          // The remembered choices may need other details of the parties, so they are checked again.
          return { check: first.untaxed === null ? check : await ask(certificateId, first, signal), chosen: first };
        }),
        make: calling<string, InvoiceMade>(async ({ input: { certificateId, chosen, projectId }, signal }) => {
          const { syntax, ...rest } = chosen ?? AS_MADE;
          const asked = { params: { id: certificateId }, query: { ...query({ syntax, ...rest }), syntax } };
          const { name, xml } = await api('GET /certificates/:id/invoice/', asked, { signal });
          invoiceStorage.write(projectId, { syntax, untaxed: rest.untaxed, reason: rest.reason });
          saveText(name, 'application/xml', xml);
          return name;
        }),
      },
    }),
    seller(teamId) {
      const known = new ValueStore<Seller>();
      const params = { id: teamId };
      return {
        known,
        reading: reading(async (signal) => known.set(await api('GET /teams/:id/invoicing/', { params }, { signal }))),
        form: form<SellerFields, Seller>('invoiceSeller', SellerTyped, entering, (body, signal) =>
          api('PUT /teams/:id/invoicing/', { params, body }, { signal }),
        ),
      };
    },
    buyer(projectId) {
      const known = new ValueStore<Buyer>();
      const params = { id: projectId };
      return {
        known,
        reading: reading(async (signal) => known.set(await api('GET /projects/:id/invoicing/', { params }, { signal }))),
        form: form<BuyerFields, Buyer>('invoiceBuyer', BuyerFields, entering, (body, signal) =>
          api('PUT /projects/:id/invoicing/', { params, body }, { signal }),
        ),
      };
    },
  };
}
