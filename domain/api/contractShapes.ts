/** A contract across its versions: what was carried and settled, and the extras approved (docs/domain.md, Carried). */
import * as v from 'valibot';
import { Amounts, Id, Measure, Nullable, Price, Timestamp } from './scalars.ts';
import { Sentence } from './sentences.ts';

export const VersionName = v.object({ id: Id, number: v.number(), name: v.string() });

/** The same money in three sums: the rows alone, with additional costs, and with taxes. */
const Valued = v.object({ costs: Amounts, net: Amounts, gross: Amounts });

const value = {
  before: v.pipe(Valued, v.description('S_1(X): all that was done, as the older version has it')),
  carried: v.pipe(Valued, v.description('S_2(X_0): what the newer version starts from')),
  settled: v.pipe(Valued, v.description('Done, but in no row of the newer version: fixed money')),
  revaluation: v.pipe(Valued, v.description('carried + settled − before')),
};

/** The work that one version carried from another. */
export const Carried = v.object({
  from: VersionName,
  into: VersionName,
  at: Timestamp,
  by: v.string(),
  ...value,
  settled_rows: v.number(),
});

export const CARRY_KINDS = ['revalued', 'settled', 'added', 'paired'] as const;
const texts = { row_id: Id, list_title: v.string(), code: v.string(), name: v.string(), unit: v.string() };
/** A row of the review: of both versions where it is paired, of one where it is settled or added. */
export const CarryRow = v.object({
  from: Nullable(v.object({ ...texts, quantity: Measure, unit_total: Price })),
  into: Nullable(v.object({ ...texts, quantity: Measure, unit_total: Price })),
  by_hand: v.pipe(v.boolean(), v.description('Paired by a person, not by what the rows are called')),
  done: v.pipe(Measure, v.description('Done in the older row')),
  carried: v.pipe(Measure, v.description('X_0 of the newer row')),
  settled: v.pipe(Measure, v.description('done − carried')),
  before: v.pipe(Price, v.description('What was done, at the older prices, without additional costs and taxes')),
  settled_value: Price,
  revaluation: Price,
  total: v.pipe(Price, v.description('The newer row whole; 0.00 where there is none')),
});
const counts = v.object({
  paired: v.pipe(v.number(), v.description('Paired rows of which something is done')),
  revalued: v.pipe(v.number(), v.description('Those whose value moves')),
  settled: v.pipe(v.number(), v.description('Older rows whose work, or a part of it, no newer row can take')),
  added: v.pipe(v.number(), v.description('Newer rows without an older one')),
});
/** A preview of carrying. Nothing is written for it. */
export const CarryReview = v.object({
  from: VersionName,
  into: v.pipe(Nullable(VersionName), v.description('Null for the version that an import would make')),
  import_id: v.optional(v.pipe(Id, v.description('The import that would make the version; absent where there is a version'))),
  blocked: v.pipe(Nullable(Sentence), v.description('Why it cannot be carried now')),
  ...value,
  counts,
  rows: v.pipe(v.array(CarryRow), v.description('A window of the kind asked for, the most money first')),
  total: v.number(),
});

/** The rows that were carried with a new value or settled, as they can be read at any time after carrying. */
export const CarriedPage = v.object({ carryings: v.array(Carried), rows: v.array(CarryRow), total: v.number() });

export const EXTRA_STATUSES = ['asked', 'approved', 'refused', 'withdrawn'] as const;
export const EXTRA_REASON = 500;
export const Extra = v.object({
  id: Id,
  version_id: Id,
  list_id: Id,
  row_id: Id,
  act: v.pipe(Nullable(v.object({ id: Id, number: v.string() })), v.description('The act it was asked for in')),
  list_title: v.string(),
  code: v.string(),
  name: v.string(),
  unit: v.string(),
  row_quantity: v.pipe(Measure, v.description('Estimated')),
  row_extra: v.pipe(Measure, v.description('Approved for the row in all')),
  row_done: v.pipe(Measure, v.description('Claimed of the row to date')),
  quantity: v.pipe(Measure, v.description('With a minus: a deduction')),
  value: v.pipe(Price, v.description('Its money without additional costs and taxes')),
  reason: v.string(),
  status: v.picklist(EXTRA_STATUSES),
  asked: v.object({ by: v.string(), at: Timestamp, is_own: v.boolean() }),
  decided: Nullable(v.object({ by: v.string(), at: Timestamp, text: v.string() })),
  revision: v.number(),
});
export const ExtrasPage = v.object({
  extras: v.pipe(v.array(Extra), v.description('Those to decide first, then the latest')),
  total: v.number(),
  counts: v.object({ asked: v.number(), approved: v.number(), refused: v.number(), withdrawn: v.number() }),
  value: v.pipe(Valued, v.description('What approved extras add: S(q + Σe) − S(q)')),
});

export type Carried = v.InferOutput<typeof Carried>;
export type CarryRow = v.InferOutput<typeof CarryRow>;
export type CarryReview = v.InferOutput<typeof CarryReview>;
export type CarriedPage = v.InferOutput<typeof CarriedPage>;
export type CarryKind = (typeof CARRY_KINDS)[number];
export type Extra = v.InferOutput<typeof Extra>;
export type ExtrasPage = v.InferOutput<typeof ExtrasPage>;
