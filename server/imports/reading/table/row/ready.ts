/** Rows of formats that name their own fields: nothing in them is recognised. */
import type { RecognizedAs } from '../../../../../domain/contract/recognizedAs.ts';
import { numberInText } from '../../../../../domain/numberText.ts';
import type { ReadColumn } from '../../reading.ts';
import type { Remark } from '../../remarks.ts';
import type { Classified, Kind } from './kind.ts';
import type { FieldValue, NumberField } from './values.ts';

type Field = Exclude<RecognizedAs, 'ignore'>;

interface ReadyRow {
  /** Its place in the file, from 1. */
  readonly index: number;
  readonly kind: Kind;
  readonly texts: { readonly code: string; readonly name: string; readonly unit?: string };
  /** Number texts with a decimal point, as the file writes them. */
  readonly numbers?: Readonly<Partial<Record<NumberField, string | undefined>>>;
  /** Formulas of constants that gave the numbers. */
  readonly formulas?: Readonly<Partial<Record<NumberField, string | undefined>>>;
  readonly remarks?: readonly Remark[];
}

/** The columns a format's fields are shown in; `header` is what the format calls each. */
export const readyColumns = (headers: Readonly<Partial<Record<Field, string>>>): ReadColumn[] =>
  Object.entries(headers).map(([field, header], column_index) => ({
    column_index,
    header,
    recognized_as: field as Field,
    certainty: 1,
  }));

/** Classifies rows as the format says, their numbers read under a decimal point. */
export function readyRow(
  { index, kind, texts, numbers = {}, formulas = {}, remarks = [] }: ReadyRow,
  columns: readonly ReadColumn[],
): Classified {
  const columnOf = (field: Field) => columns.find(({ recognized_as }) => recognized_as === field)?.column_index ?? 0;
  const read: Partial<Record<NumberField, FieldValue>> = {};
  const cells: Record<string, string> = { ...texts };
  for (const [field, text] of Object.entries(numbers) as [NumberField, string | undefined][]) {
    if (text === undefined || text.trim() === '') continue;
    const column = columnOf(field);
    const number = numberInText(text, '.');
    read[field] = { column, cell: { column, kind: 'text', text, number: Number.NaN, sums: '', formula: formulas[field] }, read: number };
    cells[field] = number.kind === 'number' ? number.text : text;
  }
  for (const [field, text] of Object.entries(cells)) if (text === '') delete cells[field];
  const { code, name, unit = '' } = texts;
  return {
    kind,
    remarks,
    values: {
      index,
      code,
      name,
      unit,
      label: name === '' ? code : name,
      numbers: read,
      areTextsNamed: true,
      nesting: [],
      sums: '',
      nameColumn: columnOf('name'),
      cells: () => cells,
      row: { index, cells: [] },
    },
  };
}
