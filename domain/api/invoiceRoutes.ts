/** The calls about e-invoices. */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import * as f from './fields.ts';
import * as i from './invoiceShapes.ts';

const id = v.object({ id: f.IdParameter });

export const invoiceRoutes = {
  'GET /teams/:id/invoicing/': { who: 'member', permission: 'seeTeamSettings', params: id, answer: i.Seller },
  'PUT /teams/:id/invoicing/': {
    byToken: 'never',
    who: 'member',
    needsProof: true,
    permission: 'seeTeamSettings',
    params: id,
    body: i.SellerFields,
    answer: i.Seller,
  },
  'GET /projects/:id/invoicing/': { who: 'member', does: 'reads', params: id, answer: i.Buyer },
  'PUT /projects/:id/invoicing/': { who: 'member', does: 'edits', params: id, body: i.BuyerFields, answer: i.Buyer },
  'GET /certificates/:id/invoice/check/': {
    who: 'member',
    does: 'reads',
    needsPrices: true,
    params: id,
    query: i.InvoiceChoice,
    answer: i.InvoiceCheck,
  },
  'GET /certificates/:id/invoice/': {
    byToken: 'never',
    who: 'member',
    does: 'reads',
    needsPrices: true,
    needsProof: true,
    params: id,
    query: i.InvoiceAsked,
    answer: i.InvoiceFile,
  },
} as const satisfies Endpoints;
