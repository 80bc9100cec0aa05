/** Decisions on columns, remembered for the team by the words of the header. */
import type { Database, Tx } from '../db/open.ts';
import type { Decision } from './reading/index.ts';

/** Empty when no decision is remembered for the header. */
export async function rememberedFor(database: Database, teamId: number, fingerprint: string): Promise<readonly Decision[]> {
  const found = await database.query
    .selectFrom('import_mappings')
    .select('decisions')
    .where('team_id', '=', teamId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return (found?.decisions ?? []) as Decision[];
}

export async function remember(tx: Tx, teamId: number, fingerprint: string, decisions: readonly Decision[]): Promise<void> {
  const said = JSON.stringify(decisions);
  await tx
    .insertInto('import_mappings')
    .values({ team_id: teamId, fingerprint, decisions: said })
    .onConflict((clash) => clash.columns(['team_id', 'fingerprint']).doUpdateSet({ decisions: said }))
    .execute();
}

/** The decisions with one more: a field is held by one column, a column holds one field. */
export function withDecision(decisions: readonly Decision[], said: Decision): Decision[] {
  const others = decisions.filter(
    ({ column_index, recognized_as }) =>
      column_index !== said.column_index && (recognized_as !== said.recognized_as || recognized_as === 'ignore'),
  );
  return [...others, said];
}
