import { sql } from 'kysely';
import { fromAmounts, plus, toAmounts, ZERO } from '../../domain/amounts.ts';
import type { ActCheck } from '../../domain/api/actShapes.ts';
import type { Progress } from '../../domain/api/shapes.ts';
import { cents } from '../../domain/decimal.ts';
import { deductionsLeftOut } from '../../domain/sentences/acts.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { conflict } from '../http/errors.ts';
import type { ActRef } from './find.ts';
import { actSummaryOf } from './summary.ts';

interface Deductions {
  readonly rows: number;
  readonly amount: string;
}

/**
 * The deductions not wholly claimed to date: rows with a negative quantity, extras included, and the amount left to claim, without taxes.
 */
async function deductionsLeft(query: Query, { teamId, versionId, place }: ActRef): Promise<Deductions> {
  const { rows } = await sql<Deductions>`
    select count(*) as rows, coalesce(sum(round(quantity * unit_labour, 2) + round(quantity * unit_materials, 2) + round(quantity * unit_tools, 2) - round(done * unit_labour, 2) - round(done * unit_materials, 2) - round(done * unit_tools, 2)), 0)::numeric(40, 2) as amount
      from (select r.quantity + coalesce(e.quantity, 0) as quantity, r.unit_labour, r.unit_materials, r.unit_tools,
                   coalesce((select sum(d.quantity) from acts a join act_rows d on d.team_id = a.team_id and d.act_id = a.id
                              where a.team_id = r.team_id and a.version_id = r.version_id and a.place <= ${place} and d.row_id = r.id), 0) as done
              from estimate_rows r left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
             where r.team_id = ${teamId} and r.list_id in (select id from lists where team_id = ${teamId} and version_id = ${versionId}) and r.kind = 'row' and r.quantity + coalesce(e.quantity, 0) < 0) deduction
     where done <> quantity`.execute(query);
  return rows[0] ?? { rows: 0, amount: '0.00' };
}

/** S(q + Σe), with taxes. */
const contractOf = ({ estimated_cost, extras }: Progress) =>
  toAmounts(plus(fromAmounts(estimated_cost), extras === undefined ? ZERO : fromAmounts(extras))).total;

/** Whether all rows with a positive quantity, extras included, are wholly claimed to date. */
async function isRestClaimed(query: Query, { teamId, versionId, place }: ActRef): Promise<boolean> {
  const { rows } = await sql`
    select from estimate_rows r left join row_extras e on e.team_id = r.team_id and e.row_id = r.id
     where r.team_id = ${teamId} and r.list_id in (select id from lists where team_id = ${teamId} and version_id = ${versionId}) and r.kind = 'row' and r.quantity + coalesce(e.quantity, 0) > 0
       and r.quantity + coalesce(e.quantity, 0) <> coalesce((
             select sum(d.quantity) from acts a join act_rows d on d.team_id = a.team_id and d.act_id = a.id
              where a.team_id = r.team_id and a.version_id = r.version_id and a.place <= ${place} and d.row_id = r.id), 0)
     limit 1`.execute(query);
  return rows.length === 0;
}

/**
 * The check that is shown before an act is submitted or accepted. The quantity at which a claim first exceeds the contract would reveal a
 * price, so a person who sees no prices is told of deductions only when nothing else is left to claim.
 */
export async function checkOf(query: Query, { access }: Pick<Caller, 'access'>, act: ActRef): Promise<ActCheck> {
  const { total_with_taxes: whole } = await actSummaryOf(query, act);
  const { claimed } = await query
    .selectFrom('act_rows')
    .select((of) => of.fn.countAll<number>().as('claimed'))
    .where('team_id', '=', act.teamId)
    .where('act_id', '=', act.actId)
    .where('quantity', '<>', '0')
    .executeTakeFirstOrThrow();
  const [balance, contract, left] = [whole.balance_total, contractOf(whole), await deductionsLeft(query, act)];
  return {
    claimed_rows: claimed,
    balance,
    contract,
    deductions_left: left,
    deductions_left_out:
      left.rows > 0 && (access?.hidesPrices === true ? await isRestClaimed(query, act) : cents(balance) > cents(contract)),
  };
}

/** 409 `deductions_left_out` with the check, when the act claims above the contract and deductions are not wholly claimed. */
export async function refuseDeductionsLeftOut(query: Query, caller: Pick<Caller, 'access'>, act: ActRef): Promise<void> {
  const check = await checkOf(query, caller, act);
  if (check.deductions_left_out) throw conflict(deductionsLeftOut(), { check });
}
