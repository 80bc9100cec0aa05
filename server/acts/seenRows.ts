/** The rows of an estimate as an act sees them. */
import { sql } from 'kysely';
import { ACTS_PER_VERSION, actRowId, DONE_PERCENT_SCALE, donePercent, progress } from '../../domain/act.ts';
import { rowSums, toAmounts } from '../../domain/amounts.ts';
import type { ActRow } from '../../domain/api/shapes.ts';
import { canonical, exact, fixed, SCALE, shortest } from '../../domain/decimal.ts';
import { pricesOf } from '../estimates/amounts.ts';
import type { ActRef } from './find.ts';

export const quantityOf = (text: string) => exact(text, SCALE.quantity);
export const textOf = (quantity: bigint) => shortest(quantity, SCALE.quantity);

export interface StoredActRow {
  readonly id: number;
  readonly list_id: number;
  readonly order: number;
  readonly kind: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly estimated: string;
  readonly unit_labour: string;
  readonly unit_materials: string;
  readonly unit_tools: string;
  readonly quantity: string;
  readonly revision: number;
  readonly before: string;
  /** The approved extra beyond the estimated quantity; null where there is none. */
  readonly extra: string | null;
  /** The claimed quantity where a different one was certified; null elsewhere. */
  readonly answered: ActRow['answered'] | null;
}

/** Rows as an act sees them: the whole estimate, with the quantities done in this act and in the acts before it. */
export const seenByAct = ({ teamId, place }: ActRef, which: ReturnType<typeof sql>) => sql<StoredActRow>`
  select r.id, r.list_id, r."order", r.kind, r.code, r.name, r.unit, r.quantity as estimated, r.unit_labour, r.unit_materials, r.unit_tools, e.quantity as extra,
         coalesce(own.quantity, 0)::numeric(15, 6) as quantity, coalesce(own.revision, 0) as revision,
         coalesce((select sum(earlier.quantity) from act_rows earlier
                    where earlier.team_id = r.team_id and earlier.row_id = r.id and earlier.id % ${ACTS_PER_VERSION}::int < ${place}), 0)::numeric(30, 6) as before,
         case when w.id is null then null else json_build_object('claimed', w.claimed::text, 'reason', w.reason, 'text', w.text) end as answered
    from estimate_rows r
    left join act_rows own on own.team_id = r.team_id and own.id = r.id * ${ACTS_PER_VERSION}::int + ${place}
    left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
    left join act_answer_rows w on w.team_id = r.team_id and w.id = r.id * ${ACTS_PER_VERSION}::int + ${place}
   where r.team_id = ${teamId} and ${which}`;

/** A row as an act sees it, without its section (server/acts/rowWindow.ts adds it). */
export function plainActRow(row: StoredActRow, { place }: ActRef): ActRow {
  const [estimated, done, before] = [quantityOf(row.estimated), quantityOf(row.quantity), quantityOf(row.before)];
  const prices = pricesOf(row);
  const limit = estimated + quantityOf(row.extra ?? '0');
  const cell = progress(rowSums(estimated, prices), rowSums(before, prices), rowSums(before + done, prices), rowSums(limit, prices));
  return {
    id: actRowId(row.id, place),
    row_id: row.id,
    list_id: row.list_id,
    order: row.order,
    kind: row.kind === 'section' ? 'section' : 'row',
    code: row.code,
    name: row.name,
    unit: row.unit,
    estimated_quantity: canonical(row.estimated),
    quantity: textOf(done),
    percent: fixed(donePercent(done, limit), DONE_PERCENT_SCALE),
    quantity_before: textOf(before),
    quantity_balance: textOf(before + done),
    quantity_left: textOf(limit - before - done),
    revision: row.revision,
    level: 0,
    section_id: 0,
    row_count: 0,
    estimated_cost: toAmounts(cell.estimated_cost),
    completed_before: toAmounts(cell.completed_before),
    completed_now: toAmounts(cell.completed_now),
    balance: toAmounts(cell.balance),
    left_to_do: toAmounts(cell.left_to_do),
    ...(row.extra !== null && { extra_quantity: canonical(row.extra), extras: toAmounts(cell.extras) }),
    ...(row.answered && { answered: { ...row.answered, claimed: canonical(row.answered.claimed) } }),
  };
}
