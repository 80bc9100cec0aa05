/** A change as people read it: the fields that differ between two images of a record. */
import { canonical } from './decimal.ts';
import { FILLED_FIELDS, isRowNumber, ROW_NUMBERS } from './rowFields.ts';

/** The kinds of record whose history can be requested. */
export const HISTORY_OF = ['project', 'version', 'list', 'row', 'additional_cost', 'tax', 'act', 'act_row', 'certificate'] as const;
export type HistoryOf = (typeof HISTORY_OF)[number];
/** `extra`: the approved extra of a row, under the row's id. */
export const RECORD_KINDS = ['version', 'list', 'row', 'additional_cost', 'tax', 'act', 'act_row', 'extra', 'certificate'] as const;
type RecordKind = (typeof RECORD_KINDS)[number];
/** Most events on one page, and most records named for one event. */
export const HISTORY_WINDOW = 100;
export const RECORDS_NAMED = 4;

const PERCENTS = ['percent_total', 'percent_labour', 'percent_materials', 'percent_tools'] as const;

/** The tables whose rows have images, with the fields that people see of each, in the order of the screen. */
const READ_FIELDS = {
  versions: ['name', 'deleted_at'],
  lists: ['title'],
  estimate_rows: [...FILLED_FIELDS, 'list_id'],
  percent_lines: ['name', ...PERCENTS],
  acts: ['number', 'finish_date', 'status_id'],
  act_rows: ['quantity'],
  row_extras: ['quantity'],
  certificates: ['number', 'issued_for', 'due', 'paid_on', 'paid_amount'],
} as const;
export type Relation = keyof typeof READ_FIELDS;
/** The fields whose history can be requested alone. */
export const HISTORY_FIELDS = [...FILLED_FIELDS, ...PERCENTS] as const;

const NUMBERS: readonly string[] = [...ROW_NUMBERS, ...PERCENTS];
/** Sums of money, which keep their cents. */
const SUMS: readonly string[] = ['due', 'paid_amount'];
/** A field that is hidden from somebody who sees no prices. */
export const tellsPrice = (field: string): boolean => SUMS.includes(field) || (field !== 'quantity' && NUMBERS.includes(field));

/** An image with its values as texts; a thinned image holds only the values that differ. */
export type Image = Readonly<Record<string, string | null>>;
export interface ReadValue {
  readonly text: string;
  readonly formula: string | null;
}
interface ReadChange {
  readonly field: string;
  readonly from: ReadValue | null;
  readonly to: ReadValue | null;
}

function formulaIn(image: Image, field: string): string | null {
  const { formulas } = image;
  if (!isRowNumber(field) || formulas === null || formulas === undefined) return null;
  return (JSON.parse(formulas) as Readonly<Record<string, string | undefined>>)[field] ?? null;
}

/** A field of an image; null where it has none. */
export function valueIn(image: Image, field: string): ReadValue | null {
  const text = image[field];
  if (text === null || text === undefined) return null;
  return { text: NUMBERS.includes(field) ? canonical(text) : text, formula: formulaIn(image, field) };
}

const isNothing = (value: ReadValue | null): boolean =>
  value === null || (value.formula === null && (value.text === '' || value.text === '0'));
const areSame = (one: ReadValue | null, other: ReadValue | null): boolean =>
  one?.text === other?.text && (one?.formula ?? null) === (other?.formula ?? null);

/** A row of an act is not stored while nothing is claimed in it. */
const NOTHING_CLAIMED: Image = { quantity: '0' };

/** The fields that differ; for a record that was made or removed, the fields that were not empty. */
export function changedFields(relation: Relation, before: Image | null, after: Image | null): ReadChange[] {
  if (relation === 'act_rows' && (before === null || after === null))
    return changedFields(relation, before ?? NOTHING_CLAIMED, after ?? NOTHING_CLAIMED);
  return READ_FIELDS[relation].flatMap((field): ReadChange[] => {
    const [from, to] = [before && valueIn(before, field), after && valueIn(after, field)];
    const isOneSided = before === null || after === null;
    if (isOneSided ? isNothing(from) && isNothing(to) : areSame(from, to)) return [];
    return isOneSided && field === 'list_id' ? [] : [{ field, from, to }];
  });
}

/** The value in the form in which it is entered. */
export const valueEntered = (value: ReadValue | null): string =>
  value === null ? '' : value.formula === null ? value.text : `=${value.formula}`;

const RESTORABLE: Readonly<Record<RecordKind, readonly string[]>> = {
  version: ['name'],
  list: ['title'],
  row: FILLED_FIELDS,
  additional_cost: READ_FIELDS.percent_lines,
  tax: READ_FIELDS.percent_lines,
  act: READ_FIELDS.acts,
  act_row: READ_FIELDS.act_rows,
  // Both have calls of their own, which ask for the missing details: deciding again, and noting a payment.
  extra: [],
  certificate: [],
};
/** Whether a value of the field can be set again. */
export const isRestorable = (kind: RecordKind, field: string): boolean => RESTORABLE[kind].includes(field);
