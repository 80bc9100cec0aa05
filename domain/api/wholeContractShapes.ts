/** A contract over all its versions, by list and row (docs/domain.md, The whole contract). */
import * as v from 'valibot';
import { COLUMNS, CONTRACT_KINDS, type Column, type ContractKind } from '../contractFigures.ts';
import { VersionName } from './contractShapes.ts';
import * as f from './fields.ts';
import { Measure, Nullable, Price } from './scalars.ts';

const DESCRIBED: Readonly<Record<Column, string>> = {
  original: 'S(q) of the first version',
  extras: 'What the approved extras of all versions add, each at the prices of its version',
  quantity: 'Changes of quantity from version to version, at the older prices',
  price: 'Changes of unit prices and of percents, at the newer quantities',
  added: 'What newer versions added',
  gone: 'What newer versions do not have',
  now: 'original + extras + quantity + price + added + gone: S(q + Σe) of the last version',
  settled: 'Done under an earlier version and in no row of a later one: fixed money',
  to_date: 'Done in all: the balance of the last act, and what is settled',
  left: 'now + settled − to_date',
  revaluation: 'By how much newer prices moved what was done before; part of to_date',
};
const described = Object.fromEntries(COLUMNS.map((column) => [column, v.pipe(Price, v.description(DESCRIBED[column]))]));
const Figures = v.object(described as unknown as Record<Column, typeof Price>);
const Counts = v.object(
  Object.fromEntries(CONTRACT_KINDS.map((kind) => [kind, v.number()])) as Record<ContractKind, v.NumberSchema<undefined>>,
);

const Version = v.object({
  ...VersionName.entries,
  estimated: v.pipe(Price, v.description('S(q), with taxes')),
  extras: v.pipe(Price, v.description('What its approved extras add, with taxes')),
  extra_count: v.number(),
  act_count: v.number(),
  claimed: v.pipe(Price, v.description('By its own acts, with taxes')),
  settled: v.pipe(Price, v.description('By the version that carries it on, with taxes; 0.00 for the last')),
  revaluation: v.pipe(Price, v.description('By the version that carries it on, with taxes; 0.00 for the last')),
});
const List = v.object({
  place: v.pipe(v.number(), v.description('Names the list in `flipped`')),
  title: v.string(),
  row_count: v.number(),
  counts: Counts,
  ...Figures.entries,
});
const Line = v.object({
  name: v.string(),
  percent_total: v.pipe(Nullable(Price), v.description('Null for a line by component')),
  is_gone: v.pipe(v.boolean(), v.description('The last version does not have it')),
  ...Figures.entries,
});
const RowVersion = v.object({
  row_id: v.number(),
  list_title: v.string(),
  quantity: Measure,
  extra: v.pipe(Measure, v.description('Approved for the row in all')),
  unit_total: v.pipe(Price, v.description('The sum of its unit prices')),
});
const Row = v.object({
  kind: v.picklist(['list', 'row']),
  list: v.pipe(v.number(), v.description('The place of its list')),
  row_count: v.pipe(v.number(), v.description('Of a list: how many of its rows are asked for')),
  is_folded: v.boolean(),
  code: v.string(),
  name: v.pipe(v.string(), v.description('Of a list its title')),
  unit: v.string(),
  kinds: v.pipe(v.array(v.picklist(CONTRACT_KINDS)), v.description('What happened to the row')),
  versions: v.pipe(v.array(Nullable(RowVersion)), v.description('The row in each version; null where it is not in one. Empty for a list')),
  ...Figures.entries,
});
export const WholeContract = v.object({
  versions: v.pipe(v.array(Version), v.description('Oldest first')),
  lists: v.array(List),
  counts: Counts,
  row_total: v.pipe(v.number(), v.description('Rows of all versions, each row once')),
  subtotal: Figures,
  additional: v.array(Line),
  total: Figures,
  taxes: v.array(Line),
  total_with_taxes: Figures,
  shown: v.pipe(Figures, v.description('What the rows asked for add up to, folded ones too')),
  rows: v.pipe(v.array(Row), v.description('A window of the lists with their rows')),
  row_count: v.pipe(v.number(), v.description('Lists, and rows of those that are open')),
});
export type WholeContract = v.InferOutput<typeof WholeContract>;

export const WholeContractQuery = {
  kind: v.pipe(v.optional(v.picklist(CONTRACT_KINDS)), v.description('Only rows to which this happened, and their lists')),
  open: v.pipe(v.optional(v.picklist(['all', 'none']), 'all'), v.description('Whether lists are open or folded')),
  flipped: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(4_000), v.regex(/^(\d{1,6}(,\d{1,6})*)?$/)), ''),
    v.description('The places of lists that are the other way round'),
  ),
  ...f.WindowQuery,
};
