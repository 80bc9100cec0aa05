/** E-invoices of issued certificates: the reasons against making one, and the file. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CertificateSheet } from '../../domain/api/certificateShapes.ts';
import type { Buyer, InvoiceAsked, InvoiceCheck, InvoiceChoice, InvoiceFile, Seller } from '../../domain/api/invoiceShapes.ts';
import { codeOfSign } from '../../domain/currencies.ts';
import { type Certified, certifiedOf, type SheetBefore } from '../../domain/invoice/certified.ts';
import { type Broken, type BuyerGiven, invoiceOf, roundingMost, type SellerGiven, taxingsOf } from '../../domain/invoice/make.ts';
import { brokenRules, RULE_IDS } from '../../domain/invoice/rules.ts';
import { INVOICE_TYPES, type Invoice } from '../../domain/invoice/value.ts';
import { INVOICE_WORDS } from '../../domain/invoice/words.ts';
import * as say from '../../domain/sentences/invoices.ts';
import type { ProjectRef, VersionRef } from '../access/refs.ts';
import { findCertificate, issuedSheet } from '../certificates/issued.ts';
import { versionsOfContract } from '../contracts/versions.ts';
import type { Database, Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import type { From } from '../http/from.ts';
import { recordSecurity } from '../securityLog/record.ts';
import { buyerOf, sellerOf } from './parties.ts';
import { read, written } from './write.ts';

interface Asked {
  readonly sheet: CertificateSheet;
  readonly certified: Certified;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly teamId: number;
}

/** The figures of the certificate before this one in its contract; null for the first. */
async function beforeOf(
  query: Query,
  { teamId, versionId, certificateId }: VersionRef & { readonly certificateId: number },
): Promise<SheetBefore | null> {
  const versions = (await versionsOfContract(query, { teamId, versionId })).map(({ id }) => id);
  const { rows } = await sql<{ sheet: SheetBefore }>`
    select b.sheet from certificates c join certificates b on b.team_id = c.team_id and b.version_id = any(${versions}::bigint[]) and b.place < c.place
     where c.team_id = ${teamId} and c.id = ${certificateId} order by b.place desc limit 1`.execute(query);
  return rows[0]?.sheet ?? null;
}

async function currencyOf(query: Query, { teamId, projectId }: ProjectRef): Promise<string | null> {
  const { currency_code } = await query
    .selectFrom('projects')
    .select('currency_code')
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return currency_code;
}

async function askedOf(query: Query, caller: Caller, id: number): Promise<Asked> {
  const ref = await findCertificate(query, caller, id);
  const sheet = await issuedSheet(query, ref);
  // The certificate keeps the sign of its amounts; for a sign that is no known currency, the project's present currency applies.
  const currency = codeOfSign(sheet.currency) ?? (await currencyOf(query, ref)) ?? '';
  const certified = certifiedOf(sheet, await beforeOf(query, ref), currency);
  return { sheet, certified, seller: await sellerOf(query, ref.teamId), buyer: await buyerOf(query, ref), teamId: ref.teamId };
}

const sellerGiven = (seller: Seller): SellerGiven => ({
  name: seller.name,
  registration: seller.registration,
  vatId: seller.vat_id,
  street: seller.street,
  city: seller.city,
  postCode: seller.post_code,
  country: seller.country,
  address: seller.endpoint,
  contact: { name: seller.contact_name, phone: seller.contact_phone, email: seller.contact_email },
  iban: seller.iban,
  bic: seller.bic,
  paymentDays: seller.payment_days,
});
const buyerGiven = (buyer: Buyer): BuyerGiven => ({
  name: buyer.name,
  registration: buyer.registration,
  vatId: buyer.vat_id,
  street: buyer.street,
  city: buyer.city,
  postCode: buyer.post_code,
  country: buyer.country,
  address: buyer.endpoint,
  buyerReference: buyer.buyer_reference,
  order: buyer.order_reference,
  contract: buyer.contract_number,
});

/** Only the last certificate of a contract can be its final invoice. */
const isLast = ({ is_latest, acts_after }: CertificateSheet): boolean => is_latest && acts_after === 0;

function made(
  { sheet, certified, seller, buyer }: Asked,
  choice: InvoiceChoice,
): { readonly invoice: Invoice | null; readonly broken: Broken[] } {
  const chosen = { type: choice.type, untaxed: choice.untaxed ?? null, reason: choice.reason };
  const found = invoiceOf(certified, sellerGiven(seller), buyerGiven(buyer), chosen, INVOICE_WORDS[choice.language]);
  const notLast: Broken[] =
    choice.type === '877' && !isLast(sheet) ? [{ rule: 'ACTUM-LAST', where: 'certificate', said: say.notLastType() }] : [];
  // Problems with the taxes and missing data of the parties are reported together.
  if (!('rule' in found)) return { invoice: found, broken: [...notLast, ...brokenRules(found, roundingMost(certified))] };
  const known = {
    ...certified,
    taxes: [{ name: '', percent: 0n }],
    lists: [],
    additional: [],
    before: { ...certified.toDate, taxes: [] },
    revalued: null,
    due: 0n,
  };
  const empty = invoiceOf(known, sellerGiven(seller), buyerGiven(buyer), { ...chosen, untaxed: 'Z' }, INVOICE_WORDS[choice.language]);
  return { invoice: null, broken: [...notLast, found, ...('rule' in empty ? [] : brokenRules(empty))] };
}

/** Whether some work in it is untaxed, by a tax of 0 or by having no tax, so that a person must give the reason. */
function untaxedIn(certified: Certified): InvoiceCheck['untaxed'] {
  const taxings = taxingsOf(certified);
  if ('rule' in taxings) return 'no';
  const none = [taxings.now, taxings.before, ...taxings.between].find(({ form }) => form === 'none');
  return none?.form === 'none' ? (none.isGiven ? 'zero' : 'none') : 'no';
}

export async function checkInvoice(query: Query, caller: Caller, id: number, choice: InvoiceChoice): Promise<InvoiceCheck> {
  const asked = await askedOf(query, caller, id);
  const { sheet, certified, teamId } = asked;
  const untaxed = untaxedIn(certified);
  return {
    number: sheet.number,
    due: sheet.due,
    currency: certified.currency,
    project_id: sheet.project.id,
    version_id: sheet.version.id,
    team_id: teamId,
    types: INVOICE_TYPES.filter((type) => type !== '877' || isLast(sheet)),
    untaxed,
    broken: made(asked, choice).broken,
  };
}

const refused = (broken: readonly Broken[]): HttpError => HttpError.of(400, say.invoiceBroken(), { extra: { broken } });

/**
 * The file, checked against the rules after it was written. 400 with the rules it breaks and where to correct each; such a file is never
 * handed out.
 */
export async function makeInvoice(
  { query }: Database,
  caller: Caller,
  id: number,
  { syntax, ...choice }: InvoiceAsked,
  from: From,
): Promise<InvoiceFile> {
  const asked = await askedOf(query, caller, id);
  const { invoice, broken } = made(asked, choice);
  if (invoice === null || broken.length > 0) throw refused(broken);
  const xml = await written(invoice, syntax);
  const readBack = read(xml, syntax);
  const wrong = brokenRules(readBack, roundingMost(asked.certified));
  if (!isDeepStrictEqual(readBack, invoice)) throw new Error(`The invoice of certificate ${id} says something else than it`);
  if (wrong.length > 0) throw refused(wrong);
  const { number, project } = asked.sheet;
  const on = { name: `${project.name}: ${number}`, becomes: `${syntax.toUpperCase()} ${choice.type}` };
  await recordSecurity(query, { kind: 'invoice_made', userId: caller.userId, teamId: asked.teamId, from, on });
  return { name: `${number.replace(/[^\p{L}\p{N}._-]+/gu, '-')}-${syntax}.xml`, xml, checked: [...RULE_IDS] };
}
