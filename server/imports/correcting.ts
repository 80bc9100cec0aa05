/** Cells corrected by a person: their row is read and priced again, now and whenever its list is read again. */

import { sql } from 'kysely';
import type { CellError, ImportColumn } from '../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../domain/api/recognizedAs.ts';
import { exact, SCALE } from '../../domain/decimal.ts';
import { formulasAfter } from '../../domain/formula.ts';
import { ROW_NUMBERS } from '../../domain/rowFields.ts';
import { seenText } from '../../domain/seenText.ts';
import { headingHasNoNumbers } from '../../domain/sentences/estimates.ts';
import { required } from '../../domain/sentences/fields.ts';
import { columnNotImported } from '../../domain/sentences/imports.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import { rowAmounts } from '../estimates/amounts.ts';
import { fieldError } from '../http/errors.ts';
import { markAlike } from './changes.ts';
import { numbersOf, rowsIdOf } from './keeping.ts';
import { type CorrectedRow, corrected, type ReadRow, type Remark } from './reading/index.ts';
import { updateAfterRow } from './statedTotals.ts';

interface Typed {
  readonly column_index: number;
  readonly value: string;
}
type Field = Exclude<RecognizedAs, 'ignore'>;
const WORDS: readonly RecognizedAs[] = ['code', 'name', 'unit'];

/** Typed corrections of a list: row of the sheet → column → text. */
type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>;

async function rowOf(tx: Tx, { teamId, projectId }: ProjectRef, rowId: number) {
  return tx
    .selectFrom('import_rows as r')
    .innerJoin('import_lists as l', (join) => join.onRef('l.team_id', '=', 'r.team_id').onRef('l.rows_id', '=', 'r.rows_id'))
    .select([
      'l.columns',
      'l.id as list_id',
      'l.title as list_title',
      'r.id',
      'r.sheet_row_index',
      'r.kind',
      'r.code',
      'r.name',
      'r.unit',
      'r.cells',
      'r.errors',
      'r.remarks',
      'r.corrections',
      'r.formulas',
      'r.quantity',
      'r.unit_labour',
      'r.unit_materials',
      'r.unit_tools',
    ])
    .where('r.team_id', '=', teamId)
    .where('l.project_id', '=', projectId)
    .where('r.id', '=', rowId)
    .where('l.staged', '=', false)
    .executeTakeFirst();
}

const fieldsOf = (columns: unknown): ReadonlyMap<Field, number> =>
  new Map(
    (columns as ImportColumn[]).flatMap(({ recognized_as, column_index }) =>
      recognized_as === 'ignore' ? [] : [[recognized_as, column_index]],
    ),
  );

type Found = NonNullable<Awaited<ReturnType<typeof rowOf>>>;
const keptRow = (row: Found): CorrectedRow => ({
  ...row,
  kind: row.kind === 'section' ? 'section' : 'row',
  cells: row.cells as Record<string, string>,
  errors: row.errors as CellError[],
  remarks: row.remarks as Remark[],
});

/** Why the cell of a row cannot be corrected to this; null when it can. */
function refusal({ kind }: CorrectedRow, field: Field | undefined, value: string): ReturnType<typeof fieldError> | null {
  if (field === undefined) return fieldError('column_index', columnNotImported());
  if (kind === 'section' && !WORDS.includes(field)) return fieldError('column_index', headingHasNoNumbers());
  return field === 'name' && seenText(value) === '' ? fieldError('value', required()) : null;
}

/**
 * Replaces the text of a row's cell; returns how many rows changed. 400 on `column_index` where the column holds nothing that is imported.
 * A text that cannot be taken is kept, as a cell in error.
 */
export async function correctCell(tx: Tx, projectRef: Locked<ProjectRef>, rowId: number, typed: Typed): Promise<bigint> {
  const found = await rowOf(tx, projectRef, rowId);
  if (found === undefined) return 0n;
  const row = await correct(tx, projectRef, found, typed);
  await updateAfterRow(tx, projectRef, found.list_id, counted(keptRow(found), found), counted(row, numbersOf(row)));
  const { list_title } = found;
  await markAlike(tx, projectRef, [found, { ...row, list_title }]);
  return 1n;
}

const counted = ({ sheet_row_index, kind, errors, remarks }: CorrectedRow, numbers: ReturnType<typeof numbersOf>) => ({
  sheet_row_index,
  kind,
  costs: errors.length > 0 ? '0.00' : rowAmounts(numbers).total,
  remarks,
});

async function correct(tx: Tx, projectRef: Locked<ProjectRef>, found: Found, { column_index, value }: Typed): Promise<ReadRow> {
  const fields = fieldsOf(found.columns);
  const field = [...fields].find(([, column]) => column === column_index)?.[0];
  const refused = refusal(keptRow(found), field, value);
  if (refused !== null) throw refused;
  const row = corrected(keptRow(found), fields, { field: field as Field, value });
  const corrections = { ...(found.corrections as Record<string, string>), [column_index]: value };
  const numbers = numbersOf(row);
  const other = ROW_NUMBERS.filter((each) => each === field || exact(numbers[each], SCALE.quantity) !== exact(found[each], SCALE.quantity));
  const formulas = formulasAfter(found.formulas, Object.fromEntries(other.map((each) => [each, null])));
  await tx
    .updateTable('import_rows')
    .set({
      code: row.code,
      name: row.name,
      unit: row.unit,
      ...numbers,
      formulas: formulas && JSON.stringify(formulas),
      cells: JSON.stringify(row.cells),
      errors: JSON.stringify(row.errors),
      stated: row.stated,
      remarks: JSON.stringify(row.remarks),
      corrections: JSON.stringify(corrections),
    })
    .where('team_id', '=', projectRef.teamId)
    .where('id', '=', found.id)
    .execute();
  return row;
}

/** The typed corrections of a list. */
export async function correctionsIn(tx: Tx, { teamId }: ProjectRef, listId: number): Promise<Corrections> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['sheet_row_index', 'corrections'])
    .where('team_id', '=', teamId)
    .where('rows_id', '=', rowsIdOf(teamId, listId))
    .where(sql<boolean>`corrections <> '{}'::jsonb`)
    .execute();
  return new Map(rows.map(({ sheet_row_index, corrections }) => [sheet_row_index, corrections as Record<string, string>]));
}

/** Applies the corrections to the rows at the same places of the sheet; columns that are no longer imported are skipped. */
export async function reapplyCorrections(tx: Tx, projectRef: Locked<ProjectRef>, listId: number, corrections: Corrections): Promise<void> {
  if (corrections.size === 0) return;
  const rows = await tx
    .selectFrom('import_rows')
    .select(['id', 'sheet_row_index'])
    .where('team_id', '=', projectRef.teamId)
    .where('rows_id', '=', rowsIdOf(projectRef.teamId, listId))
    .where('sheet_row_index', 'in', [...corrections.keys()])
    .execute();
  for (const { id, sheet_row_index } of rows) {
    for (const [column, value] of Object.entries(corrections.get(sheet_row_index) ?? {})) {
      const found = await rowOf(tx, projectRef, id);
      if (found === undefined) continue;
      const field = [...fieldsOf(found.columns)].find(([, at]) => at === Number(column))?.[0];
      if (refusal(keptRow(found), field, value) === null) await correct(tx, projectRef, found, { column_index: Number(column), value });
    }
  }
}
