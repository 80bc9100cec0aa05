/** How a person has laid out the columns of estimates' lists. The order stored, exports and other people's screens never change by it. */
import * as v from 'valibot';
import { COMPUTED_FIELDS, FILLED_FIELDS } from './rowFields.ts';

/** In the order of the screen. `place` is the row's number. */
export const LIST_COLUMNS = ['place', ...FILLED_FIELDS, ...COMPUTED_FIELDS] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];
/** The name column cannot be hidden, because rows without a name look alike. */
export const ALWAYS_SHOWN: ListColumn = 'name';
/** In px. */
export const LEAST_WIDTH = 40;
export const MOST_WIDTH = 900;

const Column = v.picklist(LIST_COLUMNS);
const eachOnce = v.check<ListColumn[], string>((columns) => new Set(columns).size === columns.length, 'Name each column once');
const Width = v.pipe(v.number(), v.integer(), v.minValue(LEAST_WIDTH), v.maxValue(MOST_WIDTH));

export const ColumnLayout = v.strictObject({
  /** A column missing from it follows the column it follows by default. */
  order: v.pipe(v.array(Column), v.maxLength(LIST_COLUMNS.length), eachOnce),
  hidden: v.pipe(
    v.array(Column),
    v.maxLength(LIST_COLUMNS.length),
    eachOnce,
    v.check((columns) => !columns.includes(ALWAYS_SHOWN), 'The name is always shown'),
  ),
  /** Columns up to this one stay in sight when the table scrolls sideways; null when all columns scroll. */
  frozen: v.nullable(Column),
  /** Names are shown on up to two lines. */
  wraps: v.boolean(),
  /** In px; other columns are as wide as they are by default. */
  widths: v.strictObject(v.entriesFromList(LIST_COLUMNS, v.exactOptional(Width))),
});
export type ColumnLayout = v.InferOutput<typeof ColumnLayout>;

export const AS_MADE: ColumnLayout = { order: [], hidden: [], frozen: 'name', wraps: false, widths: {} };

/** All columns, hidden ones too, in the person's order. */
export function orderedColumns({ order }: ColumnLayout): readonly ListColumn[] {
  const ordered = [...order];
  for (const [at, column] of LIST_COLUMNS.entries()) {
    if (ordered.includes(column)) continue;
    const before = LIST_COLUMNS[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  }
  return ordered;
}

/** How many columns stay in sight, hidden ones counted. */
export const frozenCount = (layout: ColumnLayout): number =>
  layout.frozen === null ? 0 : orderedColumns(layout).indexOf(layout.frozen) + 1;

export type LayoutChange =
  | { readonly kind: 'shown'; readonly column: ListColumn; readonly isShown: boolean }
  /** To a place among all columns. */
  | { readonly kind: 'moved'; readonly column: ListColumn; readonly to: number }
  | { readonly kind: 'frozen'; readonly upTo: ListColumn | null }
  | { readonly kind: 'wrapped'; readonly wraps: boolean }
  /** A null `width` restores the default width. */
  | { readonly kind: 'widened'; readonly column: ListColumn; readonly width: number | null }
  | { readonly kind: 'widthsDropped' }
  | { readonly kind: 'reset' };

const inBounds = (width: number) => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));

/**
 * Moves a column. A column that crosses the frozen edge becomes frozen or stops being so, and the number of frozen columns stays the same.
 */
function movedTo(layout: ColumnLayout, column: ListColumn, to: number): ColumnLayout {
  const others = orderedColumns(layout).filter((each) => each !== column);
  const order = others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, column);
  return { ...layout, order, frozen: order[frozenCount(layout) - 1] ?? null };
}

export function changedLayout(layout: ColumnLayout, change: LayoutChange): ColumnLayout {
  switch (change.kind) {
    case 'shown': {
      const others = layout.hidden.filter((each) => each !== change.column);
      return { ...layout, hidden: change.isShown || change.column === ALWAYS_SHOWN ? others : [...others, change.column] };
    }
    case 'moved':
      return movedTo(layout, change.column, change.to);
    case 'frozen':
      return { ...layout, frozen: change.upTo };
    case 'wrapped':
      return { ...layout, wraps: change.wraps };
    case 'widened': {
      const { [change.column]: _, ...others } = layout.widths;
      return { ...layout, widths: change.width === null ? others : { ...others, [change.column]: inBounds(change.width) } };
    }
    case 'widthsDropped':
      return { ...layout, widths: {} };
    case 'reset':
      return AS_MADE;
  }
}
