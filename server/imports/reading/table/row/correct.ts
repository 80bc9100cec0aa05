/** A row read again after a person has typed something in the place of one of its cells. */

import type { CellError, ImportRow } from '../../../../../domain/api/importShapes.ts';
import { NUMBER_FIELDS, type RecognizedAs } from '../../../../../domain/api/recognizedAs.ts';
import { typedNumber } from '../../../../../domain/numbers.ts';
import { type NumberRead, numberInText } from '../../../../../domain/numberText.ts';
import { seenText } from '../../../../../domain/seenText.ts';
import { sentenceOfCell } from '../../../../../domain/sentences/sentence.ts';
import type { ReadRow } from '../../reading.ts';
import type { Remark } from '../../remarks.ts';
import { assembled } from './assemble.ts';
import type { Kind } from './kind.ts';
import { isOfNumbers } from './pricing.ts';
import type { FieldValue, NumberField } from './values.ts';

/** The stored fields of a row. */
export interface CorrectedRow {
  readonly sheet_row_index: number;
  readonly kind: ImportRow['kind'];
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly errors: readonly CellError[];
  readonly remarks: readonly Remark[];
}
type Field = Exclude<RecognizedAs, 'ignore'>;

interface Correction {
  readonly field: Field;
  readonly value: string;
}

const EMPTY: NumberRead = { kind: 'empty' };

/**
 * The row with the text as the field's cell, priced again. Typed numbers have a decimal point or comma and no thousands' marks.
 * Other cells stay as they were read: what could not be taken for a number still cannot.
 */
export function corrected(row: CorrectedRow, columnOf: ReadonlyMap<Field, number>, { field, value }: Correction): ReadRow {
  const { [field]: _, ...others } = row.cells;
  const typed = seenText(value);
  const cells: Record<string, string> = typed === '' ? { ...others } : { ...others, [field]: typed };
  const numbers: Partial<Record<NumberField, FieldValue>> = {};
  for (const each of NUMBER_FIELDS) {
    const column = columnOf.get(each);
    // A component that stands in a row of its own has no column.
    if (column === undefined && cells[each] === undefined) continue;
    const read = each === field ? numberInText(typedNumber(typed), '.') : readBefore(row, each);
    if (read.kind === 'number') cells[each] = read.text;
    const text = cells[each] ?? '';
    const place = column ?? 0;
    numbers[each] = { column: place, cell: { column: place, kind: 'text', text, number: Number.NaN, sums: '' }, read };
  }
  const words = (each: 'code' | 'name' | 'unit') => (each === field ? typed : row[each]);
  const { rows } = assembled([
    {
      kind: kindOf(row, field, typed),
      values: {
        index: row.sheet_row_index,
        code: words('code'),
        name: words('name'),
        unit: words('unit'),
        label: words('name'),
        numbers,
        sums: '',
        nesting: [],
        nameColumn: columnOf.get('name') ?? 0,
        row: { index: row.sheet_row_index, cells: [] },
        cells: () => cells,
      },
    },
  ]);
  const [again] = rows;
  if (again === undefined) throw new Error('A row that was read is a row');
  return again;
}

function readBefore({ cells, errors }: CorrectedRow, field: NumberField): NumberRead {
  const error = errors.find((each) => each.field === field && !isOfNumbers(each));
  if (error !== undefined) return { kind: 'bad', sentence: sentenceOfCell(error) };
  const read = numberInText(cells[field] ?? '', '.');
  return read.kind === 'bad' ? EMPTY : read;
}

function kindOf({ kind, remarks }: CorrectedRow, field: Field, typed: string): Kind {
  if (kind === 'section') return 'section';
  if (field === 'quantity' && typed !== '') return 'item';
  return (['rateOnly', 'notCounted'] as const).find((each) => remarks.includes(each)) ?? 'item';
}
