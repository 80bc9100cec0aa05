/** The lists of an import as they are now: sums, counts, and what speaks for and against each. */
import { sql } from 'kysely';
import type { Amounts } from '../../domain/amounts.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Doubt } from './reading/index.ts';
import type { KeptTotal } from './standing.ts';

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
  /** The list that this one may be the same as. */
  readonly alike_id: number | null;
  readonly why: Sentence | null;
  readonly doubts: readonly Doubt[];
  /** Rows with an amount; of them those whose amount is quantity × unit price, and those whose amount is another. */
  readonly priced: number;
  readonly computing: number;
  readonly differing: number;
  /** How much more the file states in the differing rows, and in those in error. */
  readonly differing_by: string;
  readonly in_error: string;
  /** Rows of the sheet with an amount that are in none of the rows here. */
  readonly left_out: number;
  readonly left_out_amount: string;
}

/** Every list found, in order. */
export async function listFacts(query: Query, { teamId, projectId }: ProjectRef): Promise<ListFacts[]> {
  const { rows } = await sql<ListFacts>`
    select l.id, l."order", l.title, l.sheet, l.included, l.is_hidden, l.totals, l.alike_id, l.why, l.doubts, l.fingerprint is null as is_named,
           r.*, n.left_out, n.left_out_amount
      from import_lists l
      cross join lateral (
        select count(*) filter (where kind = 'row') as row_count,
               count(*) filter (where kind = 'row' and (is_new or changes <> '{}'::jsonb)) as updated_count,
               count(*) filter (where errors <> '[]'::jsonb) as error_count,
               coalesce(sum(labour) filter (where errors = '[]'::jsonb), 0)::numeric(40, 2) as labour,
               coalesce(sum(materials) filter (where errors = '[]'::jsonb), 0)::numeric(40, 2) as materials,
               coalesce(sum(tools) filter (where errors = '[]'::jsonb), 0)::numeric(40, 2) as tools,
               count(*) filter (where labour + materials + tools <> 0 or stated <> 0) as priced,
               count(*) filter (where stated <> 0 and errors = '[]'::jsonb
                 and not jsonb_exists_any(remarks, array['amountDiffers', 'derived', 'quantityDerived', 'quantityOne'])) as computing,
               count(*) filter (where jsonb_exists(remarks, 'amountDiffers')) as differing,
               coalesce(sum(stated - labour - materials - tools) filter (where jsonb_exists(remarks, 'amountDiffers')), 0)::numeric(40, 2) as differing_by,
               coalesce(sum(stated) filter (where errors <> '[]'::jsonb), 0)::numeric(40, 2) as in_error
          from import_rows where team_id = l.team_id and list_id = l.id) r
      cross join lateral (
        select count(*) as left_out, coalesce(sum((n.row ->> 'amount')::numeric), 0)::numeric(40, 2) as left_out_amount
          from jsonb_array_elements(l.not_taken) as n (row)
         where n.row ->> 'kind' = 'row' and (n.row ->> 'amount')::numeric <> 0 and n.row -> 'taken_in' is distinct from 'true'::jsonb) n
     where l.team_id = ${teamId} and l.project_id = ${projectId} and not l.staged
     order by l."order", l.id`.execute(query);
  return rows;
}
