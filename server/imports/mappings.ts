/** Decisions on columns, remembered for the team by the words of the header. */
import type { Query, Tx } from '../db/open.ts';
import type { Decision } from './reading/index.ts';

/** Empty when no decision is remembered for the header. */
export async function rememberedFor(query: Query, teamId: number, fingerprint: string): Promise<readonly Decision[]> {
  const found = await query
    .selectFrom('import_mappings')
    .select('decisions')
    .where('team_id', '=', teamId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return (found?.decisions ?? []) as Decision[];
}

/** Adds a decision to those remembered. The row is locked, because other projects of the team may add theirs at the same time. */
export async function remember(tx: Tx, teamId: number, fingerprint: string, decision: Decision): Promise<void> {
  await tx
    .insertInto('import_mappings')
    .values({ team_id: teamId, fingerprint, decisions: '[]' })
    .onConflict((clash) => clash.columns(['team_id', 'fingerprint']).doNothing())
    .execute();
  const { decisions } = await tx
    .selectFrom('import_mappings')
    .select('decisions')
    .where('team_id', '=', teamId)
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('import_mappings')
    .set({ decisions: JSON.stringify(withDecision(decisions as Decision[], decision)) })
    .where('team_id', '=', teamId)
    .where('fingerprint', '=', fingerprint)
    .execute();
}

/** The decisions with one more: a field is held by one column, a column holds one field. */
export function withDecision(decisions: readonly Decision[], decision: Decision): Decision[] {
  const others = decisions.filter(
    ({ column_index, recognized_as }) =>
      column_index !== decision.column_index && (recognized_as !== decision.recognized_as || recognized_as === 'ignore'),
  );
  return [...others, decision];
}
