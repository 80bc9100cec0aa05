/** How the rows of a list are shown to one person: folded, sorted or filtered. The order stored never changes by it. */
import * as v from 'valibot';
import { COMPUTED_FIELDS, FILLED_FIELDS, ROW_TEXTS } from './rowFields.ts';
import { DEEPEST_SECTION } from './sections.ts';

export const VIEW_FIELDS = [...FILLED_FIELDS, ...COMPUTED_FIELDS] as const;
export type ViewField = (typeof VIEW_FIELDS)[number];
export const isTextField = (field: ViewField): field is (typeof ROW_TEXTS)[number] => (ROW_TEXTS as readonly string[]).includes(field);

/** The most headings folded apart from the level. Folding another one unfolds the first. */
const MOST_FLIPPED = 400;
export const MOST_FILTERS = 6;
const LONGEST_SOUGHT = 200;

const Field = v.picklist(VIEW_FIELDS);
const Bound = v.pipe(v.string(), v.regex(/^-?\d{1,18}(\.\d{1,6})?$/));
const Filter = v.variant('is', [
  v.strictObject({
    is: v.literal('containing'),
    field: v.picklist(ROW_TEXTS),
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_SOUGHT)),
  }),
  v.strictObject({ is: v.literal('between'), field: Field, from: v.optional(Bound), to: v.optional(Bound) }),
  /** The empty value of a field: a text without a letter, or the number 0. */
  v.strictObject({ is: v.literal('empty'), field: Field }),
  v.strictObject({ is: v.literal('commented') }),
]);
export type RowFilter = v.InferOutput<typeof Filter>;

export const RowView = v.strictObject({
  sort: v.optional(v.strictObject({ field: Field, falling: v.boolean() })),
  filters: v.optional(v.pipe(v.array(Filter), v.maxLength(MOST_FILTERS)), []),
  /** Headings of this level and deeper are folded; without it none is. */
  foldedFrom: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DEEPEST_SECTION))),
  /** Headings that are exceptions to the level: unfolded where it folds, folded where it does not. */
  flipped: v.optional(v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), v.maxLength(MOST_FLIPPED)), []),
});
export type RowView = v.InferOutput<typeof RowView>;
export const AS_STORED: RowView = { filters: [], flipped: [] };

/** Where a list is shown: in its estimate, or in the acts of its version. */
export type ViewedIn = 'estimate' | 'acts';
/** A person's view of a list; null where they never changed it. */
export const KeptViews = v.strictObject({ estimate: v.nullable(RowView), acts: v.nullable(RowView) });
export type KeptViews = v.InferOutput<typeof KeptViews>;

/** Whether a view is sorted or filtered. Such a view shows no headings. */
export const isArranged = ({ sort, filters }: RowView): boolean => sort !== undefined || filters.length > 0;
export const isFolding = ({ foldedFrom, flipped }: RowView): boolean => foldedFrom !== undefined || flipped.length > 0;

/** Fields that do not reveal prices. */
const isPriceless = (field: ViewField): boolean => isTextField(field) || field === 'quantity';
/** The same view without sorting and filters by prices, because the order of rows, or which rows pass a filter, would reveal prices. */
export const withoutPrices = ({ sort, filters, ...view }: RowView): RowView => ({
  ...view,
  ...(sort !== undefined && isPriceless(sort.field) && { sort }),
  filters: filters.filter((filter) => filter.is === 'commented' || isPriceless(filter.field)),
});

/** Whether a heading hides its rows. */
export const isFolded = ({ foldedFrom, flipped }: RowView, { id, level }: { readonly id: number; readonly level: number }): boolean =>
  (foldedFrom !== undefined && level >= foldedFrom) !== flipped.includes(id);

/** Folds or unfolds one heading. */
export function flippedBy(view: RowView, id: number): RowView {
  const others = view.flipped.filter((each) => each !== id);
  return { ...view, flipped: others.length < view.flipped.length ? others : [...others, id].slice(-MOST_FLIPPED) };
}

/** The view as a query parameter; empty for the rows as stored. */
export function viewText({ sort, filters, foldedFrom, flipped }: RowView): string {
  const view = {
    ...(sort && { sort }),
    ...(filters.length > 0 && { filters }),
    ...(foldedFrom !== undefined && { foldedFrom }),
    ...(flipped.length > 0 && { flipped }),
  };
  return Object.keys(view).length === 0 ? '' : JSON.stringify(view);
}

/** The rows of an act a list may be limited to. */
export const ACT_ROWS_ONLY = ['claimed', 'left', 'differs'] as const;
export type ActRowsOnly = (typeof ACT_ROWS_ONLY)[number];
