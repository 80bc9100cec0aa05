/** Rows beyond a total: options it does not count, and amounts that the next total adds to it. */
import { saysOfWhich, saysTax, settles } from '../cell/totalsWords.ts';
import { normalized } from '../cell/words.ts';
import type { Classified } from './kind.ts';
import { amountOf, isNonZero, numberOf, ROW_AMOUNTS } from './values.ts';

const OPTIONS =
  /(?<=^|\s)(alternat\p{L}*|optional\p{L}*|options?|not included|excluded from|eventual\p{L}*|bedarfsposition\p{L}*|wahlposition\p{L}*|variantes?|varianten|opcional\p{L}*|opciones|opzional\p{L}*|en option|opcje|opcjonaln\p{L}*|papildus iespeja\p{L}*|опци\p{L}*|по желанию|не вход\p{L}*|не включен\p{L}*|альтернатив\p{L}*|seceneksel|opsional|opcoes)(?=$|\s)/u;

/** Rows are options where their words say so, or where they have no amount beside a quantity and a price, if the file has a total without them. */
export function withoutOptionsNamed(rows: readonly Classified[]): readonly Classified[] {
  const sumOf = (some: readonly Classified[]) => some.reduce((sum, row) => sum + (isPriced(row) ? amountOf(row.values) : 0), 0);
  const totals = rows.flatMap(({ kind, values }) => (kind === 'total' && amountOf(values) !== 0 ? [amountOf(values)] : []));
  const all = totals.length === 0 ? 0 : sumOf(rows);
  const isStated = (sum: number, count: number) => totals.some((total) => isAbout(total, sum, count));
  if (totals.length === 0 || isStated(all, 1)) return rows;
  const isOption = ({ kind, values }: Classified) =>
    kind === 'item' && (!ROW_AMOUNTS.some((field) => isNonZero(numberOf(values, field))) || OPTIONS.test(normalized(values.name)));
  const options = new Set(rows.filter((row) => isPriced(row) && amountOf(row.values) !== 0 && isOption(row)));
  const count = rows.filter(isPriced).length - options.size;
  if (options.size === 0 || count === 0 || isStated(all, count) || !isStated(all - sumOf([...options]), count)) return rows;
  return rows.map((row) => (options.has(row) ? { ...row, kind: 'notCounted' } : row));
}

/** A row without amount may be classified as a total and yet be a heading: "Not included in the total" ends in a word for totals. */
const isHeading = ({ kind, values }: Classified) =>
  kind === 'section' || ((kind === 'total' || kind === 'nothing') && amountOf(values) === 0);
const isPriced = ({ kind }: Classified) => kind === 'item' || kind === 'amountOnly';
const isAbout = (a: number, b: number, rows: number) => Math.abs(a - b) <= 0.011 * Math.max(1, rows / 2);

/**
 * Rows under a heading of options, below a total of all rows above them, are offered beside the estimate: the file does not add them up.
 * Rows that a later total includes stay.
 */
export function withoutOptions(rows: readonly Classified[]): readonly Classified[] {
  let [sum, count] = [0, 0];
  let total: number | null = null;
  const from = rows.findIndex((row) => {
    if (isPriced(row)) {
      sum += amountOf(row.values);
      count += 1;
    }
    if (row.kind === 'total' && amountOf(row.values) !== 0 && isAbout(amountOf(row.values), sum, count)) total = sum;
    return isHeading(row) && total !== null && isAbout(total, sum, count) && OPTIONS.test(normalized(row.values.label));
  });
  if (from < 0) return rows;
  const later = rows.find((row, at) => at > from && row.kind === 'total' && amountOf(row.values) > sum + 0.011);
  const counted = rows.slice(from).reduce((all, row) => all + (isPriced(row) ? amountOf(row.values) : 0), sum);
  if (later !== undefined && isAbout(amountOf(later.values), counted, count)) return rows;
  return rows.map((row, at) => (at > from && isPriced(row) ? { ...row, kind: 'notCounted' } : row));
}

/**
 * The index where the table ends, given the index after its last position. Amounts between two totals, such as a transport or a discount,
 * belong to the estimate where the second total is the first with them. A percent of the total, or a tax, does not.
 */
export function endWithAmounts(rows: readonly Classified[], end: number): number {
  const [first] = rows.slice(end).filter(({ kind }) => kind === 'total');
  const sum = rows.slice(0, end).reduce((all, row) => all + (isPriced(row) ? amountOf(row.values) : 0), 0);
  if (first === undefined) return end;
  let more = 0;
  let last = end;
  for (let at = rows.indexOf(first) + 1; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined || !isPlainLine(row)) return end;
    const amount = amountOf(row.values);
    if (row.kind === 'total') return more !== 0 && isAbout(amount, sum + more, 1) ? last : end;
    more += amount;
    if (amount !== 0) last = at + 1;
  }
  return end;
}

const isPlainLine = ({ kind, values: { label, row } }: Classified) =>
  (kind === 'amountOnly' || kind === 'section' || kind === 'nothing' || kind === 'total') &&
  !saysTax(label) &&
  !saysOfWhich(label) &&
  !settles(label) &&
  row.cells.every(({ text }) => !text.includes('%'));
