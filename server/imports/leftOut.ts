/** Rows of a sheet that were not taken: a person can take them in. */
import { sql } from 'kysely';
import { exact, fixed, SCALE } from '../../domain/decimal.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { insertRow } from './keeping.ts';
import type { LeftOut, ReadRow } from './reading/index.ts';
import { updateTotalsAndNotices } from './statedTotals.ts';

/** Also says whether a person has taken it in. */
export type KeptLeftOut = LeftOut & { readonly taken_in?: boolean };
type KeptRow = Extract<KeptLeftOut, { kind: 'row' }>;

async function rowsLeftOut(tx: Tx, { teamId, projectId }: ProjectRef, listId: number): Promise<KeptLeftOut[]> {
  const list = await tx
    .selectFrom('import_lists')
    .select('not_taken')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', listId)
    .where('staged', '=', false)
    .executeTakeFirst();
  return (list?.not_taken ?? []) as KeptLeftOut[];
}

/** Takes a left-out row in, with the quantity 1 and its amount as the price; returns 0 where the list has no such row. */
export async function takeIn(tx: Tx, projectRef: Locked<ProjectRef>, listId: number, rowIndex: number): Promise<bigint> {
  const taken = await takeInEach(tx, projectRef, listId, new Set([rowIndex]));
  if (taken > 0) await updateTotalsAndNotices(tx, projectRef, listId);
  return BigInt(taken);
}

/** The rows of a list that a person has taken in. */
export async function takenIn(tx: Tx, projectRef: ProjectRef, listId: number): Promise<ReadonlySet<number>> {
  const rows = await rowsLeftOut(tx, projectRef, listId);
  return new Set(rows.flatMap((row) => (row.kind === 'row' && row.taken_in === true ? [row.row_index] : [])));
}

/** Takes in those of the wanted rows that are left out; returns how many they are. */
export async function takeInEach(tx: Tx, projectRef: Locked<ProjectRef>, listId: number, wanted: ReadonlySet<number>): Promise<number> {
  if (wanted.size === 0) return 0;
  const all = await rowsLeftOut(tx, projectRef, listId);
  const isWanted = (row: KeptLeftOut): row is KeptRow => row.kind === 'row' && row.taken_in !== true && wanted.has(row.row_index);
  const taken = all.filter(isWanted);
  for (const { row_index, text, amount } of taken)
    await insertRow(tx, projectRef.teamId, listId, rowOfAmount(row_index, text, amount ?? '0.00'));
  const kept = all.map((row) => (isWanted(row) ? { ...row, taken_in: true } : row));
  await tx
    .updateTable('import_lists')
    .set({ not_taken: JSON.stringify(kept), left_out: leftOutWithout(taken.map(({ row_index }) => row_index)) })
    .where('team_id', '=', projectRef.teamId)
    .where('id', '=', listId)
    .execute();
  return taken.length;
}

/** The rows that stay out when the list is read again, without these. */
const leftOutWithout = (rows: readonly number[]) => sql`
  (select coalesce(jsonb_agg(g.row), '[]') from jsonb_array_elements(left_out) as g (row) where g.row::int <> all(${rows}::int[]))`;

const ONE = fixed(10n ** BigInt(SCALE.quantity), SCALE.quantity);
const ZERO = fixed(0n, SCALE.unitPrice);

const rowOfAmount = (sheet_row_index: number, name: string, amount: string): ReadRow => ({
  sheet_row_index,
  kind: 'row',
  code: '',
  name,
  unit: '',
  quantity: ONE,
  unit_labour: ZERO,
  unit_materials: fixed(exact(amount, SCALE.unitPrice), SCALE.unitPrice),
  unit_tools: ZERO,
  errors: [],
  stated: amount,
  remarks: ['quantityOne'],
  cells: { name, total: amount },
});
