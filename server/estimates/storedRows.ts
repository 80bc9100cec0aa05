import { COMPONENTS, toAmounts } from '../../domain/amounts.ts';
import type { Row } from '../../domain/api/shapes.ts';
import { canonical } from '../../domain/decimal.ts';
import { FILLED_FIELDS, type FilledRow, type RowFormulas } from '../../domain/rowFields.ts';
import { sumsOf, unitTotal } from './amounts.ts';

export interface StoredRow extends FilledRow {
  readonly id: number;
  readonly list_id: number;
  readonly order: number;
  readonly kind: string;
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly formulas: RowFormulas;
  readonly revision: number;
}

/** A row as stored: without the sums of its section (server/estimates/rowSections.ts). */
export function plainRow(row: StoredRow): Row {
  const { id, list_id, order, code, name, unit, revision } = row;
  return {
    id,
    list_id,
    order,
    kind: row.kind === 'section' ? 'section' : 'row',
    code,
    name,
    unit,
    quantity: canonical(row.quantity),
    unit_labour: canonical(row.unit_labour),
    unit_materials: canonical(row.unit_materials),
    unit_tools: canonical(row.unit_tools),
    unit_total: unitTotal(row),
    formulas: row.formulas,
    revision,
    level: 0,
    section_id: 0,
    row_count: 0,
    ...toAmounts(sumsOf(row)),
  };
}

export const COLUMNS = ['id', 'list_id', 'order', 'kind', ...FILLED_FIELDS, ...COMPONENTS, 'formulas', 'revision'] as const;
