/** Which rows are under which: by their codes, by the sheet's outline, by indentation, or because they add up to the row above. */
import type { Classified } from './kind.ts';
import { amountOf, numberOf, UNIT_PRICES } from './values.ts';
import { Work } from './work.ts';

export interface Node {
  readonly row: Classified;
  readonly children: Node[];
  /** The cost of all rows below it, each counted once. */
  below: number;
}

/** The index of each row's parent; null for a row on top and for rows outside the tree. */
type Parents = readonly (number | null)[];

/** The top rows of the tree in which most rows with an amount are the sum of those under them; empty where there is none. */
export function treeOf(rows: readonly Classified[]): readonly Node[] {
  const trees = [byCode(rows), byLevel(rows, outlineOf), byLevel(rows, indentOf), bySum(rows), byNestedSum(rows)]
    .filter((parents) => parents.some((parent) => parent !== null))
    .map((parents) => nodesOf(rows, parents))
    .map((top) => ({ top, sums: sumsIn(top) }));
  const [best] = trees.filter(({ sums }) => sums > 0).sort((a, b) => b.sums - a.sums);
  return best?.top ?? [];
}

const isInTree = ({ kind }: Classified) => kind !== 'nothing' && kind !== 'total' && kind !== 'continuation' && kind !== 'ofWhich';

/** 1.2 is under 1; a row with an amount and no code is under the last row with one. */
function byCode(rows: readonly Classified[]): Parents {
  const open: { readonly at: number; readonly parts: readonly string[] }[] = [];
  return rows.map((row, at) => {
    if (!isInTree(row)) return null;
    const parts = row.values.nesting;
    if (parts.length === 0) return row.kind === 'section' ? null : (open.at(-1)?.at ?? null);
    while (open.length > 0 && !isUnder(parts, open.at(-1)?.parts ?? [])) open.pop();
    const parent = open.at(-1)?.at ?? null;
    open.push({ at, parts });
    return parent;
  });
}

const isUnder = (parts: readonly string[], parent: readonly string[]) =>
  parent.length > 0 && parts.length > parent.length && parent.every((part, at) => part === parts[at]);

const outlineOf = ({ values }: Classified) => values.row.level ?? 0;
const indentOf = ({ values }: Classified) => {
  const text = values.row.cells.find(({ column }) => column === values.nameColumn)?.text ?? '';
  return text.length - text.trimStart().length;
};

function byLevel(rows: readonly Classified[], levelOf: (row: Classified) => number): Parents {
  if (!rows.some((row) => levelOf(row) > 0)) return [];
  const open: { readonly at: number; readonly level: number }[] = [];
  return rows.map((row, at) => {
    if (!isInTree(row)) return null;
    const level = levelOf(row);
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1)?.at ?? null;
    open.push({ at, level });
    return parent;
  });
}

/** With fewer parents, or less of the money under them, the sums may be chance. */
const FEWEST_PARENTS = 2;
const COVERED = 0.6;
const FEWEST_CHILDREN = 2;

/** Without codes and levels: rows that are each the exact sum of the rows right under them, and together hold most of the money. */
function bySum(rows: readonly Classified[]): Parents {
  const parents: (number | null)[] = rows.map(() => null);
  const amounts = Float64Array.from(rows, (row) => (isInTree(row) ? amountOf(row.values) : 0));
  const priced = rows.flatMap((_, index) => (amounts[index] === 0 ? [] : [index]));
  const amountAt = (index: number | undefined) => (index === undefined ? 0 : (amounts[index] ?? 0));
  let found = 0;
  let covered = 0;
  const work = new Work(priced.length);
  for (let at = 0; at < priced.length; at += 1) {
    const parent = priced[at] ?? 0;
    const amount = amountAt(parent);
    let sum = 0;
    let next = at + 1;
    while (next < priced.length && Math.abs(sum) < Math.abs(amount) - 0.005 && work.mayAdd()) {
      sum += amountAt(priced[next]);
      next += 1;
    }
    if (next - at - 1 < FEWEST_CHILDREN || Math.abs(sum - amount) > Math.min(0.011, Math.abs(amount) * SMALL_SHARE * 2)) continue;
    for (const child of priced.slice(at + 1, next)) parents[child] = parent;
    found += 1;
    covered += amount * 2;
    at = next - 1;
  }
  const all = priced.reduce((sum, index) => sum + amountAt(index), 0);
  return found >= FEWEST_PARENTS && covered >= all * COVERED ? parents : [];
}

/**
 * As `bySum`, for headings of headings. Only a row without a quantity, a unit and a price may be one, because a work may cost as much as the two works below
 * it. A heading of one row is recognized by the other headings.
 */
function byNestedSum(rows: readonly Classified[]): Parents {
  // A heading states its amount alone: without one nothing is under another row.
  if (!rows.some((row) => isInTree(row) && statesAmountAlone(row) && amountOf(row.values) !== 0)) return [];
  const parents: (number | null)[] = rows.map(() => null);
  const tops: { readonly at: number; readonly amount: number }[] = [];
  let found = 0;
  const work = new Work(rows.length);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    const amount = row !== undefined && isInTree(row) ? amountOf(row.values) : 0;
    if (row === undefined || amount === 0) continue;
    const count = statesAmountAlone(row) ? countAddingUp(tops, amount, work) : 0;
    if (count >= FEWEST_CHILDREN) found += 1;
    if (count > 0) for (const child of tops.splice(tops.length - count)) parents[child.at] = at;
    tops.push({ at, amount });
  }
  if (found < FEWEST_PARENTS) return [];
  const isParent = new Set(parents);
  const sumOf = (some: (at: number) => boolean) =>
    rows.reduce((sum, row, at) => sum + (some(at) && isInTree(row) ? amountOf(row.values) : 0), 0);
  const covered = sumOf((at) => parents[at] !== null || isParent.has(at));
  return covered >= sumOf(() => true) * COVERED ? parents : [];
}

const statesAmountAlone = ({ values }: Classified) =>
  values.unit === '' && numberOf(values, 'quantity') === null && UNIT_PRICES.every((field) => numberOf(values, field) === null);

/** How many of the last rows add up to an amount; 0 where none do. */
function countAddingUp(tops: readonly { readonly amount: number }[], amount: number, work: Work): number {
  let sum = 0;
  for (let count = 1; count <= tops.length && work.mayAdd(); count += 1) {
    sum += tops[tops.length - count]?.amount ?? 0;
    if (Math.abs(sum - amount) <= Math.min(0.011, Math.abs(amount) * SMALL_SHARE * 2)) return count;
    if (Math.abs(sum) > Math.abs(amount)) return 0;
  }
  return 0;
}

function nodesOf(rows: readonly Classified[], parents: Parents): Node[] {
  const nodes = rows.map((row): Node => ({ row, children: [], below: 0 }));
  const top: Node[] = [];
  for (const [at, node] of nodes.entries()) {
    const parent = parents[at] ?? null;
    (parent === null ? top : (nodes[parent]?.children ?? top)).push(node);
  }
  for (const node of nodes.toReversed()) node.below = node.children.reduce((sum, child) => sum + worthOf(child), 0);
  return top;
}

/** A row's own amount, or that of the rows under it where it states none. */
const worthOf = ({ row, below }: Node): number => {
  const own = amountOf(row.values);
  return own === 0 ? below : own;
};

const HALF_A_CENT = 0.005;
const SMALL_SHARE = 0.0005;
/** The most that rounding may explain of an amount, because half a cent per unit can exceed a small amount. */
const LARGE_SHARE = 0.02;

/** A price rounded to cents misses the sum by half a cent for each unit of the quantity; large sums are rounded along the way. */
const isAbout = (sum: number, children: number, quantity: number, amount: number) =>
  Math.abs(sum - amount) <=
  Math.min(Math.max(0.011 * children + HALF_A_CENT * Math.abs(quantity), Math.abs(amount) * SMALL_SHARE), Math.abs(amount) * LARGE_SHARE);

/** Whether the rows under a row, or some of them, add up to its amount, or to that of one component. */
export function addsUp({ row: { values }, children }: Node, some: readonly Node[] = children): boolean {
  if (some.length === 0) return false;
  const sum = some.reduce((all, child) => all + worthOf(child), 0);
  if (sum === 0) return false;
  const quantity = Number(numberOf(values, 'quantity') ?? 0);
  const components = (['labour', 'materials', 'tools'] as const).flatMap((component) => {
    const amount = Number(numberOf(values, component) ?? 0);
    return [amount, quantity * Number(numberOf(values, `unit_${component}`) ?? 0)];
  });
  return [amountOf(values), ...components].some((amount) => amount !== 0 && isAbout(sum, some.length, quantity, amount));
}

/** The children without a number of a position with one: in a bill of quantities they are its parts. */
export const unnumbered = ({ row, children }: Node): readonly Node[] =>
  row.values.nesting.length === 0 ? [] : children.filter((child) => child.row.values.nesting.length === 0 && child.children.length === 0);

function sumsIn(nodes: readonly Node[]): number {
  return nodes.reduce((count, node) => count + (addsUp(node) || addsUp(node, unnumbered(node)) ? 1 : 0) + sumsIn(node.children), 0);
}
