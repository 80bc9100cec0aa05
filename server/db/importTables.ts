/** Tables of files that are read and reviewed. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Decimal, Formulas, Moment } from './columns.ts';

export interface ImportTables {
  imports: {
    team_id: number;
    project_id: number;
    file_name: string;
    status: Generated<string>;
    progress: Generated<number>;
    refusal_code: string | null;
    refusal_detail: string | null;
    refusal_params: unknown;
    project_status: string;
    started_by: number;
    started_at: Moment;
    /** The last heartbeat of the process that reads its file or holds it in the queue. */
    read_alive_at: Moment;
    finished_version_id: number | null;
    id: Generated<number>;
    revision: Generated<number>;
    marked_revision: Generated<number>;
    base_version_id: number | null;
    file_totals: Generated<unknown>;
    sheets_left_out: Generated<unknown>;
  };
  import_lists: {
    team_id: number;
    id: Generated<number>;
    /** The key of its rows; another when it is read again. */
    rows_id: Generated<number>;
    /** Null once it is discarded. */
    project_id: number | null;
    order: number;
    title: string;
    sheet: string;
    columns: unknown;
    notices: unknown;
    table: Generated<number>;
    fingerprint: string | null;
    left_out: Generated<unknown>;
    decisions: Generated<unknown>;
    is_hidden: Generated<boolean>;
    included: Generated<boolean>;
    staged: Generated<boolean>;
    totals: Generated<unknown>;
    apart: Generated<string | null>;
    why: Generated<unknown>;
    alike_id: Generated<number | null>;
    doubts: Generated<unknown>;
    not_taken: Generated<unknown>;
  };
  import_rows: {
    team_id: number;
    id: Generated<number>;
    rows_id: number;
    order: number;
    sheet_row_index: number;
    kind: string;
    code: string;
    name: string;
    unit: string;
    quantity: Decimal;
    unit_labour: Decimal;
    unit_materials: Decimal;
    unit_tools: Decimal;
    labour: GeneratedAlways<string>;
    materials: GeneratedAlways<string>;
    tools: GeneratedAlways<string>;
    formulas: Formulas;
    cells: unknown;
    errors: unknown;
    stated: string | null;
    remarks: Generated<unknown>;
    corrections: Generated<unknown>;
    is_new: Generated<boolean>;
    changes: Generated<unknown>;
  };
  /** Kept by triggers (migration 0090). */
  import_list_facts: { team_id: number; rows_id: number; entry_count: number; error_count: number; updated_count: number };
  import_lines: {
    team_id: number;
    id: Generated<number>;
    project_id: number;
    list_id: number;
    order: number;
    kind: 'additional_cost' | 'tax';
    name: string;
    percent_total: string | null;
    percent_labour: string | null;
    percent_materials: string | null;
    percent_tools: string | null;
    stated: string | null;
    included: boolean;
  };
  import_vanished: { team_id: number; project_id: number; row_id: number };
  import_files: { team_id: number; project_id: number; piece: number; bytes: Uint8Array };
  import_mappings: { team_id: number; fingerprint: string; decisions: unknown };
}
