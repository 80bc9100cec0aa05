/** The summary an import would have once it is finished. */
import { type Sums, toAmounts } from '../../domain/amounts.ts';
import type { ImportSummary } from '../../domain/api/importShapes.ts';
import { importCauses } from '../../domain/importChanges.ts';
import { percentsOf } from '../../domain/percents.ts';
import { summarise } from '../../domain/summary.ts';
import { widenedSummary } from '../../domain/widened.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { partsOf, summaryOf } from '../estimates/summary.ts';
import { inTurns } from '../turns.ts';
import { bothSides } from './changes.ts';
import { listFacts } from './facts.ts';
import { importLines } from './lines.ts';
import { importOf } from './review.ts';

/** The summary of the last version, with its extras, and the one after the import. Rows in error and excluded lists do not count. */
export async function importSummary(query: Query, projectRef: ProjectRef): Promise<ImportSummary> {
  const { base_version_id, started_at } = await importOf(query, projectRef);
  const facts = (await listFacts(query, projectRef)).filter(({ included }) => included);
  const base = base_version_id === null ? null : { ...projectRef, versionId: base_version_id };
  const lines = base === null ? await includedLines(query, projectRef, started_at) : (await partsOf(query, base)).lines;
  const [additional, taxes] = [lines.filter(({ kind }) => kind === 'additional_cost'), lines.filter(({ kind }) => kind === 'tax')];
  const sums = summarise(facts.map(sumsOf), additional.map(percentsOf), taxes.map(percentsOf));
  const withAmounts = (of: typeof lines, amounts: readonly Sums[]) =>
    of.flatMap(({ kind: _, ...line }, at) => {
      const cost = amounts[at];
      return cost === undefined ? [] : [{ ...line, ...toAmounts(cost) }];
    });
  return {
    saved_summary: base === null ? null : savedSummary(widenedSummary(await summaryOf(query, base))),
    new_summary: {
      costs: facts.map(({ id, order, title, ...list }) => ({ id, order, title, ...toAmounts(sumsOf(list)) })),
      subtotal: toAmounts(sums.subtotal),
      additional: withAmounts(additional, sums.additional),
      total: toAmounts(sums.total),
      taxes: withAmounts(taxes, sums.taxes),
      total_with_taxes: toAmounts(sums.totalWithTaxes),
    },
    causes: base === null ? null : await causesOf(query, projectRef, base.versionId),
  };
}

async function causesOf(query: Query, projectRef: ProjectRef, base: number): Promise<ImportSummary['causes']> {
  const { old, now } = await bothSides(query, projectRef, base);
  return inTurns(
    importCauses(
      old,
      now.filter(({ has_errors }) => !has_errors),
    ),
  );
}

function savedSummary({ costs, subtotal, additional, total, taxes, total_with_taxes }: Awaited<ReturnType<typeof summaryOf>>) {
  return { costs, subtotal, additional, total, taxes, total_with_taxes };
}

async function includedLines(query: Query, projectRef: ProjectRef, started: Date) {
  const lines = await importLines(query, projectRef);
  return lines
    .filter(({ included }) => included)
    .map(({ stated: _, sheet: __, included: ___, ...line }, at) => ({
      ...line,
      order: at + 1,
      updated_at: started.toISOString(),
      revision: 1,
    }));
}
