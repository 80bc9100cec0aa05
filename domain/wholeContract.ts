/**
 * A contract over all its versions in one table (docs/domain.md, The whole contract): what was agreed first, what extras added, what each version changed
 * and why, what it is now, and how much of it is done. Quantities are at scale 6, money in cents.
 */
import { plus, type Sums, ZERO } from './amounts.ts';
import {
  COLUMNS,
  CONTRACT_KINDS,
  type Column,
  type ContractKind,
  type Figures,
  figuresOf,
  isOfKind,
  kindsOf,
  NO_STEP,
  PARTS,
  type Step,
  stepsOf,
} from './contractFigures.ts';
import { linesOver, type TableLine, type VersionFigures } from './contractLines.ts';
import { type ContractVersion, lastOf, listTitles, type Thread, threading } from './contractThreads.ts';
import type { ByHand } from './sameRow.ts';
import { BETWEEN_STOPS, finished } from './stops.ts';

type Counts = Record<ContractKind, number>;
const noCounts = (): Counts => ({ changed: 0, quantity: 0, price: 0, added: 0, gone: 0, extras: 0, settled: 0, revalued: 0 });

interface ListSoFar {
  figures: Record<Column, bigint>;
  counts: Counts;
  /** The figures of its rows of each kind. */
  readonly ofKind: Map<ContractKind, Record<Column, bigint>>;
  rows: number;
}
const noFigures = (): Record<Column, bigint> => Object.fromEntries(COLUMNS.map((column) => [column, 0n])) as Record<Column, bigint>;

function addTo(sum: Record<Column, bigint>, figures: Figures): void {
  for (const column of COLUMNS) sum[column] += figures[column];
}

interface ContractList {
  readonly title: string;
  readonly figures: Figures;
  readonly counts: Readonly<Counts>;
  /** The sums of the list's rows by kind of change; kinds without rows are absent. */
  readonly ofKind: ReadonlyMap<ContractKind, Figures>;
  readonly rows: number;
}
export interface ContractTable {
  readonly lists: readonly ContractList[];
  readonly counts: Readonly<Counts>;
  readonly rows: number;
  readonly subtotal: Figures;
  readonly additional: readonly TableLine[];
  readonly total: Figures;
  readonly taxes: readonly TableLine[];
  readonly totalWithTaxes: Figures;
  /** By version, with taxes. */
  readonly versions: readonly VersionFigures[];
}
/** Adds up rows, any number at a time, and computes the percent lines on the sums. */
class ContractSums {
  readonly #versions: readonly ContractVersion[];
  readonly #lists = new Map<string, ListSoFar>();
  readonly #steps: Record<keyof Step, Sums>[];
  readonly #counts = noCounts();
  #rows = 0;

  constructor(versions: readonly ContractVersion[]) {
    this.#versions = versions;
    this.#steps = versions.map(() => ({ ...NO_STEP }));
    for (const title of listTitles(versions))
      this.#lists.set(title, { figures: noFigures(), counts: noCounts(), ofKind: new Map(), rows: 0 });
  }

  /** Adds a row; returns its kinds of change, for `isOfKind`. */
  add(thread: Thread): number {
    const steps = stepsOf(thread);
    const figures = figuresOf(steps);
    const kinds = kindsOf(thread, figures);
    const list = this.#lists.get(lastOf(thread).list);
    if (list === undefined) throw new Error('A row of no list');
    this.#rows += 1;
    list.rows += 1;
    addTo(list.figures, figures);
    if (kinds !== 0) this.#countKinds(list, kinds, figures);
    for (const [at, step] of steps.entries()) {
      const sums = this.#steps[at];
      if (sums === undefined) continue;
      for (const part of PARTS) if (step[part] !== ZERO) sums[part] = plus(sums[part], step[part]);
    }
    return kinds;
  }

  #countKinds(list: ListSoFar, kinds: number, figures: Figures): void {
    for (const kind of CONTRACT_KINDS) {
      if (!isOfKind(kinds, kind)) continue;
      list.counts[kind] += 1;
      this.#counts[kind] += 1;
      const own = list.ofKind.get(kind) ?? noFigures();
      list.ofKind.set(kind, own);
      addTo(own, figures);
    }
  }

  table(): ContractTable {
    const { additional, taxes, versions } = linesOver(this.#versions, this.#steps);
    const lists = [...this.#lists].map(([title, list]) => ({ title, ...list }));
    const subtotal = addFigures(lists.map(({ figures }) => figures));
    const total = addFigures([subtotal, ...additional.map(({ figures }) => figures)]);
    return {
      lists,
      counts: this.#counts,
      rows: this.#rows,
      subtotal,
      additional,
      total,
      taxes,
      totalWithTaxes: addFigures([total, ...taxes.map(({ figures }) => figures)]),
      versions,
    };
  }
}
/** The sum of figures. */
export const addFigures = (parts: readonly Figures[]): Figures =>
  Object.fromEntries(COLUMNS.map((column) => [column, parts.reduce((sum, each) => sum + each[column], 0n)])) as Figures;

interface WholeContract {
  readonly threads: readonly Thread[];
  /** The kinds of change of each thread, for `isOfKind`. */
  readonly kinds: Uint8Array;
  readonly table: ContractTable;
}
/** The whole contract, with its rows in the order of the table. With stops (domain/stops.ts). */
export function* workingOut(versions: readonly ContractVersion[], byHand: readonly ByHand[]): Generator<void, WholeContract> {
  const threads = yield* threading(versions, byHand);
  const sums = new ContractSums(versions);
  const kinds = new Uint8Array(threads.length);
  for (const [at, thread] of threads.entries()) {
    if (at % BETWEEN_STOPS === 0) yield;
    kinds[at] = sums.add(thread);
  }
  return { threads, kinds, table: sums.table() };
}
export const wholeContract = (versions: readonly ContractVersion[], byHand: readonly ByHand[]): WholeContract =>
  finished(workingOut(versions, byHand));
