/** A version with its approved extras, q + Σe, as copies and files of it have it. */
import { type Amounts, fromAmounts, plus, type Sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { Line, Row, VersionSummary } from '../../domain/contract/shapes.ts';
import { exact, SCALE, shortest } from '../../domain/decimal.ts';
import { percentsOf } from '../../domain/percents.ts';
import { summarise } from '../../domain/summary.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from './amounts.ts';
import { withExtras } from './summary.ts';

const more = (amounts: Amounts, extra: Omit<Amounts, 'total'>): Amounts => toAmounts(plus(fromAmounts(amounts), sumsOf(extra)));

/** Rows and headings with their extras. */
export async function widened(query: Query, teamId: number, rows: readonly Row[]): Promise<readonly Row[]> {
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
    const quantity = exact(row.quantity, SCALE.quantity) + exact(ofRow.get(row.id)?.quantity ?? '0', SCALE.quantity);
    return { ...row, ...more(row, own), quantity: shortest(quantity, SCALE.quantity) };
  });
}

/** S(q + Σe) of a version. */
export function widenedSummary(summary: VersionSummary): VersionSummary {
  if (summary.extras === undefined) return summary;
  const { extras: _, ...rest } = summary;
  const { costs, additional, taxes } = summary;
  const sums = summarise(costs.map(withExtras), additional.map(percentsOf), taxes.map(percentsOf));
  const lines = (of: readonly Line[], amounts: readonly Sums[]) => of.map((line, at) => ({ ...line, ...toAmounts(amounts[at] ?? ZERO) }));
  return {
    ...rest,
    costs: costs.map((list) => ({ id: list.id, order: list.order, title: list.title, ...toAmounts(withExtras(list)) })),
    subtotal: toAmounts(sums.subtotal),
    additional: lines(additional, sums.additional),
    total: toAmounts(sums.total),
    taxes: lines(taxes, sums.taxes),
    total_with_taxes: toAmounts(sums.totalWithTaxes),
  };
}
