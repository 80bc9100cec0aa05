/** Positions whose description fills several rows, above or below the row with their numbers. */
import { saysTotal } from '../cell/words.ts';
import type { Classified } from './kind.ts';
import { unitSummed } from './measurements.ts';
import { amountOf, isNonZero, numberOf, type RowValues, UNIT_PRICES } from './values.ts';

const FEWEST = 2;

const isMeasured = ({ kind }: Classified) => kind === 'measured';
const isText = ({ kind, values }: Classified) => kind === 'section' && values.name !== '' && amountOf(values) === 0;

/** Shares of positions that a list writes in the same way. */
const MOSTLY = 0.8;
const OFTEN = 0.6;
const HALF = 0.5;

/**
 * The rows with each position joined into one: bills often write its number and short text first, then the description, and the quantity and
 * price on the last line. A list is joined where most positions are written so; a single one may be a position under its section.
 */
export function withHeadsJoined(rows: readonly Classified[]): readonly Classified[] {
  const items = rows.flatMap(({ kind, values }, at) => (kind === 'item' && amountOf(values) !== 0 ? [at] : []));
  const heads = new Map<number, number>();
  for (const at of items) {
    const head = headOf(rows, at);
    if (head !== null) heads.set(at, head);
  }
  if (heads.size < FEWEST || heads.size < items.length * MOSTLY) return rows;
  const joined = new Map<Classified, Classified>();
  for (const [at, head] of heads) {
    const parts = rows.slice(head, at + 1);
    for (const part of parts.slice(0, -1)) if (part.kind !== 'measured') joined.set(part, { ...part, kind: 'nothing' });
    const row = rows[at];
    if (row !== undefined) joined.set(row, { ...row, values: withTexts(row.values, parts) });
  }
  return rows.map((row) => joined.get(row) ?? row);
}

/** The row with the number of a position whose quantity stands further down; null where the position has a number itself. */
function headOf(rows: readonly Classified[], at: number): number | null {
  if (rows[at]?.values.code !== '') return null;
  for (let above = at - 1; above >= 0; above -= 1) {
    const row = rows[above];
    if (row?.kind === 'measured') continue;
    if (row === undefined || !(isText(row) || isUnpricedHead(row))) return null;
    if (row.values.code !== '') return above;
  }
  return null;
}

/** Code, unit and text of a position whose quantity stands in its last line. */
const isUnpricedHead = ({ kind, values }: Classified) =>
  kind === 'rateOnly' &&
  values.rateOnly !== true &&
  values.code !== '' &&
  UNIT_PRICES.every((field) => !isNonZero(numberOf(values, field)));

function withTexts(values: RowValues, parts: readonly Classified[]): RowValues {
  const code = parts[0]?.values.code ?? '';
  const texts = parts.filter(({ kind, values: { name } }) => kind !== 'measured' && name !== '' && !saysTotal(name));
  const name = texts.map((part) => part.values.name).join(' ');
  const unit = unitSummed(values) || (parts[0]?.values.unit ?? '');
  const cells = values.cells();
  return { ...values, code, name, unit, label: name, nesting: parts[0]?.values.nesting ?? [], cells: () => ({ ...cells, code, name }) };
}

/** Words without a number right under an item continue its description: they are in lower case, or a point of a list, or most items have such words. */
export function continued(rows: readonly Classified[]): readonly Classified[] {
  const describes = areDescribed(rows.some(isMeasured) ? rows.filter((row) => !isMeasured(row)) : rows);
  let above: Classified | undefined;
  let before = Number.NaN;
  return rows.map((row) => {
    const isUnder = above !== undefined && above.values.code !== '' && isText(row) && row.values.code === '';
    const { index, name } = row.values;
    const isNext = before === index - 1;
    before = index;
    if (isUnder && (describes || (isNext && /^(\p{Ll}|[-–•·]\s*\p{L})/u.test(name)))) return { ...row, kind: 'continuation' };
    above = row.kind === 'item' || row.kind === 'rateOnly' || row.kind === 'notCounted' ? row : undefined;
    return row;
  });
}

/**
 * Whether most positions of a list have text of their own below them. Its sections have numbers then, so that they can be told from such text; and the last
 * position of a section has text too, where a heading would have nothing under it.
 */
function areDescribed(rows: readonly Classified[]): boolean {
  const isDescription = (row: Classified | undefined) => row !== undefined && isText(row) && row.values.code === '';
  const isPosition = (row: Classified | undefined) => row?.kind === 'item' && row.values.code !== '';
  const positions = { all: 0, described: 0 };
  const last = { all: 0, described: 0 };
  for (const [at, row] of rows.entries()) {
    if (!isPosition(row)) continue;
    let next = at + 1;
    while (isDescription(rows[next])) next += 1;
    for (const count of isPosition(rows[next]) ? [positions] : [positions, last]) {
      count.all += 1;
      if (next > at + 1) count.described += 1;
    }
  }
  const isAmong = ({ all, described }: typeof last, share: number) => described > 0 && described >= all * share;
  const hasNumberedSections = rows.some(({ kind, values }) => kind === 'section' && values.code !== '');
  return hasNumberedSections && positions.described >= FEWEST && isAmong(positions, OFTEN) && isAmong(last, HALF);
}
