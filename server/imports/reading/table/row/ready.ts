/** Rows of formats that name their own fields: nothing in them is recognised. */
import type { RecognizedAs } from '../../../../../domain/api/recognizedAs.ts';
import { numberInText, type Vote } from '../../../../../domain/numberText.ts';
import type { ReadColumn } from '../../reading.ts';
import type { Remark } from '../../remarks.ts';
import type { Cell } from '../../sheet.ts';
import { numberInCell } from '../cell/numbers.ts';
import type { Classified, Kind } from './kind.ts';
import type { FieldValue, NumberField } from './values.ts';

type Field = Exclude<RecognizedAs, 'ignore'>;

interface ReadyRow {
  /** Its place in the file, from 1. */
  readonly index: number;
  readonly kind: Kind;
  readonly texts: { readonly code: string; readonly name: string; readonly unit?: string };
  /** Number texts with a decimal point, as the file writes them, or the cells of a sheet. */
  readonly numbers?: Readonly<Partial<Record<NumberField, string | Cell | undefined>>>;
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

const writtenIn = (column: number, text: string): FieldValue => ({
  column,
  cell: { column, kind: 'text', text, number: Number.NaN, sums: '' },
  read: numberInText(text, '.'),
});
const cellValue = (cell: Cell, voted: Vote): FieldValue => ({ column: cell.column, cell, read: numberInCell(cell, voted) });

/** Classifies rows as the format says. Their texts are read under a decimal point, cells of a sheet under the mark of their column. */
export function readyRow(
  { index, kind, texts, numbers = {}, remarks = [] }: ReadyRow,
  columns: readonly ReadColumn[],
  voteOf: (column: number) => Vote = () => '.',
): Classified {
  const columnOf = (field: Field) => columns.find(({ recognized_as }) => recognized_as === field)?.column_index ?? 0;
  const read: Partial<Record<NumberField, FieldValue>> = {};
  const cells: Record<string, string> = { ...texts };
  for (const [field, found] of Object.entries(numbers) as [NumberField, string | Cell | undefined][]) {
    if (found === undefined || (typeof found === 'string' && found.trim() === '')) continue;
    const value = typeof found === 'string' ? writtenIn(columnOf(field), found) : cellValue(found, voteOf(found.column));
    read[field] = value;
    cells[field] = value.read.kind === 'number' ? value.read.text : (value.cell?.text ?? '');
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
