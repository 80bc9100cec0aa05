/** Reads the figures below the items of a GAEB bill: category totals, markups, discount and tax. */
import { exact, fixed, roundText, SCALE } from '../../../../domain/decimal.ts';
import { onAnotherBase } from '../../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../../domain/sentences/sentence.ts';
import type { PercentLine, StatedTotal } from '../reading.ts';
import { type Assembled, sumOfAll } from '../table/row/assemble.ts';
import { effectivePercent, isAbout, percentOf, percentText } from '../table/totals/percent.ts';
import { type Bill, type Category, type Item, isItem } from './reader.ts';

const cents = (text: string | undefined): bigint | null => (text === undefined ? null : roundText(text, SCALE.money));
const money = (value: bigint) => fixed(value, SCALE.money);

/** The totals of a category and of those in it; its own is the list's when the category is a lot. */
export function categoryTotals(category: Category, rows: Assembled, isLot: boolean): StatedTotal[] {
  const own = isLot ? cents(category.totals.get('Total')) : null;
  const whole: StatedTotal[] =
    own === null
      ? []
      : [
          {
            row_index: category.index,
            label: category.title,
            of: 'list',
            stated: money(own),
            ours: money(sumOfAll(rows).total),
            explanation: null,
          },
        ];
  return [...whole, ...category.content.flatMap((part) => (isItem(part) ? [] : groupTotals(part, rows)))];
}

function groupTotals(category: Category, rows: Assembled): StatedTotal[] {
  const stated = cents(category.totals.get('Total'));
  const below = category.content.flatMap((part) => (isItem(part) ? [] : groupTotals(part, rows)));
  if (stated === null) return below;
  const markups = itemsOf(category).reduce((sum, { texts, isMarkup, index }) => {
    return sum + (isMarkup && !rows.sums.has(index) ? (cents(texts.get('IT')) ?? 0n) : 0n);
  }, 0n);
  const ours = itemsOf(category).reduce((sum, { index }) => sum + (rows.sums.get(index)?.total ?? 0n), markups);
  const label = [category.code, category.title].filter((part) => part !== '').join(' ');
  return [{ row_index: category.index, label, of: 'group', stated: money(stated), ours: money(ours), explanation: null }, ...below];
}

const itemsOf = (category: Category): Item[] => category.content.flatMap((part) => (isItem(part) ? [part] : itemsOf(part)));

interface BillLines {
  readonly percentLines: readonly PercentLine[];
  readonly totals: readonly StatedTotal[];
  readonly notices: readonly Sentence[];
}

/** Markups on the whole bill, its discount and its tax as percent lines; its totals beside ours. `subtotal` is in cents. */
export function linesOf({ body }: Bill, markups: readonly Item[], subtotal: bigint): BillLines {
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
    const percent = exact(texts.get('Markup') ?? '0', SCALE.percent);
    line('additional_cost', name === '' ? 'Zuschlag' : name, percent, cents(texts.get('IT')), index);
    ours += percentOf(subtotal, percent);
  }
  const stated = cents(body.totals.get('Total'));
  total(markups.length === 0 ? 'list' : 'summary', 'Total', stated, ours);

  const afterDiscount = cents(body.totals.get('TotAfterDisc'));
  if (stated !== null && afterDiscount !== null && afterDiscount !== stated) {
    const percent = effectivePercent(afterDiscount - stated, subtotal);
    if (percent !== null) {
      const written = body.totals.get('DiscountPcnt');
      line('additional_cost', written === undefined ? 'Nachlass' : `Nachlass ${written} %`, percent, afterDiscount - stated);
      if (written !== undefined) notices.push(onAnotherBase({ name: 'Nachlass', percent: written, taken: percentText(percent) }));
      ours += percentOf(subtotal, percent);
      total('summary', 'TotAfterDisc', afterDiscount, ours);
    }
  }
  const rate = roundText(body.totals.get('VAT') ?? '', SCALE.percent);
  const tax = cents(body.totals.get('VATAmount'));
  if (rate !== null) {
    const fits = tax === null || isAbout(percentOf(ours, rate), tax);
    const percent = fits ? rate : (effectivePercent(tax, ours) ?? rate);
    line('tax', 'USt', percent, tax);
    if (!fits) notices.push(onAnotherBase({ name: 'USt', percent: percentText(rate), taken: percentText(percent) }));
    total('summary', 'TotalGross', cents(body.totals.get('TotalGross')), ours + percentOf(ours, percent));
  }
  return { percentLines: lines, totals, notices };
}
