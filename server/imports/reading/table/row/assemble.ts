/** Turns classified rows into a list of the estimate, the same for all formats. */

import { addUp, ZERO as NOTHING, type Sums } from '../../../../../domain/amounts.ts';
import { cutTo } from '../../../../../domain/cut.ts';
import { canonical, fixed, SCALE } from '../../../../../domain/decimal.ts';
import { formulasAfter, formulaValue } from '../../../../../domain/formula.ts';
import { ROW_NUMBERS, type RowFormulas, type RowNumber } from '../../../../../domain/rowFields.ts';
import { evidenceOf, explained } from '../../evidence.ts';
import { LIMITS } from '../../limits.ts';
import type { ListHead, ReadList, ReadRow } from '../../reading.ts';
import { noticesOf, type Remark } from '../../remarks.ts';
import type { Classified } from './kind.ts';
import { priced } from './pricing.ts';

export interface Assembled {
  readonly rows: ReadRow[];
  readonly remarks: ReadonlyMap<Remark, readonly number[]>;
  /** Costs of each row that is not a section, by its index in the sheet. A row in error costs nothing until it is corrected. */
  readonly sums: ReadonlyMap<number, Sums>;
}

const LONGEST = { code: 200, unit: 50 } as const;

/** Takes the rows of the estimate; totals and rows of the kind "nothing" are skipped. */
export function assembled(kinds: readonly Classified[]): Assembled {
  const rows: ReadRow[] = [];
  const remarks = new Map<Remark, number[]>();
  const sums = new Map<number, Sums>();
  for (const row of kinds) take(row, rows, remarks, sums);
  return { rows, remarks, sums };
}

function take(
  { kind, values, remarks: noticed = [] }: Classified,
  rows: ReadRow[],
  remarks: Map<Remark, number[]>,
  sums: Map<number, Sums>,
): void {
  if (kind === 'total' || kind === 'nothing' || kind === 'resource' || kind === 'ofWhich' || kind === 'measured') return;
  if (kind === 'continuation') {
    const above = rows.pop();
    if (above !== undefined) rows.push({ ...above, name: cutTo(`${above.name} ${values.name}`, LIMITS.text) });
    return;
  }
  const { index } = values;
  const named =
    values.name === '' && kind === 'section' && values.areTextsNamed !== true
      ? namedLeft(values)
      : { code: cutTo(values.code, LONGEST.code), name: values.name };
  if (kind === 'section') {
    const nothing = { quantity: ZERO, unit_labour: ZERO, unit_materials: ZERO, unit_tools: ZERO };
    const base = { sheet_row_index: index, ...named, unit: '', cells: values.cells() };
    rows.push({ ...base, kind: 'section', ...nothing, errors: [], stated: null, remarks: [] });
    return;
  }
  const { quantity, prices, ours, errors, remarks: found, stated } = priced(values, kind, noticed);
  for (const remark of found) noted(remarks, remark).push(index);
  if (ours !== null) sums.set(index, ours);
  const numbers = {
    quantity: textOf(quantity),
    unit_labour: textOf(prices.labour),
    unit_materials: textOf(prices.materials),
    unit_tools: textOf(prices.tools),
  };
  rows.push({
    sheet_row_index: index,
    kind: 'row',
    code: named.code,
    name: named.name,
    unit: cutTo(values.unit, LONGEST.unit),
    quantity: numbers.quantity,
    unit_labour: numbers.unit_labour,
    unit_materials: numbers.unit_materials,
    unit_tools: numbers.unit_tools,
    formulas: formulasIn(values, numbers),
    cells: values.cells(),
    errors,
    stated: stated === null ? null : fixed(stated, SCALE.money),
    remarks: found,
  });
}

/** A heading whose words stand left of the names: in the column of codes, or between it and the names. */
const namedLeft = ({ code, label }: Classified['values']) =>
  code === label || /\p{L}{2}/u.test(code) ? { code: '', name: code || label } : { code: cutTo(code, LONGEST.code), name: label };

/** The formulas that give the row's own numbers: a price without a split counts as materials. */
function formulasIn({ numbers: read }: Classified['values'], numbers: Readonly<Record<RowNumber, string | null>>): RowFormulas {
  if (ROW_NUMBERS.every((field) => read[field]?.cell?.formula === undefined) && read.unit_total?.cell?.formula === undefined) return null;
  const found = ROW_NUMBERS.map((field) => {
    const cell = read[field]?.cell ?? (field === 'unit_materials' ? read.unit_total?.cell : undefined);
    const [formula, number] = [cell?.formula, numbers[field]];
    const outcome = formula === undefined || number === null ? null : formulaValue(formula, SCALE.quantity);
    const isSame = outcome !== null && 'value' in outcome && number !== null && outcome.value === canonical(number);
    return [field, isSame ? (formula ?? null) : null] as const;
  });
  return formulasAfter(null, Object.fromEntries(found));
}

function noted(remarks: Map<Remark, number[]>, remark: Remark): number[] {
  const known = remarks.get(remark) ?? [];
  remarks.set(remark, known);
  return known;
}

/** Quantities and unit prices have the same scale. */
const textOf = (value: bigint | null) => (value === null ? null : fixed(value, SCALE.quantity));
const ZERO = fixed(0n, SCALE.quantity);

/** A list without its rows and without what follows from them. A format that finds no doubts, left out cells or traits leaves them out. */
type Around = Omit<ListHead, 'evidence' | Optional> & Partial<Pick<ListHead, Optional>>;
type Optional = 'doubts' | 'leftOut' | 'traits';

/** The list with the notices on its rows; null when nothing in it can be taken. */
export function listFrom({ rows, remarks }: Assembled, around: Around): ReadList | null {
  const items = rows.filter(({ kind }) => kind === 'row').length;
  if (items === 0) return null;
  return {
    doubts: [],
    leftOut: [],
    traits: [],
    ...around,
    rows,
    notices: [...around.notices, ...noticesOf(remarks, items)],
    totals: explained(around.totals),
    evidence: evidenceOf(rows, around.totals),
  };
}

export const sumOfAll = ({ sums }: Assembled): Sums => addUp([NOTHING, ...sums.values()]);
