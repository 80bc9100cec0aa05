/** The data of a team and of a project's client in e-invoices. */
import { checkVAT, countries } from 'jsvat-next';
import { sql } from 'kysely';
import type { Buyer, BuyerFields, Seller, SellerFields } from '../../domain/api/invoiceShapes.ts';
import { may } from '../../domain/permissions.ts';
import { notVatId } from '../../domain/sentences/invoices.ts';
import { lockRecord, type ProjectRef } from '../access/refs.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { fieldError, forbidden, notFound } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { rolesHeld } from '../teams/members.ts';

/** Check digits, where the library knows those of the country; elsewhere the shape has to do. */
function refuseWrongVat({ vat_id }: { readonly vat_id?: string | undefined }): void {
  if (vat_id === undefined || vat_id === '') return;
  const { isValid, isSupportedCountry } = checkVAT(vat_id, [...countries]);
  if (!isValid && isSupportedCountry) throw fieldError('vat_id', notVatId());
}

export async function sellerOf(query: Query, teamId: number): Promise<Seller> {
  const { rows } = await sql<Seller>`
    select name, address, registration, vat_id, street, city, post_code, country, endpoint, iban, bic, payment_days, contact_name, contact_phone,
           contact_email
      from teams where id = ${teamId}`.execute(query);
  const [seller] = rows;
  if (seller === undefined) throw notFound();
  return seller;
}

/** Sets the fields that are given. */
export async function editSeller({ query }: Database, teamId: number, given: SellerFields, caller: Caller, from: From): Promise<Seller> {
  refuseWrongVat(given);
  return query.transaction().execute(async (tx) => {
    const { own } = await rolesHeld(tx, { teamId, userId: caller.userId }, caller);
    if (!may(own, 'seeTeamSettings')) throw forbidden();
    if (Object.keys(given).length > 0) await tx.updateTable('teams').set(given).where('id', '=', teamId).execute();
    await recordSecurity(tx, { kind: 'settings_changed', userId: caller.userId, teamId, from, on: { becomes: 'e-invoices' } });
    return sellerOf(tx, teamId);
  });
}

export const buyerOf = (query: Query, { teamId, projectId }: ProjectRef): Promise<Buyer> =>
  query
    .selectFrom('projects')
    .select([
      'client_name as name',
      'client_address as address',
      'client_registration as registration',
      'contract_number',
      'client_vat_id as vat_id',
      'client_street as street',
      'client_city as city',
      'client_post_code as post_code',
      'client_country as country',
      'client_endpoint as endpoint',
      'buyer_reference',
      'order_reference',
    ])
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();

const COLUMNS = {
  name: 'client_name',
  vat_id: 'client_vat_id',
  street: 'client_street',
  city: 'client_city',
  post_code: 'client_post_code',
  country: 'client_country',
  endpoint: 'client_endpoint',
  buyer_reference: 'buyer_reference',
  order_reference: 'order_reference',
} as const satisfies Readonly<Record<keyof BuyerFields, string>>;

/** Sets the fields that are given. */
export async function editBuyer({ query }: Database, caller: Caller, id: number, given: BuyerFields): Promise<Buyer> {
  refuseWrongVat(given);
  return query.transaction().execute(async (tx) => {
    const project = await lockRecord(tx, caller, 'project', id);
    const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [COLUMNS[name as keyof BuyerFields], value]));
    await tx
      .updateTable('projects')
      .set({ ...set, updated_at: new Date() })
      .where('team_id', '=', project.teamId)
      .where('id', '=', project.projectId)
      .execute();
    return buyerOf(tx, project);
  });
}
