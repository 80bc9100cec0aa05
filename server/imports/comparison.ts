/** The sum of the ticked lists beside the file's total, and what makes the difference. */

import { sql } from 'kysely';
import type { Comparison, Doubt, Remedy } from '../../domain/api/importShapes.ts';
import { cutTo } from '../../domain/cut.ts';
import { absolute, cents, fromCents } from '../../domain/decimal.ts';
import { causes as say } from '../../domain/sentences/certainty.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from '../estimates/amounts.ts';
import type { ListFacts } from './facts.ts';
import { type FileTotal, isMet, missedBelow } from './reading/index.ts';
import { atPresentCosts, type KeptTotal } from './statedTotals.ts';

/** How many causes are shown, and how many of the rows left out are looked at. */
const MOST_CAUSES = 8;
const MOST_ROWS = 20;
const LONGEST_TEXT = 60;

const totalOf = (list: ListFacts) => sumsOf(list).total;

export interface Compared {
  readonly shown: Comparison;
  /** Equal except for the cents that files lose by rounding. */
  readonly isMet: boolean;
  /** The difference if the sum were greater by so much; null where the file states no total. */
  readonly after: (more: bigint) => string | null;
}

/** Null where no list was read. The causes are found by `withCauses`. */
export function comparisonOf(lists: readonly ListFacts[], totals: readonly FileTotal[]): Compared | null {
  const ticked = lists.filter(({ included }) => included);
  if (lists.length === 0) return null;
  const sum = ticked.reduce((all, list) => all + totalOf(list), 0n);
  const found = statedTotal(ticked, totals);
  if (found === null) {
    const shown = { of: null, stated: null, label: '', sheet: '', row_index: 0, ours: fromCents(sum), difference: null, causes: [] };
    return { shown, isMet: false, after: () => null };
  }
  const ours = found.ours ?? sum;
  const difference = ours - found.stated;
  const { of, label, sheet, row_index } = found;
  const rows = ticked.reduce((count, { row_count }) => count + row_count, 0);
  return {
    shown: {
      of,
      stated: fromCents(found.stated),
      label,
      sheet,
      row_index,
      ours: fromCents(ours),
      difference: fromCents(difference),
      causes: [],
    },
    isMet: absolute(difference) <= 1n + BigInt(Math.ceil(rows / 2)),
    after: (more) => fromCents(difference + more),
  };
}

interface Stated extends Pick<Comparison, 'of' | 'label' | 'sheet' | 'row_index'> {
  readonly stated: bigint;
  /** Our sum with the percent lines, where the file's total has them. */
  readonly ours?: bigint;
}

function statedTotal(ticked: readonly ListFacts[], [ofFile]: readonly FileTotal[]): Stated | null {
  if (ofFile !== undefined) return { ...ofFile, of: 'file', stated: cents(ofFile.stated) };
  const priced = ticked.filter((list) => totalOf(list) !== 0n);
  const onlyList = priced.length === 1 ? priced[0] : undefined;
  const totals = atPresentCosts(onlyList?.totals ?? []);
  const withLines = totals.findLast(({ of, settles }) => of === 'summary' && settles === undefined);
  const whole = wholeOf(totals);
  // Rows that a person included below the total of the list are only in the grand total.
  const isBeyond = whole?.rows !== undefined && onlyList !== undefined && cents(whole.ours) !== totalOf(onlyList);
  const grand = missedBelow(totals) ?? (isBeyond || whole === undefined ? withLines : undefined);
  if (onlyList !== undefined && grand !== undefined) return withLinesOf(onlyList, grand);
  const ownTotals = priced.map((list) => wholeOf(list.totals));
  const [only, ...others] = ownTotals;
  if (only !== undefined && !ownTotals.includes(undefined)) {
    const stated = ownTotals.reduce((all, total) => all + cents(total?.stated ?? '0'), 0n);
    const place = others.length > 0 ? { label: '', sheet: '', row_index: 0 } : { ...placeOf(only), sheet: priced[0]?.sheet ?? '' };
    return { of: 'lists', stated, ...place };
  }
  return null;
}

const withLinesOf = ({ sheet }: ListFacts, total: KeptTotal): Stated => ({
  of: 'with_lines',
  stated: cents(total.stated),
  ours: cents(total.ours),
  ...placeOf(total),
  sheet,
});

const placeOf = ({ label, row_index }: KeptTotal) => ({ label, row_index });

/** The stated total of a whole list: the one that is met, because others are of something else; the first where none is met. */
export const wholeOf = (totals: readonly KeptTotal[]): KeptTotal | undefined => {
  const whole = totals.filter(({ of }) => of === 'list');
  return whole.find(isMet) ?? whole[0];
};

/** The comparison with the causes of its difference, largest first; only causes whose removal makes the difference smaller. */
export async function withCauses(
  query: Query,
  projectRef: ProjectRef,
  compared: Compared,
  lists: readonly ListFacts[],
  ofColumns: readonly Doubt[],
): Promise<Comparison> {
  const { shown, isMet: isEqual, after } = compared;
  if (shown.difference === null || isEqual) return shown;
  const difference = cents(shown.difference);
  const cause = (sentence: Sentence, list: ListFacts, more: bigint, remedy: Remedy | null): Doubt[] =>
    absolute(difference + more) < absolute(difference)
      ? [{ ...sentence, list_id: list.id, amount: fromCents(more), remedy, difference: after(more) }]
      : [];
  const ticked = lists.filter(({ included }) => included);
  const ofLists = lists.flatMap((list) => {
    const [total, params] = [totalOf(list), { list: list.title }];
    const remedy = { kind: 'list', list_id: list.id, included: !list.included } as const;
    if (!list.included) return cause(say.listOut(params), list, total, remedy);
    return [
      ...(ticked.length > 1 ? cause(say.listIn(params), list, -total, remedy) : []),
      ...(list.error_count > 0 ? cause(say.errors({ ...params, count: list.error_count }), list, cents(list.in_error), null) : []),
      ...(list.differing > 0 ? cause(say.amounts(params), list, cents(list.differing_by), null) : []),
    ];
  });
  const byId = new Map(ticked.map((list) => [list.id, list]));
  const rows = [...(await rowsLeftOut(query, projectRef)), ...(await rowsCosting(query, projectRef, shown.difference))];
  const ofRows = rows.flatMap(({ list_id, row_index, row_id, name, amount }) => {
    const list = byId.get(list_id);
    if (list === undefined || (row_id !== null && list.row_count === 1)) return [];
    const params = { row: String(row_index), list: list.title, text: cutTo(name, LONGEST_TEXT) };
    return row_id === null
      ? cause(say.rowOut(params), list, cents(amount), { kind: 'take_in', list_id, row_index })
      : cause(say.rowIn(params), list, -cents(amount), { kind: 'leave_out', list_id, row_id });
  });
  const byColumns = ofColumns.flatMap((doubt): Doubt[] => {
    const list = byId.get(doubt.list_id ?? 0);
    const { list_id: _, amount: __, remedy, difference: then, ...why } = doubt;
    if (list === undefined || remedy === null || then === null) return [];
    return cause(say.column({ list: list.title, why }), list, cents(then) - difference, remedy);
  });
  const size = ({ amount }: Doubt) => absolute(cents(amount ?? '0'));
  const causes = [...ofLists, ...ofRows, ...byColumns].sort((a, b) => (size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0));
  return { ...shown, causes: causes.slice(0, MOST_CAUSES) };
}

interface CauseRow {
  readonly list_id: number;
  readonly row_index: number;
  readonly row_id: number | null;
  readonly name: string;
  readonly amount: string;
}

/** The rows left out of the ticked lists that have the largest amounts. */
async function rowsLeftOut(query: Query, { teamId, projectId }: ProjectRef): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    select l.id as list_id, (n.row ->> 'row_index')::int as row_index, null::bigint as row_id, n.row ->> 'text' as name, n.row ->> 'amount' as amount
      from import_lists l cross join lateral jsonb_array_elements(l.not_taken) as n (row)
     where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and not l.staged
       and n.row ->> 'kind' = 'row' and (n.row ->> 'amount')::numeric <> 0 and n.row -> 'taken_in' is distinct from 'true'::jsonb
     order by abs((n.row ->> 'amount')::numeric) desc limit ${MOST_ROWS}`.execute(query);
  return rows;
}

/** The rows that cost as much as the difference: leaving one of them out would remove it. */
async function rowsCosting(query: Query, { teamId, projectId }: ProjectRef, difference: string): Promise<CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    select l.id as list_id, r.sheet_row_index as row_index, r.id as row_id, r.name, (r.labour + r.materials + r.tools)::text as amount
      from import_lists l join import_rows r on r.team_id = l.team_id and r.rows_id = l.rows_id
     where l.team_id = ${teamId} and l.project_id = ${projectId} and l.included and not l.staged
       and r.kind = 'row' and r.errors = '[]'::jsonb and r.labour + r.materials + r.tools = ${difference}::numeric
     order by l."order", r."order" limit 3`.execute(query);
  return rows;
}
