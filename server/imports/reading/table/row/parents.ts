/** Parents and children are counted once: a parent is the heading of its children, or a position whose children are its resources. */
import type { Classified } from './kind.ts';
import { addsUp, type Node, treeOf, unnumbered } from './tree.ts';
import { amountOf, isNonZero, numberOf, UNIT_PRICES } from './values.ts';

/** The rows with each amount counted once; unchanged where no row is the sum of others. */
export function countedOnce(rows: readonly Classified[]): readonly Classified[] {
  const top = treeOf(rows);
  if (top.length === 0) return rows;
  const holdsPositions = areMostlyPositions(top);
  const changed = new Map<Classified, Classified>();
  for (const node of top) settle(node, holdsPositions, changed);
  return rows.map((row) => changed.get(row) ?? row);
}

/**
 * Whether most rows that are the sum of their children are positions, whose children then are resources. A position has a unit and a quantity
 * other than 1. A heading has neither, or is "1 lump sum" of the rows that follow.
 */
function areMostlyPositions(top: readonly Node[]): boolean {
  const parents = lowestParents(top).filter((node) => addsUp(node));
  const measured = parents.filter(({ row: { values } }) => values.unit !== '' && Math.abs(Number(numberOf(values, 'quantity') ?? 1)) !== 1);
  const children = measured.reduce((sum, node) => sum + node.children.length, 0);
  return measured.length >= FEWEST && measured.length > parents.length / 2 && children <= measured.length * MOST_RESOURCES;
}
const FEWEST = 2;
/** A position has a handful of resources; a chapter has more rows. */
const MOST_RESOURCES = 15;

const lowestParents = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => {
    const below = lowestParents(node.children);
    return below.length === 0 && node.children.length > 0 ? [node] : below;
  });

const isLowest = ({ children }: Node) => children.length > 0 && children.every((child) => child.children.length === 0);

function settle(node: Node, holdsPositions: boolean, changed: Map<Classified, Classified>): void {
  const { row, children } = node;
  const isItem = row.kind !== 'section' && row.kind !== 'nothing' && row.kind !== 'total';
  const resources = isItem ? resourcesOf(node, holdsPositions) : [];
  for (const child of resources) changed.set(child.row, { ...child.row, kind: 'resource', of: row.values.index });
  if (isItem && resources.length === 0 && isHeading(node)) changed.set(row, heading(node));
  for (const child of children) if (!resources.includes(child)) settle(child, holdsPositions, changed);
}

function heading(node: Node): Classified {
  const amount = amountOf(node.row.values);
  const isRight = amount === 0 || addsUp(node);
  return { ...node.row, kind: 'section', ...(!isRight && { differsBy: amount - node.below }) };
}

/** The rows that explain the price of a position; none for a heading. */
function resourcesOf(node: Node, holdsPositions: boolean): readonly Node[] {
  const { values } = node.row;
  if (values.unit === '' || amountOf(values) === 0) return [];
  const loose = unnumbered(node);
  if (addsUp(node, loose)) return loose;
  return holdsPositions && isLowest(node) && (node.below === 0 || addsUp(node)) ? node.children : [];
}

/**
 * Whether a parent is the heading of its children, so that their amounts count. A parent whose amount is not their sum is a heading only where it
 * has no price of its own.
 */
function isHeading(node: Node): boolean {
  if (node.children.length === 0 || node.below === 0) return false;
  const { values } = node.row;
  const hasPrice = UNIT_PRICES.some((field) => isNonZero(numberOf(values, field)));
  return addsUp(node) || amountOf(values) === 0 || (!hasPrice && values.nesting.length > 0 && numberOf(values, 'quantity') === null);
}
