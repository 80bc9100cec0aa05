/** The lists of an import as they are now: sums, counts, and the evidence for and against each. */
import { sql } from 'kysely';
import type { Amounts } from '../../domain/amounts.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Doubt } from './reading/index.ts';
import type { KeptTotal } from './statedTotals.ts';

export interface ListFacts extends Pick<Amounts, 'labour' | 'materials' | 'tools'> {
  readonly id: number;
  readonly order: number;
  readonly title: string;
  readonly sheet: string;
  readonly included: boolean;
  readonly is_hidden: boolean;
  readonly totals: readonly KeptTotal[];
  readonly row_count: number;
  readonly updated_count: number;
  readonly error_count: number;
  /** The format names its columns. */
  readonly is_named: boolean;
  /** A list of perhaps the same works. */
  readonly alike_id: number | null;
  readonly why: Sentence | null;
  readonly doubts: readonly Doubt[];
  /** The number of rows with an amount, of those whose amount is quantity × unit price, and of those whose amount differs. */
  readonly priced: number;
  readonly computing: number;
  readonly differing: number;
  /** How much more the file states in the differing rows, and in those in error. */
  readonly differing_by: string;
  readonly in_error: string;
  /** Rows of the sheet that have an amount and were not imported. */
  readonly left_out: readonly { readonly row_index: number; readonly amount: string }[];
}

/** Every list found, in order. */
export async function listFacts(query: Query, { teamId, projectId }: ProjectRef): Promise<ListFacts[]> {
  const { rows } = await sql<ListFacts>`
    select l.id, l."order", l.title, l.sheet, l.included, l.is_hidden, l.totals, l.alike_id, l.why, l.doubts, l.fingerprint is null as is_named,
           coalesce(f.row_count, 0) as row_count, coalesce(f.updated_count, 0) as updated_count, coalesce(f.error_count, 0) as error_count,
           coalesce(f.labour, 0)::numeric(40, 2) as labour, coalesce(f.materials, 0)::numeric(40, 2) as materials,
           coalesce(f.tools, 0)::numeric(40, 2) as tools, coalesce(f.priced, 0) as priced, coalesce(f.computing, 0) as computing,
           coalesce(f.differing, 0) as differing, coalesce(f.differing_by, 0)::numeric(40, 2) as differing_by,
           coalesce(f.in_error, 0)::numeric(40, 2) as in_error, n.left_out
      from import_lists l
      left join import_list_facts f on f.team_id = l.team_id and f.rows_id = l.rows_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('row_index', n.row -> 'row_index', 'amount', n.row -> 'amount')), '[]') as left_out
          from jsonb_array_elements(l.not_taken) as n (row)
         where n.row ->> 'kind' = 'row' and (n.row ->> 'amount')::numeric <> 0 and n.row -> 'taken_in' is distinct from 'true'::jsonb) n
     where l.team_id = ${teamId} and l.project_id = ${projectId} and not l.staged
     order by l."order", l.id`.execute(query);
  return rows;
}
