import { type RawBuilder, sql } from 'kysely';
import { type Amounts, areKeepable, minus, type Sums, toAmounts } from '../../domain/amounts.ts';
import type { Line, ListCosts, VersionSummary } from '../../domain/api/shapes.ts';
import { percentsOf } from '../../domain/percents.ts';
import { isKeepable, summarise } from '../../domain/summary.ts';
import { withExtras } from '../../domain/widened.ts';
import type { Locked, VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { sumTooLarge } from '../http/errors.ts';
import { canonicalPercent, sumsOf } from './amounts.ts';
import { settleOutlines } from './sections.ts';

/** A percent line as stored, with its percents as they travel. */
export type StoredLine = Omit<Line, 'labour' | 'materials' | 'tools' | 'total'> & { readonly kind: 'additional_cost' | 'tax' };

/** The stored facts a summary is computed from (`read_summary`, migration 0058): the cost does not depend on the number of rows. */
export interface SummaryFacts {
  readonly costs: readonly ({ readonly id: number; readonly order: number; readonly title: string } & Omit<Amounts, 'total'>)[];
  /** The sums that approved extras add to lists; null where there are none. */
  readonly extras: readonly ({ readonly list_id: number } & Omit<Amounts, 'total'>)[] | null;
  readonly lines: readonly StoredLine[];
  readonly frozen: boolean;
  /** Whether the outlines of the lists are up to date with their headings. */
  readonly is_settled: boolean;
}

/** A summary with the caller's permissions: a limited member cannot edit the estimate. */
export const ownSummary = ({ access }: Pick<Caller, 'access'>, summary: VersionSummary): VersionSummary =>
  access?.limit ? { ...summary, frozen: true } : summary;

export const summarySql = (teamId: number | RawBuilder<unknown>, versionId: number | RawBuilder<unknown>) =>
  sql<SummaryFacts>`read_summary(${teamId}::bigint, ${versionId}::bigint)`;

const readSummary = statement<{ teamId: number; versionId: number }, { facts: SummaryFacts }>(
  'read_summary',
  ({ teamId, versionId }) => sql`select ${summarySql(teamId, versionId)} as facts`,
);

export async function summaryFactsOf(query: Query, { teamId, versionId }: VersionRef): Promise<SummaryFacts> {
  const [read] = await readSummary(query, { teamId, versionId });
  if (read === undefined) throw new Error('No summary was read');
  return read.facts;
}

const linesIn = ({ lines }: SummaryFacts): StoredLine[] =>
  lines.map((line) => ({
    ...line,
    percent_total: canonicalPercent(line.percent_total),
    percent_labour: canonicalPercent(line.percent_labour),
    percent_materials: canonicalPercent(line.percent_materials),
    percent_tools: canonicalPercent(line.percent_tools),
  }));
function costsIn({ costs, extras }: SummaryFacts): ListCosts[] {
  const added = new Map((extras ?? []).map((list) => [list.list_id, toAmounts(sumsOf(list))]));
  return costs.map((list) => {
    const own = added.get(list.id);
    return { ...list, ...toAmounts(sumsOf(list)), ...(own && { extras: own }) };
  });
}

/** Every list of a version with its kept totals, and every additional cost and tax, in order. */
export interface EstimateParts {
  readonly costs: readonly ListCosts[];
  readonly lines: readonly StoredLine[];
}
export const partsFrom = (facts: SummaryFacts): EstimateParts => ({ costs: costsIn(facts), lines: linesIn(facts) });
export const partsOf = async (query: Query, versionRef: VersionRef): Promise<EstimateParts> =>
  partsFrom(await summaryFactsOf(query, versionRef));

export const costsOf = async (query: Query, versionRef: VersionRef): Promise<ListCosts[]> =>
  costsIn(await summaryFactsOf(query, versionRef));

export const summaryOf = async (query: Query, versionRef: VersionRef): Promise<VersionSummary> =>
  summed(versionRef, await summaryFactsOf(query, versionRef)).summary;

type Summarised = ReturnType<typeof summarise>;
/** The sums that extras add: S(q + Σe) − S(q). */
const extrasIn = (estimated: Summarised, contract: Summarised) => ({
  net: toAmounts(minus(contract.total, estimated.total)),
  gross: toAmounts(minus(contract.totalWithTaxes, estimated.totalWithTaxes)),
});

/** The summary, and whether every sum in it fits its column. */
function summed(versionRef: VersionRef, facts: SummaryFacts): { summary: VersionSummary; canBeKept: boolean } {
  const [costs, lines] = [costsIn(facts), linesIn(facts)];
  const additional = lines.filter(({ kind }) => kind === 'additional_cost');
  const taxes = lines.filter(({ kind }) => kind === 'tax');
  const summed = (lists: readonly Sums[]) => summarise(lists, additional.map(percentsOf), taxes.map(percentsOf));
  const sums = summed(costs.map(sumsOf));
  const withAmounts = ({ kind: _, ...line }: StoredLine, amounts: Parameters<typeof toAmounts>[0] | undefined): Line => {
    if (amounts === undefined) throw new Error(`line ${line.id} was not summarised`);
    return { ...line, ...toAmounts(amounts) };
  };
  const summary = {
    version_id: versionRef.versionId,
    project_id: versionRef.projectId,
    frozen: facts.frozen,
    costs,
    subtotal: toAmounts(sums.subtotal),
    additional: additional.map((line, at) => withAmounts(line, sums.additional[at])),
    total: toAmounts(sums.total),
    taxes: taxes.map((line, at) => withAmounts(line, sums.taxes[at])),
    total_with_taxes: toAmounts(sums.totalWithTaxes),
    ...(facts.extras !== null && { extras: extrasIn(sums, summed(costs.map(withExtras))) }),
  };
  return { summary, canBeKept: isKeepable(sums) && costs.map(sumsOf).every(areKeepable) };
}

/** The summary of a version that is being edited. 400 `sum_too_large` when it is too large to store, on `field` when a field was set. */
export function keepableSummary(versionRef: VersionRef, facts: SummaryFacts, field?: string): VersionSummary {
  const { summary, canBeKept } = summed(versionRef, facts);
  if (!canBeKept) throw sumTooLarge(field);
  return summary;
}

export const priceOf = ({ total_with_taxes }: VersionSummary): string => total_with_taxes.total;

/** The summary read after an edit that stored the price as well. */
export function keptSummary(versionRef: VersionRef, facts: SummaryFacts, price: string, field?: string): VersionSummary {
  const summary = keepableSummary(versionRef, facts, field);
  if (priceOf(summary) !== price)
    throw new Error(`The price ${price} of version ${versionRef.versionId} does not follow from what was kept`);
  return summary;
}

interface Price {
  readonly teamId: number;
  readonly versionId: number;
  readonly price: string;
}
export const keepPriceSql = ({ teamId, versionId, price }: Price) =>
  sql`keep_price(${teamId}::bigint, ${versionId}::bigint, ${price}::numeric)`;
const keepPrice = statement<Price, unknown>('keep_price', (given) => sql`select ${keepPriceSql(given)}`);

/** Updates the version's outlines and price after an edit; answers the summary that gives the price. Errors as for `keepableSummary`. */
export async function refreshPrice(query: Query, versionRef: Locked<VersionRef>, field?: string): Promise<VersionSummary> {
  const facts = await summaryFactsOf(query, versionRef);
  if (!facts.is_settled) await settleOutlines(query, versionRef);
  const summary = keepableSummary(versionRef, facts, field);
  await keepPrice(query, { teamId: versionRef.teamId, versionId: versionRef.versionId, price: priceOf(summary) });
  return summary;
}
