import { sql } from 'kysely';
import type { ActCheck } from '../../domain/contract/actShapes.ts';
import type { Query } from '../db/open.ts';
import type { ActRef } from './find.ts';
import { actSummaryOf } from './summary.ts';

interface Deductions {
  readonly rows: number;
  readonly amount: string;
}

/** Rows of negative quantity that are not wholly claimed to date, and what is left of them without taxes. */
async function deductionsLeft(query: Query, { teamId, versionId, place }: ActRef): Promise<Deductions> {
  const { rows } = await sql<Deductions>`
    select count(*) as rows, coalesce(sum(total - round(done * unit_labour, 2) - round(done * unit_materials, 2) - round(done * unit_tools, 2)), 0)::numeric(40, 2) as amount
      from (select r.labour + r.materials + r.tools as total, r.quantity, r.unit_labour, r.unit_materials, r.unit_tools,
                   coalesce((select sum(d.quantity) from acts a join act_rows d on d.team_id = a.team_id and d.act_id = a.id
                              where a.team_id = r.team_id and a.version_id = r.version_id and a.place <= ${place} and d.row_id = r.id), 0) as done
              from estimate_rows r
             where r.team_id = ${teamId} and r.version_id = ${versionId} and r.kind = 'row' and r.quantity < 0) deduction
     where done <> quantity`.execute(query);
  return rows[0] ?? { rows: 0, amount: '0.00' };
}

/** What is looked at before an act is submitted or accepted. */
export async function checkOf(query: Query, act: ActRef): Promise<ActCheck> {
  const { total_with_taxes: whole } = await actSummaryOf(query, act);
  const { claimed } = await query
    .selectFrom('act_rows')
    .select((of) => of.fn.countAll<number>().as('claimed'))
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('quantity', '<>', '0')
    .executeTakeFirstOrThrow();
  return {
    claimed_rows: claimed,
    balance: whole.balance_total,
    contract: whole.estimated_cost.total,
    deductions_left: await deductionsLeft(query, act),
  };
}
