import { findProject } from '../access/refs.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { checkInvoice, makeInvoice } from './invoice.ts';
import { buyerOf, editBuyer, editSeller, sellerOf } from './parties.ts';

export const invoiceHandlers: HandlersOf<
  | 'GET /teams/:id/invoicing/'
  | 'PUT /teams/:id/invoicing/'
  | 'GET /projects/:id/invoicing/'
  | 'PUT /projects/:id/invoicing/'
  | 'GET /certificates/:id/invoice/check/'
  | 'GET /certificates/:id/invoice/'
> = {
  'GET /teams/:id/invoicing/': ({ params }, { database }) => sellerOf(database.query, params.id),
  'PUT /teams/:id/invoicing/': ({ params, body }, { database, caller, from }) => editSeller(database, params.id, body, caller, from),
  async 'GET /projects/:id/invoicing/'({ params }, { database, caller }) {
    return buyerOf(database.query, await findProject(database.query, caller, params.id));
  },
  'PUT /projects/:id/invoicing/': ({ params, body }, { database, caller }) => editBuyer(database, caller, params.id, body),
  'GET /certificates/:id/invoice/check/': ({ params, query }, { database, caller }) =>
    checkInvoice(database.query, caller, params.id, query),
  'GET /certificates/:id/invoice/': ({ params, query }, { database, caller, from }) =>
    makeInvoice(database, caller, params.id, query, from),
};
