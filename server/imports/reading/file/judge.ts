/** Decides which lists of a file are the estimate. The others are not ticked, each with the reason, so that no work is counted twice. */

import { absolute, exact, fixed, SCALE } from '../../../../domain/decimal.ts';
import { apart } from '../../../../domain/sentences/certainty.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import type { Apart, FileTotal, Judgement, Verdict } from '../reading.ts';
import { indexOf, type Likeness } from './alike.ts';
import type { Digest } from './digest.ts';
import type { SheetsWithoutList } from './sheets.ts';
import { rowExplainedBy, summedUp } from './sums.ts';
import { saysAct, saysAnalysis, saysVariation } from './words.ts';

interface Judged {
  readonly apart: Apart;
  readonly why: Sentence;
  /** The list that shows it. */
  readonly other: Digest | null;
  /** Only equal rows support the verdict, so the other of the two lists may be the one to set apart. */
  readonly isOpen: boolean;
}

const hasMoney = ({ total }: Digest) => total !== 0n;

/** Judges the lists of a file once all are read. */
export function judgementOf(lists: readonly Digest[], withoutList: SheetsWithoutList): Judgement {
  const { verdicts, summaries } = verdictsOf(lists, (sum) => withoutList.totalEqualTo(sum).length > 0);
  const sum = lists.reduce((all, { total }, at) => (verdicts[at]?.offered === true ? all + total : all), 0n);
  const stated = summaries.flatMap(statedBy);
  // A summary of the summary has the overheads and taxes of the estimate in its amounts.
  const isSum = ({ stated }: FileTotal) => absolute(exact(stated, SCALE.money) - sum) <= BigInt(lists.length);
  const totals = [...stated.filter(isSum), ...stated.filter((total) => !isSum(total))];
  return { verdicts, totals: totals.length > 0 ? totals : withoutList.totalEqualTo(sum), sheets: withoutList.sheets };
}

/** The total of all lists as a summary states it: in a line of its own, else as the sum of its rows. */
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
  const alike = found === undefined ? alikeAndKept(list, lists, among) : found.isOpen ? found.other : null;
  return {
    offered: !list.hidden && found === undefined,
    apart: found?.apart ?? null,
    why: found?.why ?? null,
    alike: alike === null ? null : lists.indexOf(alike),
  };
}

/**
 * Sets summaries apart, and summaries of summaries. Returns the lists they add up: each is a part of the estimate, even if it resembles another.
 */
function setSummariesApart(open: readonly Digest[], judged: Map<Digest, Judged>): ReadonlySet<Digest> {
  const partsOf = new Map<Digest, readonly Digest[]>();
  for (const list of open) {
    const isAbove = (other: Digest) => partsOf.get(other)?.includes(list) === true;
    const of = summedUp(
      list,
      open.filter((other) => other !== list && !isAbove(other)),
    );
    if (of.length === 0) continue;
    judged.set(list, { apart: 'summary', why: apart.summary(), other: null, isOpen: false });
    partsOf.set(list, of);
  }
  return new Set([...partsOf.values()].flat());
}

/** Sets lists apart whose columns belong to other documents, as long as another list has money. */
function setByColumnsApart(open: readonly Digest[], judged: Map<Digest, Judged>): void {
  for (const list of open) {
    const others = open.filter((other) => other !== list && !judged.has(other));
    if (judged.has(list) || !others.some(hasMoney)) continue;
    const set = (kind: Apart, why: Sentence) => judged.set(list, { apart: kind, why, other: null, isOpen: false });
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
      judged.set(list, { apart: 'detail', why: apart.detail({ row: String(item.row), list: other.title }), other, isOpen: false });
      break;
    }
  }
}

/** The share of a list's rows that must occur in another for both to be of the same works. */
const SAME_WORKS = 0.8;
/** The same where the list's name says that it is an act: acts have works of their own. */
const SAME_WORKS_OF_ACT = 0.3;
/** Fewer common rows prove nothing, because parts of one job have a few works in common at the same prices. */
const FEWEST_ROWS = 5;

/**
 * Sets lists apart that repeat the rows of a list that is likelier to be the estimate. Rows with the same names and amounts are the same
 * works, which an estimate counts once. Rows with the same names and prices but other quantities are works measured again, or another
 * building of the same kind. Of two such lists the later is taken for a bill, because the contract comes first. Of three or more nothing is
 * known, so all stay.
 */
function setRepeatsApart(open: readonly Digest[], judged: Map<Digest, Judged>, summed: ReadonlySet<Digest>): void {
  const rest = open.filter((list) => !judged.has(list) && list.items.length > 0);
  const kept: Digest[] = [];
  const again: { readonly list: Digest; readonly other: Digest }[] = [];
  for (const list of likeliestFirst(rest)) {
    const found = kept.flatMap((other) => {
      const judgement = repeatOf(list, other, indexOf(other).likeness(list), summed);
      return judgement === null ? [] : [judgement];
    })[0];
    if (found === undefined) kept.push(list);
    else if (found.apart === 'again' && found.isOpen) again.push({ list, other: found.other ?? list });
    else judged.set(list, found);
  }
  const [only, ...more] = again;
  if (only === undefined || more.length > 0) return;
  judged.set(only.list, { apart: 'again', why: apart.again({ list: only.other.title }), other: only.other, isOpen: true });
}

/** The verdict on a list whose rows another has; null where they are different works. */
function repeatOf(list: Digest, other: Digest, like: Likeness, summed: ReadonlySet<Digest>): Judged | null {
  if (like.of === 0 || summed.has(list)) return null;
  const { shared, of, sameAmount, sameQuantity } = like;
  const isAct = saysAct(list) && !saysAct(other);
  if (shared < of * (isAct ? SAME_WORKS_OF_ACT : SAME_WORKS)) return null;
  if (!hasMoney(list) && hasMoney(other) && sameQuantity >= shared * SAME_WORKS)
    return { apart: 'unpriced', why: apart.unpriced({ list: other.title }), other, isOpen: false };
  if (isAct) return { apart: 'progress', why: apart.progress(), other, isOpen: false };
  if (hasMoney(list) && sameAmount >= shared * SAME_WORKS)
    return { apart: 'twin', why: apart.twin({ list: other.title }), other, isOpen: sameAmount < of };
  if (isSameWorks(like, other)) return { apart: 'again', why: apart.again({ list: other.title }), other, isOpen: true };
  return null;
}

/** Each list has nearly all rows of the other, at the same prices. */
const isSameWorks = ({ of, shared, samePrice }: Likeness, other: Digest) =>
  shared >= FEWEST_ROWS && shared >= of * SAME_WORKS && shared >= other.items.length * SAME_WORKS && samePrice >= shared * SAME_WORKS;

/** The list that is likeliest to be the estimate comes first: priced, no act, read well, its totals met; else the file's own order. */
function likeliestFirst(lists: readonly Digest[]): Digest[] {
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

/** 1 where a list of far fewer rows may be a part of the other, else 0. */
const isPartOf = (a: Digest, b: Digest): number => (a.items.length * 2 <= b.items.length ? 1 : 0);

const isReadWell = ({ evidence: { computing, differing, totalsMet } }: Digest) =>
  totalsMet > 0 || (computing > 0 && differing * 10 <= computing);

/** Keeps lists with the same works where the file's own total counts them all: they are buildings of one kind. */
function keepCountedTwins(lists: readonly Digest[], judged: Map<Digest, Judged>, isStated: (sum: bigint) => boolean): void {
  const twins = lists.filter((list) => ['twin', 'again'].includes(judged.get(list)?.apart ?? ''));
  const kept = lists.filter((list) => !list.hidden && !judged.has(list));
  const sum = [...kept, ...twins].reduce((all, { total }) => all + total, 0n);
  if (twins.length > 0 && isStated(sum)) for (const list of twins) judged.delete(list);
}

/** Keeps the likeliest list where every priced list was set apart. */
function keepOne(open: readonly Digest[], lists: readonly Digest[], judged: Map<Digest, Judged>): void {
  const isKept = (list: Digest) => !list.hidden && !judged.has(list);
  if (lists.some((list) => isKept(list) && hasMoney(list))) return;
  const [best] = likeliestFirst(open.filter((list) => judged.has(list) && (hasMoney(list) || !lists.some(isKept))));
  if (best !== undefined) judged.delete(best);
}

/** An earlier list that is ticked too and shares most of the rows, for the person to check. */
function alikeAndKept(
  list: Digest,
  lists: readonly Digest[],
  { judged, summed }: { readonly judged: ReadonlyMap<Digest, Judged>; readonly summed: ReadonlySet<Digest> },
): Digest | null {
  if (list.hidden || list.items.length === 0) return null;
  if (list.isNamed) return copied(list, lists.slice(0, lists.indexOf(list)));
  const earlier = lists.slice(0, lists.indexOf(list)).filter((other) => !other.hidden && !other.isNamed && !judged.has(other));
  return (
    earlier.find((other) => {
      const like = indexOf(other).likeness(list);
      if (summed.has(list) && summed.has(other)) return false;
      return isSameWorks(like, other) || (!summed.has(list) && isPricedAgain(like, other));
    }) ?? null
  );
}

/** A sheet of our own export that was copied with its title: another building of the same works, or the same ones twice. */
function copied(list: Digest, earlier: readonly Digest[]): Digest | null {
  const isCopy = (other: Digest) => {
    if (!other.isNamed || other.hidden || other.sheet === list.sheet || other.title !== list.title || other.total !== list.total)
      return false;
    const { of, shared } = indexOf(other).likeness(list);
    return of > 0 && shared === of && list.items.length === other.items.length;
  };
  return earlier.find(isCopy) ?? null;
}

/**
 * The same rows with the same quantities and other prices are the same works offered twice, earlier or by another supplier. Two buildings of
 * one kind would have the same prices.
 */
const isPricedAgain = ({ of, shared, sameQuantity }: Likeness, other: Digest) =>
  shared >= FEWEST_ROWS && shared >= of * SAME_WORKS && shared >= other.items.length * SAME_WORKS && sameQuantity >= shared * SAME_WORKS;
