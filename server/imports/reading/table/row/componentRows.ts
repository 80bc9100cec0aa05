/** Positions whose labour, materials and tools stand in rows of their own right below them: "Labour", "Materials", "Machines". */
import { COMPONENTS, type Component } from '../../../../../domain/amounts.ts';
import { SCALE } from '../../../../../domain/decimal.ts';
import { described } from '../header/describe.ts';
import type { Classified } from './kind.ts';
import { amountOf, type FieldValue, isNonZero, type NumberField, numberOf, type RowValues } from './values.ts';

const FEWEST = 2;
const LONGEST = 40;
const TRANSPORT = /^transport\p{L}*$/iu;

/** The component that is all a row says; null for a row of other words. */
function componentOf({ values: { code, unit, name } }: Classified): Component | null {
  if (code !== '' || unit !== '' || name.length > LONGEST) return null;
  const words = name.replace(/\s*:\s*$/, '');
  if (TRANSPORT.test(words)) return 'tools';
  const { top, component, score } = described([words]);
  return top === 'money' && score === 1 ? component : null;
}

/** The rows with each such position split into its components; unchanged where fewer than two positions are written so. */
export function withComponentRows(rows: readonly Classified[]): readonly Classified[] {
  const changed = new Map<Classified, Classified>();
  let positions = 0;
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'item' || row.values.unit === '' || amountOf(row.values) === 0) continue;
    const parts = partsBelow(rows, at);
    const sum = parts.reduce((all, { values }) => all + amountOf(values), 0);
    if (parts.length < FEWEST || Math.abs(sum - amountOf(row.values)) > 0.011 * parts.length) continue;
    positions += 1;
    changed.set(row, { ...row, values: split(row.values, parts) });
    for (const part of parts) changed.set(part, { ...part, kind: 'resource', of: row.values.index });
  }
  return positions < FEWEST ? rows : rows.map((row) => changed.get(row) ?? row);
}

function partsBelow(rows: readonly Classified[], at: number): readonly Classified[] {
  let until = at + 1;
  for (let row = rows[until]; row !== undefined && componentOf(row) !== null; row = rows[until]) until += 1;
  return rows.slice(at + 1, until);
}

type Given = { field: NumberField; value: FieldValue };

function split(values: RowValues, parts: readonly Classified[]): RowValues {
  const given = COMPONENTS.flatMap((component): Given[] => {
    const own = parts.filter((part) => componentOf(part) === component && amountOf(part.values) !== 0);
    const prices = own.map((part) => priceIn(part.values, values));
    if (own.length === 0) return [];
    return prices.every((price) => price !== null)
      ? [{ field: `unit_${component}`, value: together(prices) }]
      : [{ field: component, value: together(own.map((part) => part.values.numbers.total).filter((value) => value !== undefined)) }];
  });
  const { unit_total: _, ...cells } = values.cells();
  const texts = given.map(({ field, value }) => [field, value.read.kind === 'number' ? value.read.text : '']);
  return {
    ...values,
    numbers: { ...values.numbers, unit_total: undefined, ...Object.fromEntries(given.map(({ field, value }) => [field, value])) },
    cells: () => ({ ...cells, ...Object.fromEntries(texts) }),
  };
}

/** The price of a component, where the position's quantity times it is the component's amount. */
function priceIn(part: RowValues, position: RowValues): FieldValue | null {
  const price = numberOf(part, 'unit_total');
  const value = part.numbers.unit_total;
  const product = Number(numberOf(position, 'quantity') ?? 0) * Number(price ?? 0);
  return value !== undefined && isNonZero(price) && Math.abs(product - amountOf(part)) <= 0.011 ? value : null;
}

function together(values: readonly FieldValue[]): FieldValue {
  const [first, ...others] = values;
  if (first === undefined) throw new Error('A component has a row');
  if (others.length === 0) return first;
  const sum = values.reduce((all, { read }) => all + (read.kind === 'number' ? Number(read.text) : 0), 0);
  return { ...first, column: first.column, cell: first.cell, read: { kind: 'number', text: sum.toFixed(SCALE.unitPrice) } };
}
