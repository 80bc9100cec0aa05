/** Columns of "1.500" alone, which may be thousands or decimals: the mark with which quantity × price gives the amount is that of the file. */
import type { DecimalMark } from '../../../../../domain/numberText.ts';
import { readingsOf } from '../../../../../domain/numberText.ts';
import type { Sheet } from '../../sheet.ts';
import { productsIn } from './arithmetic.ts';
import { type Sample, sampleOf } from './sample.ts';

/** One mark makes a number a thousand times the other, so a few rows tell them apart. */
const FEW_ROWS = 2;
const MARKS: readonly DecimalMark[] = ['.', ','];

/** The sample of a sheet, in which such columns are read with the mark that products prove; unchanged where none does, or both do. */
export function sampleWithMarks(sheet: Sheet, after: number): Sample {
  const sample = sampleOf(sheet, after);
  const open = new Set(sample.columns.filter((column) => isOpen(sample, column)));
  if (open.size === 0) return sample;
  const proofs = MARKS.map((mark) => {
    const marks = new Map([...open].map((column) => [column, mark] as const));
    const columns = productsIn(sampleOf(sheet, after, marks), FEW_ROWS).flatMap(({ factors, result }) => [...factors, result]);
    return new Map([...marks].filter(([column]) => columns.includes(column)));
  });
  const [proven, ...others] = proofs.filter(({ size }) => size > 0);
  return proven === undefined || others.length > 0 ? sample : sampleOf(sheet, after, proven);
}

const isOpen = (sample: Sample, column: number) =>
  sample.showsNoMark(column) &&
  sample.cells(column).some(({ kind, text }) => kind === 'text' && text.length <= LONGEST && readingsOf(text, 'unknown') !== null);
const LONGEST = 20;
