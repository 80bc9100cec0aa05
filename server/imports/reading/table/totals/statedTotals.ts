/** The file's own totals: which rows each adds up, whether it is right, and what it leaves out or counts twice where it is not. */
import { absolute, fixed, SCALE } from '../../../../../domain/decimal.ts';
import * as say from '../../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { StatedTotal } from '../../reading.ts';
import { namesAPart, saysWhole } from '../cell/totalsWords.ts';
import { saysTotal } from '../cell/words.ts';
import type { Kind } from '../row/kind.ts';
import { type Row, type Subtotal, tolerance, whyAnother, whyDifferent } from './explanations.ts';

/** A row under a header as far as totals are concerned. Amounts in cents. */
export interface Counted {
  readonly index: number;
  readonly label: string;
  readonly kind: Kind | 'percent';
  /** The row's cost in our estimate; null for a row outside it. */
  readonly cost: bigint | null;
  /** The amount the file states in it. */
  readonly stated: bigint | null;
  readonly formula: string;
  /** Possible values of a total below percent lines, likeliest first. */
  readonly after: readonly { readonly filed: bigint; readonly ours: bigint }[] | null;
  /** A payment or a rounding stands above it. */
  readonly isSettled: boolean;
}

/** The most scopes tried for a total, because a sum may start at any of the preceding headings. */
const FEW_SCOPES = 40;

interface Found {
  readonly of: StatedTotal['of'];
  /** The first row it adds up, by its index among the rows. */
  readonly from: number;
  readonly ours: bigint;
  readonly explanation: Sentence | null;
}

/** Every total that is stated, in order. Those of 0 say nothing. */
export function totalsAmong(counted: readonly Counted[]): StatedTotal[] {
  const rows: Row[] = [];
  const starts: number[] = [0];
  const subtotals: Subtotal[] = [];
  /** A total above the rows it adds up. */
  let first: { readonly row_index: number; readonly label: string; readonly stated: bigint } | null = null;
  const totals: (StatedTotal & Pick<Found, 'from'> & { until: number })[] = [];
  for (const { index, label, kind, cost, stated, formula, after, isSettled } of counted) {
    if (cost !== null) {
      rows.push({ index, cost, stated: stated ?? cost });
      continue;
    }
    if (kind === 'section') mark(starts, rows.length);
    if (kind !== 'total' || stated === null || stated === 0n) continue;
    if (rows.length === 0) {
      first ??= { row_index: index, label, stated };
      continue;
    }
    const found = foundIn({ label, stated, formula, after }, rows, starts, subtotals);
    if (found !== null) {
      const { from, of, ours, explanation } = found;
      const text = (cents: bigint) => fixed(cents, SCALE.money);
      const shown = { row_index: index, label, of, stated: text(stated), ours: text(ours), explanation };
      totals.push({ ...shown, ...(isSettled && { settles: true }), from, until: rows.length });
      if (of !== 'summary') subtotals.push({ index, stated, from, until: rows.length, isRight: ours === stated });
    }
    mark(starts, rows.length);
  }
  if (first !== null && isSum(rows, first.stated)) {
    const [stated, ours] = [first.stated, costOf(rows)];
    const explanation = whyDifferent(rows, stated, ours);
    totals.unshift({
      ...first,
      of: 'list',
      stated: fixed(stated, SCALE.money),
      ours: fixed(ours, SCALE.money),
      explanation,
      from: 0,
      until: rows.length,
    });
  }
  return totals.map(({ from, until, ...total }) => ({
    ...total,
    of: scopeName(total.of, from === 0 && until === rows.length),
    rows: rowsAddedUp(rows.slice(from, until)),
  }));
}

const rowsAddedUp = (rows: readonly Row[]) => ({
  first: rows[0]?.index ?? 0,
  last: rows.at(-1)?.index ?? 0,
  costs: fixed(costOf(rows), SCALE.money),
});
const scopeName = (of: StatedTotal['of'], isWhole: boolean) => (of === 'summary' ? of : isWhole ? 'list' : 'group');

function mark(starts: number[], at: number): void {
  if (starts.at(-1) !== at) starts.push(at);
}

type Line = Pick<Counted, 'label' | 'formula' | 'after'> & { readonly stated: bigint };

function foundIn(line: Line, rows: readonly Row[], starts: readonly number[], subtotals: readonly Subtotal[]): Found | null {
  const { label, stated, after } = line;
  const withLines = after?.find(({ filed }) => absolute(filed - stated) <= tolerance(rows.length));
  if (withLines !== undefined) {
    const explanation = withLines.filed === withLines.ours ? whyDifferent(rows, stated, withLines.ours) : say.otherPercents();
    return { of: 'summary', from: 0, ours: withLines.ours, explanation };
  }
  const scopes = scopesOf(rows, starts);
  const right = scopes.findLast((from) => isSum(rows.slice(from), stated));
  if (right !== undefined) {
    const ours = costOf(rows.slice(right));
    return { of: 'group', from: right, ours, explanation: whyDifferent(rows.slice(right), stated, ours) };
  }
  for (const from of scopes) {
    const explanation = whyAnother(
      line,
      rows.slice(from),
      subtotals.filter((subtotal) => subtotal.from >= from),
    );
    if (explanation !== null) return { of: 'group', from, ours: costOf(rows.slice(from)), explanation };
  }
  const isPart = namesAPart(label) && stated <= costOf(rows);
  if (isPart || !(saysTotal(label) || label === line.formula)) return null;
  const earlier = subtotals.find(({ isRight }) => !isRight);
  if (after !== null && after.length > 0) return { of: 'summary', from: 0, ours: after[0]?.ours ?? 0n, explanation: buildsOn(earlier) };
  const from = saysWhole(label) ? 0 : (scopes[0] ?? 0);
  const wrong = subtotals.find((subtotal) => subtotal.from >= from && !subtotal.isRight);
  return { of: 'group', from, ours: costOf(rows.slice(from)), explanation: buildsOn(wrong) };
}

const buildsOn = (wrong: Subtotal | undefined) => (wrong === undefined ? null : say.buildsOn({ row: String(wrong.index) }));

/** Where a sum may begin: from the rows since the last heading or total up to all rows. */
function scopesOf(rows: readonly Row[], starts: readonly number[]): number[] {
  const usable = starts.filter((from) => from < rows.length);
  const nearest = usable.slice(-FEW_SCOPES).reverse();
  return nearest.includes(0) ? nearest : [...nearest, 0];
}

const costOf = (rows: readonly Row[]) => rows.reduce((sum, { cost }) => sum + cost, 0n);
const statedOf = (rows: readonly Row[]) => rows.reduce((sum, { stated }) => sum + stated, 0n);

const isSum = (rows: readonly Row[], stated: bigint) =>
  absolute(costOf(rows) - stated) <= 1n || absolute(statedOf(rows) - stated) <= tolerance(rows.length);
