/** Rows with their approved extras, q + Σe, as copies, files and comparisons of a version have them. */
import { type Amounts, fromAmounts, plus, toAmounts } from '../../domain/amounts.ts';
import type { Row, WidenedRow } from '../../domain/api/shapes.ts';
import { canonical, exact, SCALE, shortest } from '../../domain/decimal.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from './amounts.ts';

const more = (amounts: Amounts, extra: Omit<Amounts, 'total'>): Amounts => toAmounts(plus(fromAmounts(amounts), sumsOf(extra)));

/** Rows and headings with their extras, and how much of the quantity is extra. A quantity with an extra has no formula. */
export async function widened(query: Query, teamId: number, rows: Row[]): Promise<WidenedRow[]> {
  const ids = rows.map(({ id }) => id);
  const ofRows = await query
    .selectFrom('row_extras')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('row_id', 'in', [0, ...ids])
    .execute();
  if (ofRows.length === 0 && rows.every(({ kind }) => kind === 'row')) return rows;
  const ofHeadings = await query
    .selectFrom('section_extras')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('section_id', 'in', [0, ...ids])
    .execute();
  const ofRow = new Map(ofRows.map((each) => [each.row_id, each]));
  const ofHeading = new Map(ofHeadings.map((each) => [each.section_id, each]));
  return rows.map((row) => {
    const own = ofRow.get(row.id) ?? ofHeading.get(row.id);
    if (own === undefined) return row;
    const extra = ofRow.get(row.id)?.quantity;
    const { quantity: _, ...formulas } = row.formulas ?? {};
    return {
      ...row,
      ...more(row, own),
      ...(extra !== undefined && {
        quantity: shortest(exact(row.quantity, SCALE.quantity) + exact(extra, SCALE.quantity), SCALE.quantity),
        extra_quantity: canonical(extra),
        formulas: Object.keys(formulas).length > 0 ? formulas : null,
      }),
    };
  });
}
