/** The records of requests and answers, one schema each. The server's checks, the types of both sides and the OpenAPI document are made from them. */
import * as v from 'valibot';
import { LIMITS } from '../access.ts';
import { ANSWER_REASONS } from '../answer.ts';
import { BIN_DAYS } from '../bin.ts';
import { PROJECT_STATUSES } from '../projectStatus.ts';
import { RowView } from '../rowView.ts';
import * as c from './contractShapes.ts';
import { ActStatus } from './graphql.ts';
import { Client, Company } from './parties.ts';
import { Formulas, Line, LineEntries, Row, SectionEntries } from './rowShapes.ts';
import { Amounts, CalendarDate, Id, Measure, Nullable, Price, Timestamp } from './scalars.ts';

export { Line, Row, UnitPriceFormula } from './rowShapes.ts';

/** Part of the answer to every edit of an estimate or an act. */
export const eventOfEdit = {
  event_id: v.pipe(Nullable(Id), v.description("The edit's event, by which the project's feed names it; null when nothing changed")),
};

/** A member's limit in a project. */
export const Limit = v.object({ can: v.picklist(LIMITS), prices: v.boolean() });
const ownLimit = v.pipe(Nullable(Limit), v.description("The caller's limit in the project; null for somebody who may do everything"));

export const Project = v.object({
  id: Id,
  name: v.string(),
  status: v.picklist(PROJECT_STATUSES),
  currency: v.pipe(v.string(), v.description('As written beside amounts')),
  currency_code: v.pipe(Nullable(v.string()), v.description('ISO 4217; null where the sign was written freely')),
  team_id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  last_version_id: Nullable(Id),
  total_with_taxes: Nullable(Price),
  version_count: v.number(),
  act_count: v.number(),
  claimed: v.pipe(Price, v.description('To date in its contract, with taxes: the one of its latest version with acts')),
  contract_sum: v.pipe(Price, v.description('What that contract comes to, with taxes: its price with approved extras, and settled work')),
  separate: v.pipe(
    v.array(v.object({ version_id: Id, version_number: v.number(), price: Price, contract_sum: Price, claimed: Price })),
    v.description('Contracts with acts of their own beside it, each by its latest version; in none of the sums above'),
  ),
  limit: ownLimit,
});
export const DeletedProject = v.object({
  ...Project.entries,
  deleted_at: v.pipe(Timestamp, v.description(`It can be restored for ${BIN_DAYS} days`)),
});
export const SidebarProject = v.object({ id: Id, name: v.string(), status: v.picklist(PROJECT_STATUSES) });

const ActBrief = v.object({ id: Id, number: v.string(), finish_date: Nullable(CalendarDate), price: Price, status_id: Id });
export const Version = v.object({
  id: Id,
  number: v.number(),
  name: v.string(),
  created_at: Timestamp,
  price: Price,
  acts: v.array(ActBrief),
  contract_id: v.pipe(Id, v.description('The first version of its contract: versions that carry on one another share it')),
  carried_from: v.pipe(Nullable(c.VersionName), v.description('The version whose work it goes on with')),
  carried_on_by: v.pipe(Nullable(c.VersionName), v.description('The version that goes on with its work: it makes no more acts itself')),
  is_separate: v.pipe(v.boolean(), v.description('Its acts are a contract of their own beside that of other versions')),
  extras: v.pipe(Price, v.description('What approved extras add to the price, with taxes')),
  settled: v.pipe(Price, v.description('What earlier versions of its contract settled, with taxes: fixed money')),
  claimed: v.pipe(
    Price,
    v.description('To date in its contract, with taxes: its own acts and what they go on from, settled work included'),
  ),
});

export const ListCosts = v.object({
  id: Id,
  order: v.number(),
  title: v.string(),
  ...Amounts.entries,
  extras: v.pipe(v.optional(Amounts), v.description('What approved extras add; absent where there are none')),
});

export const Summary = v.object({
  costs: v.array(ListCosts),
  subtotal: Amounts,
  additional: v.array(Line),
  total: Amounts,
  taxes: v.array(Line),
  total_with_taxes: Amounts,
});
/** A summary with the fields a screen shows around it. */
export const VersionSummary = v.object({
  ...Summary.entries,
  version_id: Id,
  project_id: Id,
  frozen: v.pipe(
    v.boolean(),
    v.description('Nothing in it can be edited: the version has an act or carries another, or the caller is limited in the project'),
  ),
  extras: v.pipe(
    v.optional(v.object({ net: Amounts, gross: Amounts })),
    v.description('What approved extras add to the total and to the total with taxes; absent where there are none'),
  ),
});

/** A row as copied and exported: its quantity includes the approved extras. */
export const WidenedRow = v.object({
  ...Row.entries,
  extra_quantity: v.pipe(v.optional(Measure), v.description('How much of the quantity is approved extra; absent where nothing is')),
});
export const ROW_ENTRIES = Row.entries;
export const ROW_FIELDS = Object.keys(Row.entries) as (keyof Row)[];

/** The list around a window of its rows. */
export const wholeList = {
  total: v.pipe(v.number(), v.description('How many rows are shown, of which these are a window')),
  stored: v.pipe(v.number(), v.description('How many rows the list has')),
  shown: v.pipe(v.optional(Amounts), v.description('The sum of the rows shown, where they are sorted or filtered')),
  kept: v.pipe(
    v.optional(v.nullable(RowView)),
    v.description('How the caller left the list, where `kept` was asked for; null if nothing is kept'),
  ),
};
export const ROW_COLUMNS = v.record(v.string(), v.array(v.nullish(v.union([v.string(), v.number(), Formulas]))));
/** The same rows column by column, which takes half the bytes of objects. */
export const RowColumns = v.object({
  columns: ROW_COLUMNS,
  ...wholeList,
});
/** The headings whose sums an edit of a row may have changed. */
export const touchedSections = {
  sections: v.pipe(v.array(Row), v.description('The headings around the rows, with their sums as they are now')),
};

const ProgressEntries = {
  estimated_cost: Amounts,
  completed_before: Amounts,
  completed_now: Amounts,
  balance: Amounts,
  left_to_do: v.pipe(Amounts, v.description('Estimated, with extras, less the balance')),
  extras: v.pipe(v.optional(Amounts), v.description('What approved extras add to the estimated cost; absent where there are none')),
};
export const Progress = v.object({
  ...ProgressEntries,
  completed_before_total: Price,
  completed_now_total: Price,
  balance_total: Price,
  left_to_do_total: Price,
});
/** The claimed sums of an answered act; its `completed_now` has the certified ones. */
export const ClaimedSummary = v.object({
  costs: v.array(v.object({ id: Id, ...Amounts.entries })),
  subtotal: Amounts,
  additional: v.array(v.object({ id: Id, ...Amounts.entries })),
  total: Amounts,
  taxes: v.array(v.object({ id: Id, ...Amounts.entries })),
  total_with_taxes: Amounts,
});
export const ActSummary = v.object({
  costs: v.array(v.object({ id: Id, order: v.number(), title: v.string(), ...Progress.entries })),
  subtotal: Progress,
  additional: v.array(v.object({ ...LineEntries, ...Progress.entries })),
  total: Progress,
  taxes: v.array(v.object({ ...LineEntries, ...Progress.entries })),
  total_with_taxes: Progress,
  claimed: v.pipe(v.optional(ClaimedSummary), v.description('Of an answered act: what was claimed. `completed_now` is what was certified')),
});
export const ActRow = v.object({
  id: Id,
  row_id: Id,
  list_id: Id,
  order: v.number(),
  kind: v.picklist(['row', 'section']),
  code: v.string(),
  name: v.string(),
  unit: v.string(),
  estimated_quantity: Measure,
  quantity: Measure,
  percent: Measure,
  quantity_before: Measure,
  quantity_balance: Measure,
  quantity_left: v.pipe(Measure, v.description('Estimated, with the extra, less the balance')),
  extra_quantity: v.pipe(v.optional(Measure), v.description('Approved beyond the estimated quantity; absent where nothing is')),
  revision: v.number(),
  ...SectionEntries,
  ...ProgressEntries,
  answered: v.pipe(
    v.optional(v.object({ claimed: Measure, reason: v.picklist(ANSWER_REASONS), text: v.string() })),
    v.description('Where something else was certified than claimed; `quantity` is what was certified'),
  ),
  unit_prices: v.pipe(
    v.optional(v.object({ labour: Price, materials: Price, tools: Price })),
    v.description('In windows of claimed rows, from which an answer is added up'),
  ),
});
export const touchedActSections = {
  sections: v.pipe(v.array(ActRow), v.description('The headings around the row, with their sums as they are now')),
};
export const Share = v.object({ hash: v.string(), url: v.string(), expires_at: Nullable(Timestamp) });
export const ActAnswer = v.object({
  at: Timestamp,
  name: v.string(),
  email: v.pipe(v.string(), v.description('Members only; empty for others, and where a paper named none')),
  recorded_by: v.pipe(Nullable(v.string()), v.description('The member who recorded an answer on paper; null for an answer by link')),
  claimed_price: v.pipe(Price, v.description('Claimed, with taxes. The price of the act is what was certified')),
  rows: v.pipe(v.number(), v.description('Rows of which something else was certified than claimed')),
});
export const Act = v.object({
  id: Id,
  number: v.string(),
  place: v.pipe(v.number(), v.description('1 for the first act made in its version')),
  finish_date: Nullable(CalendarDate),
  price: Price,
  status_id: Id,
  version_id: Id,
  version_number: v.number(),
  project_id: Id,
  project_name: v.string(),
  team_id: v.pipe(Nullable(Id), v.description('Members only')),
  currency: v.string(),
  created_at: Timestamp,
  revision: v.number(),
  share: Nullable(Share),
  answer_link: v.pipe(Nullable(Share), v.description('The link by which the client may answer; members only')),
  answer: v.pipe(Nullable(ActAnswer), v.description("The client's answer")),
  claimed_elsewhere: v.pipe(Nullable(Price), v.description('Claimed by acts of other contracts of the project; members only')),
  carried: v.pipe(v.array(c.Carried), v.description('What its contract carried from version to version, up to its own; the latest last')),
  limit: ownLimit,
});
export const PublicAct = v.object({
  act: v.object({ id: Id, number: v.string(), finish_date: Nullable(CalendarDate), price: Price, status_id: Id }),
  status: ActStatus,
  project_name: v.string(),
  team_name: v.string(),
  currency: v.string(),
  company: Company,
  client: Client,
  may_answer: v.pipe(v.boolean(), v.description('Whether the key may answer the act')),
  revision: v.pipe(v.number(), v.description('Names what the holder sees. It travels with the answer')),
  answer: Nullable(ActAnswer),
  carried: v.array(c.Carried),
});

export type Project = v.InferOutput<typeof Project>;
export type DeletedProject = v.InferOutput<typeof DeletedProject>;
export type SidebarProject = v.InferOutput<typeof SidebarProject>;
export type Version = v.InferOutput<typeof Version>;
export type ListCosts = v.InferOutput<typeof ListCosts>;
export type Summary = v.InferOutput<typeof Summary>;
export type VersionSummary = v.InferOutput<typeof VersionSummary>;
export type WidenedRow = v.InferOutput<typeof WidenedRow>;
export type RowColumns = v.InferOutput<typeof RowColumns>;
export type Progress = v.InferOutput<typeof Progress>;
export type ActSummary = v.InferOutput<typeof ActSummary>;
export type ActRow = v.InferOutput<typeof ActRow>;
export type ActAnswer = v.InferOutput<typeof ActAnswer>;
export type ClaimedSummary = v.InferOutput<typeof ClaimedSummary>;
export type Act = v.InferOutput<typeof Act>;
export type Share = v.InferOutput<typeof Share>;
export type PublicAct = v.InferOutput<typeof PublicAct>;
