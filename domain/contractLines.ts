/** Additional costs and taxes over the versions of a contract (docs/domain.md, The whole contract). Money is in cents. */
import { minus, plus, type Sums, ZERO } from './amounts.ts';
import { type Cause, type Figures, figuresOf, type Step } from './contractFigures.ts';
import type { ContractLine, ContractVersion } from './contractThreads.ts';
import { normalisedName } from './sameRow.ts';
import { type Percents, summarise } from './summary.ts';

export interface TableLine {
  /** Its name in the last version that has it. */
  readonly name: string;
  /** Its percent in the last version that has it; null for a line by component. */
  readonly percent: bigint | null;
  /** Whether the last version has it. */
  readonly isGone: boolean;
  readonly figures: Figures;
}
export interface VersionFigures {
  readonly estimated: bigint;
  readonly extras: bigint;
  /** Claimed by the version's own acts: S(X) − S(X_0). */
  readonly claimed: bigint;
  /** Settled of this version by the next one, and the change of value of the carried work; both 0 for the last version. */
  readonly settled: bigint;
  readonly revaluation: bigint;
}

/** A line through the versions, by its index in each; -1 where a version does not have it. */
type LineThread = readonly number[];
/** Lines with the same name are the same line; where a name repeats, the n-th matches the n-th. */
function lineThreads(versions: readonly (readonly ContractLine[])[]): LineThread[] {
  const threads = new Map<string, number[]>();
  for (const [at, lines] of versions.entries()) {
    const seen = new Map<string, number>();
    for (const [index, { name }] of lines.entries()) {
      const own = normalisedName(name);
      const nth = seen.get(own) ?? 0;
      seen.set(own, nth + 1);
      const key = `${nth} ${own}`;
      const thread = threads.get(key) ?? new Array<number>(versions.length).fill(-1);
      threads.set(key, thread);
      thread[at] = index;
    }
  }
  // The lines of the last version in its order, then the lines it does not have.
  return [...threads.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}
const rankOf = (thread: LineThread): number => {
  const last = thread.at(-1) ?? -1;
  return last < 0 ? Number.MAX_SAFE_INTEGER : last;
};

interface Lines {
  /** By thread; undefined where the version does not have the line. */
  readonly additional: readonly (Percents | undefined)[];
  readonly taxes: readonly (Percents | undefined)[];
}
const NO_LINES: Lines = { additional: [], taxes: [] };
/** The lines' amounts on the sums of the rows: by thread, and in total. */
interface LineAmounts {
  readonly additional: readonly Sums[];
  readonly taxes: readonly Sums[];
  readonly gross: Sums;
}
function lineAmounts(costs: Sums, { additional, taxes }: Lines): LineAmounts {
  const defined = (lines: readonly (Percents | undefined)[]) => lines.filter((each) => each !== undefined);
  const sums = summarise([costs], defined(additional), defined(taxes));
  const placed = (lines: readonly (Percents | undefined)[], amounts: readonly Sums[]) => {
    let next = 0;
    return lines.map((each) => {
      if (each === undefined) return ZERO;
      next += 1;
      return amounts[next - 1] ?? ZERO;
    });
  };
  return { additional: placed(additional, sums.additional), taxes: placed(taxes, sums.taxes), gross: sums.totalWithTaxes };
}

interface LineMoves {
  readonly estimated: LineAmounts;
  readonly contract: LineAmounts;
  readonly done: LineAmounts;
  readonly carried: LineAmounts;
  readonly kept: LineAmounts;
  /** The states between the version before and this one: after each cause, in their order. Null for the first version. */
  readonly after: Readonly<Record<Cause, readonly [LineAmounts, LineAmounts]>> | null;
}
/** The lines of the version before with the percents of the newer one: all of them, and only those that stay. */
const linesAmong = (older: readonly (Percents | undefined)[], newer: readonly (Percents | undefined)[]) => ({
  repriced: older.map((before, at) => (before === undefined ? undefined : (newer[at] ?? before))),
  kept: older.map((before, at) => (before === undefined ? undefined : newer[at])),
});

/** A version's part of the contract, with its lines and those of the version before. */
interface VersionStep {
  readonly step: Step;
  readonly own: Lines;
  /** Null for the first version. */
  readonly before: { readonly step: Step; readonly lines: Lines } | null;
}

/**
 * Computes additional costs and taxes on the whole contract at each stage of a change of version, so that each rounding falls into the stage
 * that caused it. The stages: the rows with their new quantities; then at their new prices, with the new percents of lines that stay; then
 * without removed rows and lines; then with new ones.
 */
function stagesOf({ step, own, before }: VersionStep): LineMoves['after'] {
  if (before === null) return null;
  const whole = plus(before.step.estimated, before.step.extras);
  const resized = plus(whole, step.quantity);
  const repriced = plus(resized, step.price);
  const additional = linesAmong(before.lines.additional, own.additional);
  const taxes = linesAmong(before.lines.taxes, own.taxes);
  const atStart = lineAmounts(whole, before.lines);
  const withQuantities = lineAmounts(resized, before.lines);
  const withPrices = lineAmounts(repriced, { additional: additional.repriced, taxes: taxes.repriced });
  const withoutGone = lineAmounts(plus(repriced, step.gone), { additional: additional.kept, taxes: taxes.kept });
  const withAdded = lineAmounts(step.estimated, own);
  return {
    quantity: [atStart, withQuantities],
    price: [withQuantities, withPrices],
    gone: [withPrices, withoutGone],
    added: [withoutGone, withAdded],
  };
}

function movesOf(version: VersionStep): LineMoves {
  const { step, own, before } = version;
  return {
    estimated: lineAmounts(step.estimated, own),
    contract: lineAmounts(plus(step.estimated, step.extras), own),
    done: lineAmounts(step.done, own),
    carried: lineAmounts(step.carried, own),
    kept: lineAmounts(step.kept, before?.lines ?? NO_LINES),
    after: stagesOf(version),
  };
}

/** The steps of one line, or of a sum over lines, through the versions. */
function stepsOfLine(moves: readonly LineMoves[], pick: (amounts: LineAmounts) => Sums): Step[] {
  return moves.map(({ estimated, contract, done, carried, kept, after }) => {
    const moved = (cause: Cause) => (after === null ? ZERO : minus(pick(after[cause][1]), pick(after[cause][0])));
    return {
      estimated: pick(estimated),
      extras: minus(pick(contract), pick(estimated)),
      quantity: moved('quantity'),
      price: moved('price'),
      added: moved('added'),
      gone: moved('gone'),
      done: pick(done),
      carried: pick(carried),
      kept: pick(kept),
    };
  });
}

/** Additional costs and taxes with their figures, and each version with taxes. `steps` are the sums of the rows, version by version. */
export function linesOver(versions: readonly ContractVersion[], steps: readonly Step[]) {
  const threads = {
    additional: lineThreads(versions.map((version) => version.additional)),
    taxes: lineThreads(versions.map((version) => version.taxes)),
  };
  const linesAt = (at: number): Lines => ({
    additional: threads.additional.map((thread) => versions[at]?.additional[thread[at] ?? -1]?.percents),
    taxes: threads.taxes.map((thread) => versions[at]?.taxes[thread[at] ?? -1]?.percents),
  });
  const moves = steps.map((step, at) => {
    const before = steps[at - 1];
    return movesOf({ step, own: linesAt(at), before: before === undefined ? null : { step: before, lines: linesAt(at - 1) } });
  });
  const tableLines = (kind: 'additional' | 'taxes'): TableLine[] =>
    threads[kind].map((thread, which) => {
      const at = thread.findLastIndex((index) => index >= 0);
      const line = versions[at]?.[kind][thread[at] ?? 0];
      return {
        name: line?.name ?? '',
        percent: line?.percents.form === 'uniform' ? line.percents.total : null,
        isGone: at < versions.length - 1,
        figures: figuresOf(stepsOfLine(moves, (amounts) => amounts[kind][which] ?? ZERO)),
      };
    });
  const gross = stepsOfLine(moves, (amounts) => amounts.gross);
  return {
    additional: tableLines('additional'),
    taxes: tableLines('taxes'),
    versions: gross.map((step, at): VersionFigures => {
      const next = gross[at + 1];
      return {
        estimated: step.estimated.total,
        extras: step.extras.total,
        claimed: step.done.total - step.carried.total,
        settled: next === undefined ? 0n : step.done.total - next.kept.total,
        revaluation: next === undefined ? 0n : next.carried.total - next.kept.total,
      };
    }),
  };
}
