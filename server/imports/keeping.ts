/** Writes lists and rows to the database while the file is being read, so that no file is held in memory as a whole. */

import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { MEGABYTE } from '../../domain/api/limits.ts';
import { cutTo } from '../../domain/cut.ts';
import type { ProjectRef } from '../access/refs.ts';
import { bigint, binaryRow, copyRows, int } from '../db/copy.ts';
import type { Database, Tx } from '../db/open.ts';
import { writePiece } from '../db/pieces.ts';
import { analyseWritten } from '../db/tidying.ts';
import { beingRead, type ImportRef } from './progress.ts';
import { COPIED, type Decision, type Judgement, type ListHead, orderOf, type ReadRow, type Sink } from './reading/index.ts';

/** The import was cancelled, or refused, while its file was being read. */
export class NoLongerWanted extends Error {}

/** A list that is read for the first time, or again in the place of another. */
interface ListSettings {
  readonly order: number;
  readonly staged: boolean;
  readonly decisions: readonly Decision[];
}

/**
 * Writes each list and each batch of rows in its own transaction, as long as their import is wanted. It locks the import and not the
 * project: rows of an import are not visible yet, and people go on working in the project.
 */
export class ImportWriter implements Sink {
  readonly lists: number[] = [];
  readonly #database: Database;
  readonly #importRef: ImportRef;
  readonly #settingsOf: (list: ListHead, count: number) => ListSettings;
  /** Whether a list is read again, which keeps its tick. */
  #staged = false;

  constructor(database: Database, importRef: ImportRef, settingsOf: (list: ListHead, count: number) => ListSettings) {
    this.#database = database;
    this.#importRef = importRef;
    this.#settingsOf = settingsOf;
  }

  async list(list: ListHead): Promise<string> {
    const { teamId, projectId } = this.#importRef;
    const { order, staged, decisions } = this.#settingsOf(list, this.lists.length);
    this.#staged ||= staged;
    let rowsId = 0;
    await this.#wanted(async (tx) => {
      const { id, rows_id } = await tx
        .insertInto('import_lists')
        .values({
          team_id: teamId,
          project_id: projectId,
          order,
          staged,
          title: cutTo(list.title, LONGEST_TITLE),
          sheet: list.sheet,
          table: list.table,
          fingerprint: list.fingerprint,
          decisions: JSON.stringify(decisions),
          is_hidden: list.hidden,
          included: !list.hidden,
          columns: JSON.stringify(list.columns),
          notices: JSON.stringify(list.notices),
          totals: JSON.stringify(list.totals),
          doubts: JSON.stringify(list.doubts),
          not_taken: JSON.stringify(list.leftOut),
        })
        .returning(['id', 'rows_id'])
        .executeTakeFirstOrThrow();
      this.lists.push(id);
      rowsId = rows_id;
      for (const [at, { row_index: _, ...line }] of list.percentLines.entries()) {
        const lineOrder = order * LINES_APART + at;
        await tx
          .insertInto('import_lines')
          .values({ team_id: teamId, project_id: projectId, list_id: id, order: lineOrder, included: false, ...line })
          .execute();
      }
    });
    return `${teamId}\t${rowsId}\t`;
  }

  /** Commits without waiting for the disk; the transaction that ends the reading waits for all of these writes. */
  copied(lines: Uint8Array): Promise<void> {
    return writePiece(this.#database.query, async (tx) => {
      await requireWanted(tx, this.#importRef);
      await copyRows(tx, INTO_ROWS, lines);
    });
  }

  async judged({ verdicts, totals, sheets }: Judgement): Promise<void> {
    await this.#analyse();
    if (this.#staged) return;
    const { teamId } = this.#importRef;
    await this.#wanted(async (tx) => {
      for (const [at, { offered, apart, why, alike }] of verdicts.entries()) {
        const reasonText = why === null ? null : JSON.stringify(why);
        await tx
          .updateTable('import_lists')
          .set({ included: offered, apart, why: reasonText, alike_id: alike === null ? null : (this.lists[alike] ?? null) })
          .where('team_id', '=', teamId)
          .where('id', '=', this.lists[at] ?? 0)
          .execute();
      }
      await beingRead(tx, this.#importRef)
        .set({ file_totals: JSON.stringify(totals), sheets_left_out: JSON.stringify(sheets) })
        .execute();
    });
  }

  /** Otherwise what is searched in the rows just read would be searched in the rows of all imports. */
  async #analyse(): Promise<void> {
    const { teamId } = this.#importRef;
    await writePiece(this.#database.query, async (tx) => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(f.entry_count), 0)::int as count
          from import_lists l join import_list_facts f on f.team_id = l.team_id and f.rows_id = l.rows_id
         where l.team_id = ${teamId} and l.id = any(${this.lists}::bigint[])`.execute(tx);
      await analyseWritten(tx, 'import_rows', rows[0]?.count ?? 0);
    });
  }

  #wanted(work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#database.query.transaction().execute(async (tx) => {
      await requireWanted(tx, this.#importRef);
      await work(tx);
    });
  }
}

const INTO_ROWS = `import_rows (team_id, rows_id, ${COPIED.map((column) => `"${column}"`).join(', ')})`;
const LONGEST_TITLE = 200;
const LINES_APART = 1_000;

/** Locks the import. Throws `NoLongerWanted` when it has ended or another has taken its place. */
export async function requireWanted(tx: Tx, { teamId, projectId, importId }: ImportRef): Promise<void> {
  const found = await tx
    .selectFrom('imports')
    .select('id')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .where('status', '<>', 'refused')
    .where('finished_version_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new NoLongerWanted();
}

/** The key of a list's rows, as SQL. */
export const rowsIdOf = (teamId: number, listId: number) =>
  sql<number>`(select rows_id from import_lists where team_id = ${teamId} and id = ${listId})`;

/** Adds a row to a list at the place of its row in the sheet. */
export async function insertRow(tx: Tx, teamId: number, listId: number, row: ReadRow): Promise<void> {
  const record = { ...row, order: orderOf(row.sheet_row_index), ...numbersOf(row) };
  await sql`
    insert into import_rows (team_id, rows_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, formulas, cells, errors, stated, remarks)
    select ${teamId}::bigint, ${rowsIdOf(teamId, listId)}, r."order", r.sheet_row_index, r.kind, r.code, r.name, r.unit,
           r.quantity, r.unit_labour, r.unit_materials, r.unit_tools, r.formulas, r.cells, r.errors, r.stated, r.remarks
      from jsonb_to_record(${JSON.stringify(record)}::text::jsonb) as r (
        "order" int, sheet_row_index int, kind text, code text, name text, unit text,
        quantity numeric, unit_labour numeric, unit_materials numeric, unit_tools numeric,
        formulas jsonb, cells jsonb, errors jsonb, stated numeric, remarks jsonb)`.execute(tx);
}

/** A row's numbers as they are stored: a number left open by a cell in error is 0. */
export const numbersOf = ({ quantity, unit_labour, unit_materials, unit_tools }: ReadRow) => ({
  quantity: quantity ?? '0',
  unit_labour: unit_labour ?? '0',
  unit_materials: unit_materials ?? '0',
  unit_tools: unit_tools ?? '0',
});

/** Bytes of a file in one row. On the embedded engine all requests wait while one is written or read, for some 20 ms. */
const PIECE = MEGABYTE / 4;

/** Stores the file itself, because it is read again when a column is corrected. */
export async function keepFile(database: Database, importRef: ImportRef, path: string): Promise<void> {
  const file = await open(path);
  try {
    for (let piece = 0; ; piece += 1) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE), 0, PIECE, piece * PIECE);
      if (bytesRead === 0) return;
      const row = binaryRow([bigint(importRef.teamId), bigint(importRef.projectId), int(piece), buffer.subarray(0, bytesRead)]);
      await writePiece(database.query, async (tx) => {
        await requireWanted(tx, importRef);
        await copyRows(tx, 'import_files (team_id, project_id, piece, bytes)', row, ' (format binary)');
      });
    }
  } finally {
    await file.close();
  }
}

/** Writes the stored file to a path for reading; false when no file is stored. */
export async function restoreFile(database: Database, { teamId, projectId }: ProjectRef, path: string): Promise<boolean> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let piece = 0; ; piece += 1) {
      const found = await database.query
        .selectFrom('import_files')
        .select('bytes')
        .where('team_id', '=', teamId)
        .where('project_id', '=', projectId)
        .where('piece', '=', piece)
        .executeTakeFirst();
      if (found === undefined) return piece > 0;
      await file.write(found.bytes);
    }
  } finally {
    await file.close();
  }
}
