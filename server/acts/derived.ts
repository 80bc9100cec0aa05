import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';

/** Removes what is kept about acts that go: their links and their sums. */
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
