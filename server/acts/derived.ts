import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';

/** Removes the links and the stored sums of acts that are being deleted. */
export async function forgetDerived(tx: Tx, { teamId }: Locked<ProjectRef>, acts: readonly number[]): Promise<void> {
  for (const table of [
    'act_links',
    'act_answer_rows',
    'act_answer_lists',
    'act_answers',
    'act_list_totals',
    'act_section_totals',
    'act_totals',
  ] as const) {
    for (const actId of acts) await tx.deleteFrom(table).where('team_id', '=', teamId).where('act_id', '=', actId).execute();
  }
}
