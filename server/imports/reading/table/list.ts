/** A sheet as a list of the estimate. */
import { fixed, SCALE } from '../../../../domain/decimal.ts';
import { LIMITS } from '../limits.ts';
import type { Decision, ReadList, ReadRow } from '../reading.ts';
import type { Sheet } from '../sheet.ts';
import { decided, recognize } from './columns.ts';
import { findHeader } from './header.ts';
import { type Classified, classified } from './kinds.ts';
import { noticesOf } from './notices.ts';
import { priced, type Remark } from './pricing.ts';
import { sampleOf } from './sample.ts';
import { titleOf } from './title.ts';
import { valuesOf } from './values.ts';
import { normalized } from './words.ts';

/** The list on a sheet; 'noTable' when no header is found, 'noRows' when nothing under it can be taken. */
export function listOf(sheet: Sheet, decisions: readonly Decision[]): ReadList | 'noTable' | 'noRows' {
  const header = findHeader(sheet);
  if (header === null) return 'noTable';
  const sample = sampleOf(sheet, header.after);
  const { fields, columns } = decided(
    recognize(header.columns, sample),
    decisions.filter((decision) => decision.sheet === sheet.name),
  );
  const words = new Set(header.columns.flatMap(({ path }) => [...path, path.join(' ')].map(normalized)));
  const values = sheet.rows.slice(header.after).map((row) => valuesOf(row, fields, sample.vote));
  const kinds = classified(values, words);

  const rows: ReadRow[] = [];
  const remarks = new Map<Remark, number[]>();
  for (const row of kinds) take(row, rows, remarks);
  if (!rows.some(({ kind }) => kind === 'row')) return 'noRows';
  return {
    title: titleOf(sheet, header),
    sheet: sheet.name,
    columns,
    rows,
    notices: [...sheet.notices, ...noticesOf(remarks, rows.filter(({ kind }) => kind === 'row').length)],
  };
}

const LONGEST = { code: 200, unit: 50 } as const;

function take({ kind, values }: Classified, rows: ReadRow[], remarks: Map<Remark, number[]>): void {
  if (kind === 'total' || kind === 'nothing') return;
  if (kind === 'continuation') {
    const above = rows.pop();
    if (above !== undefined) rows.push({ ...above, name: `${above.name} ${values.name}`.slice(0, LIMITS.text) });
    return;
  }
  const { index, cells } = values;
  const named =
    values.name === '' && kind === 'section'
      ? { code: '', name: values.code }
      : { code: values.code.slice(0, LONGEST.code), name: values.name };
  const base = { sheet_row_index: index, ...named, unit: kind === 'section' ? '' : values.unit.slice(0, LONGEST.unit), cells };
  if (kind === 'section') {
    rows.push({ ...base, kind: 'section', quantity: ZERO, unit_labour: ZERO, unit_materials: ZERO, unit_tools: ZERO, errors: [] });
    return;
  }
  const { quantity, prices, errors, remarks: found } = priced(values, kind);
  for (const remark of found) noted(remarks, remark).push(index);
  rows.push({
    ...base,
    kind: 'row',
    quantity: textOf(quantity),
    unit_labour: textOf(prices.labour),
    unit_materials: textOf(prices.materials),
    unit_tools: textOf(prices.tools),
    errors,
  });
}

function noted(remarks: Map<Remark, number[]>, remark: Remark): number[] {
  const known = remarks.get(remark) ?? [];
  remarks.set(remark, known);
  return known;
}

/** Quantities and unit prices have the same scale. */
const textOf = (value: bigint | null) => (value === null ? null : fixed(value, SCALE.quantity));
const ZERO = fixed(0n, SCALE.quantity);
