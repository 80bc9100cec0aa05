/** Overheads and taxes that a column states for each row, beside a column that adds them to the amounts. */
import { roundText, SCALE } from '../../../../../domain/decimal.ts';
import type { PercentLine } from '../../reading.ts';
import { saysCost, saysTax } from '../cell/totalsWords.ts';
import type { Fields } from '../columns/recognize.ts';
import { agrees, sumSupport } from '../evidence/arithmetic.ts';
import type { Sample } from '../evidence/sample.ts';
import type { HeaderColumn } from '../header/header.ts';
import { percentText } from './percent.ts';

interface ColumnLine extends PercentLine {
  readonly column: number;
}

const FEW_ROWS = 3;
const MOSTLY = 0.9;

/** A line for each column that is one percent of the amounts in all rows, where another column is the amounts with them. */
export function columnLines(header: readonly HeaderColumn[], sample: Sample, fields: Fields, headerRow: number): ColumnLine[] {
  const amount = fields.get('total');
  if (amount === undefined) return [];
  const used = new Set(fields.values());
  const lines: ColumnLine[] = [];
  let bases: readonly number[] = [amount];
  for (const { column, path, means } of header) {
    const name = path.join(' / ');
    const isTax = saysTax(name);
    if (used.has(column) || means.progress > 0 || !(isTax || saysCost(name))) continue;
    const percent = [bases, [amount]].map((of) => uniformPercent(sample, of, column)).find((each) => each !== null);
    if (percent === undefined || percent === null) continue;
    const form = { percent_total: percentText(percent), percent_labour: null, percent_materials: null, percent_tools: null };
    lines.push({ column, row_index: headerRow, kind: isTax ? 'tax' : 'additional_cost', name, ...form, stated: null });
    bases = [...bases, column];
  }
  const parts = [amount, ...lines.map(({ column }) => column)];
  const isSum = ({ column }: HeaderColumn) => {
    if (used.has(column) || parts.includes(column)) return false;
    const { agreement, count } = sumSupport(sample, parts, column);
    return agreement >= MOSTLY && count >= FEW_ROWS;
  };
  return lines.length > 0 && header.some(isSum) ? lines : [];
}

/** Columns of overheads or taxes that are another percent in each row, where another column is the amounts with them. */
export function columnsOfOtherPercents(
  header: readonly HeaderColumn[],
  sample: Sample,
  fields: Fields,
  lines: readonly { readonly column: number }[],
): readonly HeaderColumn[] {
  const amount = fields.get('total');
  if (amount === undefined) return [];
  const used = new Set([...fields.values(), ...lines.map(({ column }) => column)]);
  const isCost = ({ column, path, means }: HeaderColumn) =>
    !used.has(column) && means.progress === 0 && (saysTax(path.join(' / ')) || saysCost(path.join(' / ')));
  const found: HeaderColumn[] = [];
  for (const cost of header.filter(isCost)) {
    const parts = [amount, ...lines.map(({ column }) => column), ...found.map(({ column }) => column), cost.column];
    const isWith = ({ column }: HeaderColumn) => {
      if (parts.includes(column) || fields.get('unit_total') === column) return false;
      const { agreement, count } = sumSupport(sample, parts, column);
      return agreement >= MOSTLY && count >= FEW_ROWS;
    };
    if (hasNumbers(sample, cost.column) && header.some(isWith)) found.push(cost);
  }
  return found;
}
const hasNumbers = (sample: Sample, column: number) => sample.numbers(column).some((number) => number !== 0 && !Number.isNaN(number));

/** The one percent with two digits, at scale 4, that a column is of the sum of others; null where rows differ. */
function uniformPercent(sample: Sample, bases: readonly number[], column: number): bigint | null {
  const parts = bases.map((base) => sample.numbers(base));
  const stated = sample.numbers(column);
  let [base, sum, count] = [0, 0, 0];
  const rows = [...stated.entries()].flatMap(([row, value]) => {
    const of = parts.reduce((all, part) => all + (part[row] ?? Number.NaN), 0);
    if (Number.isNaN(value) || Number.isNaN(of)) return [];
    base += of;
    sum += value;
    count += of === 0 ? 0 : 1;
    return [{ of, value }];
  });
  if (base === 0 || sum === 0 || count < FEW_ROWS) return null;
  const percent = Math.round((sum / base) * 10_000) / 100;
  return rows.every(({ of, value }) => agrees((of * percent) / 100, value)) ? roundText(percent.toFixed(2), SCALE.percent) : null;
}
