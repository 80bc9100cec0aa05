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
const linesAmong = (older: readonly (Percents | undefined)[], newer: readonly (Percents | undefined)[]) => ({
  repriced: older.map((was, at) => (was === undefined ? undefined : (newer[at] ?? was))),
  kept: older.map((was, at) => (was === undefined ? undefined : newer[at])),
});

/**
 * Computes additional costs and taxes on the whole contract at each stage of a change of version, so that each rounding falls into the stage
 * that caused it. The stages: the rows with their new quantities; then at their new prices, with the new percents of lines that stay; then
 * without removed rows and lines; then with new ones.
 */
export function linesOver(versions: readonly ContractVersion[], steps: readonly Step[]) {
  const [additional, taxes] = [
    lineThreads(versions.map((version) => version.additional)),
    lineThreads(versions.map((version) => version.taxes)),
  ];
  const linesAt = (at: number): Lines => ({
    additional: additional.map((thread) => versions[at]?.additional[thread[at] ?? -1]?.percents),
    taxes: taxes.map((thread) => versions[at]?.taxes[thread[at] ?? -1]?.percents),
  });
  const moves = steps.map((step, at): LineMoves => {
    const own = linesAt(at);
    const estimated = lineAmounts(step.estimated, own);
    const contract = lineAmounts(plus(step.estimated, step.extras), own);
    const before = steps[at - 1];
    const older = linesAt(at - 1);
    const whole = before === undefined ? ZERO : plus(before.estimated, before.extras);
    const [inAdditional, inTaxes] = [linesAmong(older.additional, own.additional), linesAmong(older.taxes, own.taxes)];
    const resized = plus(whole, step.quantity);
    const repriced = plus(resized, step.price);
    const stages = [
      lineAmounts(whole, older),
      lineAmounts(resized, older),
      lineAmounts(repriced, { additional: inAdditional.repriced, taxes: inTaxes.repriced }),
      lineAmounts(plus(repriced, step.gone), { additional: inAdditional.kept, taxes: inTaxes.kept }),
      estimated,
    ] as const;
    return {
      estimated,
      contract,
      done: lineAmounts(step.done, own),
      carried: lineAmounts(step.carried, own),
      kept: lineAmounts(step.kept, older),
      after:
        before === undefined
          ? null
          : {
              quantity: [stages[0], stages[1]],
              price: [stages[1], stages[2]],
              gone: [stages[2], stages[3]],
              added: [stages[3], stages[4]],
            },
    };
  });
  const stepsOfLine = (pick: (worth: LineAmounts) => Sums): Step[] =>
    moves.map(({ estimated, contract, done, carried, kept, after }) => {
      const moved = (cause: Cause) => (after === null ? ZERO : minus(pick(after[cause][1]), pick(after[cause][0])));
      return {
        estimated: pick(estimated),
        extras: minus(pick(contract), pick(estimated)),
        ...{ quantity: moved('quantity'), price: moved('price'), added: moved('added'), gone: moved('gone') },
        ...{ done: pick(done), carried: pick(carried), kept: pick(kept) },
      };
    });
  const shaped = (kind: 'additional' | 'taxes', threads: readonly LineThread[]): TableLine[] =>
    threads.map((thread, which) => {
      const at = thread.findLastIndex((index) => index >= 0);
      const line = versions[at]?.[kind][thread[at] ?? 0];
      return {
        name: line?.name ?? '',
        percent: line?.percents.form === 'uniform' ? line.percents.total : null,
        isGone: at < versions.length - 1,
        figures: figuresOf(stepsOfLine((worth) => worth[kind][which] ?? ZERO)),
      };
    });
  const gross = stepsOfLine((worth) => worth.gross);
  return {
    additional: shaped('additional', additional),
    taxes: shaped('taxes', taxes),
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
