/** Which lists of a file are the estimate. The others are offered with the reason, so that what is ticked adds up once. */

import { absolute, fixed, SCALE } from '../../../../domain/decimal.ts';
import { apart } from '../../../../domain/sentences/certainty.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import type { Apart, FileTotal, Judgement, Verdict } from '../reading.ts';
import { indexOf, type Likeness } from './alike.ts';
import type { Digest } from './digest.ts';
import type { Beside } from './sheets.ts';
import { rowExplainedBy, summedUp } from './sums.ts';
import { saysAct, saysAnalysis, saysVariation } from './words.ts';

interface Judged {
  readonly apart: Apart;
  readonly why: Sentence;
  /** The list it was told apart by. */
  readonly beside: Digest | null;
  /** Only equal rows support the verdict, so the opposite would be as likely. */
  readonly isOpen: boolean;
}

const hasMoney = ({ total }: Digest) => total !== 0n;

/** Judges the lists of a file once all are read. */
export function judgementOf(lists: readonly Digest[], beside: Beside): Judgement {
  const { verdicts, summaries } = verdictsOf(lists, (sum) => beside.totalOf(sum).length > 0);
  const sum = lists.reduce((all, { total }, at) => (verdicts[at]?.offered === true ? all + total : all), 0n);
  const stated = summaries.flatMap(statedBy);
  return { verdicts, totals: stated.length > 0 ? stated : beside.totalOf(sum), sheets: beside.sheets };
}

/** A summary states the total of all lists: in a line of its own, else as the sum of its rows. */
function statedBy({ title, sheet, stated, total, items }: Digest): FileTotal[] {
  const own = total === 0n ? items.reduce((sum, item) => sum + item.stated, 0n) : total;
  const line = stated.find((each) => absolute(each - own) <= BigInt(items.length)) ?? own;
  return [{ stated: fixed(line, SCALE.money), label: title, sheet, row_index: 0 }];
}

/**
 * One verdict for each list, in order. Lists of formats that name their fields, and our own exports, are what the format says they are.
 * Where every list would be set apart, the most likely of them is the estimate after all.
 */
function verdictsOf(
  lists: readonly Digest[],
  isStated: (sum: bigint) => boolean,
): { readonly verdicts: Verdict[]; readonly summaries: readonly Digest[] } {
  const judged = new Map<Digest, Judged>();
  const open = lists.filter(({ hidden, isNamed }) => !hidden && !isNamed);
  const summed = setSummariesApart(open, judged);
  setByColumnsApart(open, judged);
  setDetailsApart(open, judged);
  setRepeatsApart(open, judged, summed);
  keepCountedTwins(lists, judged, isStated);
  keepOne(open, lists, judged);
  const kept = lists.filter((list) => !list.hidden && !judged.has(list));
  // A total of the file that counts every list has each of them as a part, as a summary has.
  const isWhole = isStated(kept.reduce((all, { total }) => all + total, 0n));
  return {
    verdicts: lists.map((list) => verdictOf(list, lists, { judged, summed: isWhole ? new Set(kept) : summed })),
    summaries: lists.filter((list) => judged.get(list)?.apart === 'summary'),
  };
}

function verdictOf(
  list: Digest,
  lists: readonly Digest[],
  among: { readonly judged: ReadonlyMap<Digest, Judged>; readonly summed: ReadonlySet<Digest> },
): Verdict {
  const found = among.judged.get(list);
  const alike = found === undefined ? likeKept(list, lists, among) : found.isOpen ? found.beside : null;
  return {
    offered: !list.hidden && found === undefined,
    apart: found?.apart ?? null,
    why: found?.why ?? null,
    alike: alike === null ? null : lists.indexOf(alike),
  };
}

/** Sets summaries apart; returns the lists that they add up, each of them a part of the estimate even if it is like another. */
function setSummariesApart(open: readonly Digest[], judged: Map<Digest, Judged>): ReadonlySet<Digest> {
  const summed = new Set<Digest>();
  for (const list of open) {
    const of = summedUp(
      list,
      open.filter((other) => other !== list && !judged.has(other)),
    );
    if (of.length === 0) continue;
    judged.set(list, { apart: 'summary', why: apart.summary(), beside: null, isOpen: false });
    for (const each of of) summed.add(each);
  }
  return summed;
}

/** Sets lists apart whose columns only other documents have, as long as another list has money. */
function setByColumnsApart(open: readonly Digest[], judged: Map<Digest, Judged>): void {
  for (const list of open) {
    const others = open.filter((other) => other !== list && !judged.has(other));
    if (judged.has(list) || !others.some(hasMoney)) continue;
    const set = (kind: Apart, why: Sentence) => judged.set(list, { apart: kind, why, beside: null, isOpen: false });
    const isPlain = others.some((other) => hasMoney(other) && !other.traits.includes('progress') && !saysAct(other));
    if (list.traits.includes('measurement')) set('measurement', apart.measurement());
    else if (list.traits.includes('catalogue') || isPriceList(list) || isAnalysis(list, others)) set('rates', apart.rates());
    else if (isPlain && list.traits.includes('progress')) set('progress', apart.progress());
    else if (isPlain && saysVariation(list)) set('variation', apart.variation());
  }
}

/** Whether a list is a price analysis: it costs less than the estimate whose prices it explains. */
const isAnalysis = (list: Digest, others: readonly Digest[]) => saysAnalysis(list) && others.some(({ total }) => total > list.total);

/** Whether a list has prices and not one quantity; an estimate without quantities would have amounts. */
const isPriceList = ({ items, total, fields }: Digest) =>
  total === 0n && !fields.has('quantity') && items.some(({ price }) => price !== '0') && items.every(({ stated }) => stated === 0n);

function setDetailsApart(open: readonly Digest[], judged: Map<Digest, Judged>): void {
  for (const list of open) {
    if (judged.has(list)) continue;
    for (const other of open) {
      if (other === list || judged.has(other)) continue;
      const item = rowExplainedBy(list, other);
      if (item === null || rowExplainedBy(other, list) !== null) continue;
      judged.set(list, { apart: 'detail', why: apart.detail({ row: String(item.row), list: other.title }), beside: other, isOpen: false });
      break;
    }
  }
}

/** The share of a list's rows that must occur in another for both to be of the same works. */
const MOST = 0.8;
/** A list whose name says that it is an act shares fewer: acts have works of their own. */
const SOME = 0.3;
/** Parts of one job have a few works in common at the same prices. */
const FEW_ROWS = 5;

/**
 * Lists that repeat the rows of a list that is likelier to be the estimate. Rows with the same names and amounts are the same works, and an estimate counts works once. The same names and
 * prices with other quantities are the same works measured again, or another building of the same kind: of two the later one is a bill, as the contract
 * comes first; of three and more nothing can be said.
 */
function setRepeatsApart(open: readonly Digest[], judged: Map<Digest, Judged>, summed: ReadonlySet<Digest>): void {
  const rest = open.filter((list) => !judged.has(list) && list.items.length > 0);
  const kept: Digest[] = [];
  const again: { readonly list: Digest; readonly other: Digest }[] = [];
  for (const list of byWorth(rest)) {
    const found = kept.flatMap((other) => {
      const judgement = repeated(list, other, indexOf(other).likeness(list), summed);
      return judgement === null ? [] : [judgement];
    })[0];
    if (found === undefined) kept.push(list);
    else if (found.apart === 'again' && found.isOpen) again.push({ list, other: found.beside ?? list });
    else judged.set(list, found);
  }
  const [only, ...more] = again;
  if (only === undefined || more.length > 0) return;
  judged.set(only.list, { apart: 'again', why: apart.again({ list: only.other.title }), beside: only.other, isOpen: true });
}

function repeated(list: Digest, other: Digest, like: Likeness, summed: ReadonlySet<Digest>): Judged | null {
  if (like.of === 0 || summed.has(list)) return null;
  const { shared, of, sameAmount, sameQuantity } = like;
  const isAct = saysAct(list) && !saysAct(other);
  if (shared < of * (isAct ? SOME : MOST)) return null;
  if (!hasMoney(list) && hasMoney(other) && sameQuantity >= shared * MOST)
    return { apart: 'unpriced', why: apart.unpriced({ list: other.title }), beside: other, isOpen: false };
  if (isAct) return { apart: 'progress', why: apart.progress(), beside: other, isOpen: false };
  if (hasMoney(list) && sameAmount >= shared * MOST)
    return { apart: 'twin', why: apart.twin({ list: other.title }), beside: other, isOpen: sameAmount < of };
  if (isSameWorks(like, other)) return { apart: 'again', why: apart.again({ list: other.title }), beside: other, isOpen: true };
  return null;
}

/** Each list has nearly all rows of the other, at the same prices. */
const isSameWorks = ({ of, shared, samePrice }: Likeness, other: Digest) =>
  shared >= FEW_ROWS && shared >= of * MOST && shared >= other.items.length * MOST && samePrice >= shared * MOST;

/** The list whose reading is likeliest to be the estimate comes first: read well, priced, its total met; then the file's own order. */
function byWorth(lists: readonly Digest[]): Digest[] {
  const worth = (list: Digest) => [
    hasMoney(list) ? 1 : 0,
    saysAct(list) ? 0 : 1,
    isReadWell(list) ? 1 : 0,
    list.evidence.totalsMissed === 0 ? 1 : 0,
  ];
  const order = new Map(lists.map((list, at) => [list, at]));
  const worths = new Map(lists.map((list) => [list, worth(list)]));
  return [...lists].sort((a, b) => {
    const [left, right] = [worths.get(a) ?? [], worths.get(b) ?? []];
    const differs = left.findIndex((value, at) => value !== right[at]);
    if (differs >= 0) return (right[differs] ?? 0) - (left[differs] ?? 0);
    return isPartOf(a, b) - isPartOf(b, a) || (order.get(a) ?? 0) - (order.get(b) ?? 0);
  });
}

/** A list of far fewer rows is a part of the other. */
const isPartOf = (a: Digest, b: Digest): number => (a.items.length * 2 <= b.items.length ? 1 : 0);

const isReadWell = ({ evidence: { computing, differing, totalsMet } }: Digest) =>
  totalsMet > 0 || (computing > 0 && differing * 10 <= computing);

/** Lists with the same rows are two buildings of one kind where the file's own total counts them all. */
function keepCountedTwins(lists: readonly Digest[], judged: Map<Digest, Judged>, isStated: (sum: bigint) => boolean): void {
  const twins = lists.filter((list) => judged.get(list)?.apart === 'twin');
  const kept = lists.filter((list) => !list.hidden && !judged.has(list));
  const sum = [...kept, ...twins].reduce((all, { total }) => all + total, 0n);
  if (twins.length > 0 && isStated(sum)) for (const list of twins) judged.delete(list);
}

function keepOne(open: readonly Digest[], lists: readonly Digest[], judged: Map<Digest, Judged>): void {
  const isKept = (list: Digest) => !list.hidden && !judged.has(list);
  if (lists.some((list) => isKept(list) && hasMoney(list))) return;
  const [best] = byWorth(open.filter((list) => judged.has(list) && (hasMoney(list) || !lists.some(isKept))));
  if (best !== undefined) judged.delete(best);
}

/** An earlier list that is ticked too and shares most of the rows, which the person should know. */
function likeKept(
  list: Digest,
  lists: readonly Digest[],
  { judged, summed }: { readonly judged: ReadonlyMap<Digest, Judged>; readonly summed: ReadonlySet<Digest> },
): Digest | null {
  if (list.hidden || list.isNamed || list.items.length === 0) return null;
  const earlier = lists.slice(0, lists.indexOf(list)).filter((other) => !other.hidden && !other.isNamed && !judged.has(other));
  return (
    earlier.find((other) => {
      const like = indexOf(other).likeness(list);
      if (summed.has(list) && summed.has(other)) return false;
      return isSameWorks(like, other) || (!summed.has(list) && isPricedAgain(like, other));
    }) ?? null
  );
}

/**
 * The same rows with the same quantities and other prices are the same works offered twice: an earlier offer, or that of another supplier. Two buildings of one
 * kind have the same prices.
 */
const isPricedAgain = ({ of, shared, sameQuantity }: Likeness, other: Digest) =>
  shared >= FEW_ROWS && shared >= of * MOST && shared >= other.items.length * MOST && sameQuantity >= shared * MOST;
