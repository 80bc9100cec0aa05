/** Reads the figures below the items of a GAEB bill: category totals, markups, discount and tax. */
import { cutTo } from '../../../../domain/cut.ts';
import { absolute, fixed, percentOf, roundText, SCALE } from '../../../../domain/decimal.ts';
import { onAnotherBase, percentNotTaken } from '../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import type { PercentLine, StatedTotal } from '../reading.ts';
import { type Assembled, sumOfAll } from '../table/row/assemble.ts';
import { effectivePercent, isAbout, percentText } from '../table/totals/percent.ts';
import { adjustmentIn, type Bill, type Category, cents, type Item, isItem, itemsIn } from './reader.ts';

const LONGEST_PERCENT = 200;
const money = (value: bigint) => fixed(value, SCALE.money);

/** The totals of a category and of those in it; its own is the list's when the category is a lot. */
export function categoryTotals(category: Category, rows: Assembled, isLot: boolean): StatedTotal[] {
  const stated = isLot ? cents(category.totals.get('Total')) : null;
  const ours = sumOfAll(rows).total - adjustedIn(category, rows);
  const whole: StatedTotal[] =
    stated === null
      ? []
      : [{ row_index: category.index, label: category.title, of: 'list', stated: money(stated), ours: money(ours), explanation: null }];
  return [...whole, ...category.content.flatMap((part) => (isItem(part) ? [] : groupTotals(part, rows)))];
}

function groupTotals(category: Category, rows: Assembled): StatedTotal[] {
  const stated = cents(category.totals.get('Total'));
  const below = category.content.flatMap((part) => (isItem(part) ? [] : groupTotals(part, rows)));
  if (stated === null) return below;
  const ours = itemsIn(category).reduce((sum, item) => sum + amountOf(item, rows), -adjustedIn(category, rows));
  const label = [category.code, category.title].filter((part) => part !== '').join(' ');
  return [{ row_index: category.index, label, of: 'group', stated: money(stated), ours: money(ours), explanation: null }, ...below];
}

/** A markup that became an additional cost is not a row; its category's total still includes it. */
function amountOf({ index, kind, texts }: Item, { sums }: Assembled): bigint {
  return sums.get(index)?.total ?? (kind === 'markup' ? (cents(texts.get('IT')) ?? 0n) : 0n);
}

/** A category states its total before its own discount. */
function adjustedIn({ content }: Category, { sums }: Assembled): bigint {
  return content.reduce((sum, part) => sum + (isItem(part) && part.kind === 'adjustment' ? (sums.get(part.index)?.total ?? 0n) : 0n), 0n);
}

/**
 * The discount of the whole bill as a row, where no percent of the subtotal gives its amount to the cent. Beside markups it stays a percent line,
 * because they are percents of the same subtotal, which the row would change.
 */
export function wholeAdjustment(bill: Bill, markups: readonly Item[], subtotal: bigint): Item | null {
  const found = adjustmentIn(bill.body.totals);
  if (found === null || markups.length > 0) return null;
  const amount = found.after - found.before;
  const percent = effectivePercent(amount, subtotal);
  const written = roundText(bill.body.totals.get('DiscountPcnt') ?? '', SCALE.percent);
  const isStated = percent !== null && written === absolute(percent);
  if (percent !== null && (isStated || percentOf(subtotal, percent) === amount)) return null;
  const index = itemsIn(bill.body).reduce((last, item) => Math.max(last, item.index), 0) + 1;
  return { index, code: '', name: found.name, kind: 'adjustment', texts: new Map([['IT', money(amount)]]) };
}

interface BillLines {
  readonly percentLines: readonly PercentLine[];
  readonly totals: readonly StatedTotal[];
  readonly notices: readonly Sentence[];
}

interface Whole {
  /** On everything in the bill. */
  readonly markups: readonly Item[];
  /** The bill's discount that is a row. */
  readonly adjustment: Item | null;
  /** In cents, without that row. */
  readonly subtotal: bigint;
  /** How many lists the bill has. */
  readonly lists: number;
}

/** Markups on the whole bill, its discount and its tax as percent lines; its totals beside ours. */
export function linesOf(bill: Bill, { markups, adjustment, subtotal, lists }: Whole): BillLines {
  const { totals: written } = bill.body;
  const lines: PercentLine[] = [];
  const totals: StatedTotal[] = [];
  const notices: Sentence[] = [];
  const line = (kind: PercentLine['kind'], name: string, percent: bigint, amount: bigint | null, row_index = 0) =>
    lines.push({
      row_index,
      kind,
      name,
      percent_total: percentText(percent),
      percent_labour: null,
      percent_materials: null,
      percent_tools: null,
      stated: amount === null ? null : money(amount),
    });
  const total = (of: StatedTotal['of'], label: string, stated: bigint | null, ours: bigint) => {
    if (stated !== null) totals.push({ row_index: 0, label, of, stated: money(stated), ours: money(ours), explanation: null });
  };
  let ours = subtotal;
  for (const { texts, name, index } of markups) {
    const percent = roundText(texts.get('Markup') ?? '0', SCALE.percent) ?? 0n;
    line('additional_cost', name === '' ? 'Zuschlag' : name, percent, cents(texts.get('IT')), index);
    ours += percentOf(subtotal, percent);
  }
  total(markups.length === 0 && lists <= 1 && adjustment === null ? 'list' : 'summary', 'Total', cents(written.get('Total')), ours);

  const found = adjustmentIn(bill.body.totals);
  if (found !== null) {
    const amount = found.after - found.before;
    const percent = effectivePercent(amount, subtotal);
    if (adjustment === null && percent !== null) {
      const { name } = found;
      line('additional_cost', name, percent, amount);
      const rate = roundText(written.get('DiscountPcnt') ?? '', SCALE.percent);
      if (rate !== null && rate !== absolute(percent))
        notices.push(onAnotherBase({ name, percent: percentText(rate), taken: percentText(percent) }));
      ours += percentOf(subtotal, percent);
    } else ours += amount;
    total('summary', written.has('TotAfterDisc') ? 'TotAfterDisc' : 'TotalLSUM', found.after, ours);
  }
  const vat = written.get('VAT') ?? '';
  const rate = roundText(vat, SCALE.percent);
  if (rate === null && vat.trim() !== '') notices.push(percentNotTaken({ name: 'USt', percent: cutTo(vat, LONGEST_PERCENT) }));
  const tax = cents(written.get('VATAmount'));
  if (rate !== null) {
    const fits = tax === null || isAbout(percentOf(ours, rate), tax);
    const percent = fits ? rate : (effectivePercent(tax, ours) ?? rate);
    line('tax', 'USt', percent, tax);
    if (!fits) notices.push(onAnotherBase({ name: 'USt', percent: percentText(rate), taken: percentText(percent) }));
    total('summary', 'TotalGross', cents(written.get('TotalGross')), ours + percentOf(ours, percent));
  }
  return { percentLines: lines, totals, notices };
}
