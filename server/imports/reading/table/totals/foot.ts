/** The lines of a sheet that add up or add percents: the file's own totals beside ours, its overheads and taxes. */
import { addUp, type Sums, ZERO } from '../../../../../domain/amounts.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { PercentLine, StatedTotal } from '../../reading.ts';
import { saysOfWhich, saysTax, settles, sumsUp } from '../cell/totalsWords.ts';
import { type Assembled, sumOfAll } from '../row/assemble.ts';
import type { Kinds } from '../row/classify.ts';
import type { Classified } from '../row/kind.ts';
import { percentIn } from '../row/percentWritten.ts';
import type { RowValues } from '../row/values.ts';
import { amountIn, amountOf } from './amount.ts';
import { isAbout } from './percent.ts';
import { type Below, isReached, lineOf, withoutPercent } from './percentLine.ts';
import { Running } from './running.ts';
import { type Counted, totalsAmong } from './statedTotals.ts';

/** A total of all tables on a sheet so far. */
export interface TotalOfTables {
  readonly cents: bigint;
  readonly label: string;
  readonly row: number;
}

interface Foot {
  readonly ofTables: TotalOfTables | null;
  readonly totals: readonly StatedTotal[];
  readonly percentLines: readonly PercentLine[];
  readonly notices: readonly Sentence[];
}

const FEW_LINES = 20;
const NOTHING_STATED: Foot = { ofTables: null, totals: [], percentLines: [], notices: [] };

/** `above` is the sum of the tables above on the same sheet: a total may add them up too, and what follows it is of all of them. */
export function footOf({ rows, foot: written }: Kinds, taken: Assembled, above: Sums = ZERO): Foot {
  if (written.length === 0 && !rows.some(({ kind, values }) => kind === 'total' || values.sums !== '')) return NOTHING_STATED;
  const notices: Sentence[] = [];
  const own = sumOfAll(taken);
  const all = addUp([own, above]);
  const foot = taxesFirst(written, own.total);
  let running = new Running(own);
  let ofTables: TotalOfTables | null = null;
  const percentLines: PercentLine[] = [];
  const inError = new Set(taken.rows.flatMap(({ errors, sheet_row_index }) => (errors.length > 0 ? [sheet_row_index] : [])));
  const counted: Counted[] = rows.map((row) => countedRow(row, taken, inError));
  let isSettled = false;
  for (const [at, row] of foot.entries()) {
    const amount = amountOf(row.values);
    const { index, label } = row.values;
    if (ofTables === null && above.total !== 0n && percentLines.length === 0 && amount !== null && isAbout(all.total, amount)) {
      running = new Running(all);
      ofTables = { cents: amount, label, row: index };
    }
    const below: Below = {
      states: (amount) => foot.slice(at + 1).some(({ values }) => isAbout(amountOf(values) ?? 0n, amount)),
      reaches: (sum) => isReached(sum, foot.slice(at + 1, at + 1 + FEW_LINES)),
      inSections: (name, percent) => statedInSections(rows, name, percent),
      addsTax: row !== written[at],
    };
    const line = lineOf(row.values, running, notices, below);
    if (line !== null) percentLines.push(line);
    const each = countedRow(row, taken, inError);
    isSettled ||= line === null && each.kind !== 'total' && amount !== null && settles(row.values.label);
    const kind = line !== null ? 'percent' : ofTables !== null || running.isOfLines(amount) ? 'nothing' : each.kind;
    counted.push({ ...each, kind, after: running.after(line), isSettled });
  }
  return { ofTables, totals: totalsAmong(counted), percentLines, notices };
}

function countedRow({ kind, values }: Classified, { sums }: Assembled, inError: ReadonlySet<number>): Counted {
  const { index, sums: formula } = values;
  const cost = sums.get(index)?.total ?? (inError.has(index) ? 0n : null);
  const addsUp = kind === 'total' || (cost === null && formula !== '' && amountOf(values) !== null);
  const stated = addsUp ? amountIn(values) : amountOf(values);
  const label = values.label === '' ? formula : values.label;
  return { index, label, kind: addsUp ? totalKind(values) : kind, cost, stated, formula, after: null, isSettled: false };
}

/** Percent lines and lines for information only are not totals. */
const totalKind = (values: RowValues) =>
  percentIn(values) !== null && !sumsUp(values.label) ? 'percent' : saysOfWhich(values.label) ? 'nothing' : 'total';

/** "Of which VAT" below a total of the works with it: the tax is put before the total that it is added to. */
function taxesFirst(foot: readonly Classified[], works: bigint): readonly Classified[] {
  const at = foot.findIndex(({ values }, index) => {
    const total = foot[index - 1];
    const [tax, whole] = [amountOf(values), total === undefined ? null : amountOf(total.values)];
    return saysOfWhich(values.label) && saysTax(values.label) && tax !== null && tax > 0n && whole !== null && isAbout(works + tax, whole);
  });
  return at < 0 ? foot : [...foot.slice(0, at - 1), ...foot.slice(at, at + 1), ...foot.slice(at - 1, at), ...foot.slice(at + 1)];
}

/** The amounts of one line in all sections that state it above the end of the table. */
const statedInSections = (rows: readonly Classified[], name: string, percent: bigint): bigint =>
  rows.reduce((sum, { kind, values }) => {
    const isSame = kind === 'total' && percentIn(values) === percent && (withoutPercent(values.label) || values.label) === name;
    return isSame ? sum + (amountOf(values) ?? 0n) : sum;
  }, 0n);
