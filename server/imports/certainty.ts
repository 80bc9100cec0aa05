/** How certain the reading of a file is, given the doubts about it as it is now. */
import type { Doubt, ImportLine } from '../../domain/api/importShapes.ts';
import { cents, fromCents } from '../../domain/decimal.ts';
import * as say from '../../domain/sentences/certainty.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import { withThousands } from '../../domain/thousands.ts';
import { sumsOf } from '../estimates/amounts.ts';
import { type Compared, wholeOf } from './comparison.ts';
import type { ListFacts } from './facts.ts';
import { isOdd } from './lines.ts';
import { confirmedOut, isMet, isNear, metIn, missedBelow, type SheetLeftOut } from './reading/index.ts';
import { atPresentCosts, type KeptTotal } from './statedTotals.ts';

/** More than one row in ten with a differing amount cannot be slips of the file. */
const FEW_DIFFER = 10;
/** A sheet with fewer rows of numbers is a cover or a calculation. */
const ROWS_OF_A_TABLE = 3;

export const certaintyOf = (doubts: readonly Doubt[]): 'sure' | 'unsure' => (doubts.length === 0 ? 'sure' : 'unsure');

/** The reasons to doubt one list. Doubts about a column state what the difference to the file's total would be with another column. */
export function doubtsOfList(list: ListFacts, compared: Compared | null): Doubt[] {
  const about = (sentence: Sentence, amount: string | null = null): Doubt => ({
    ...sentence,
    list_id: list.id,
    amount,
    remedy: null,
    difference: null,
  });
  const ours = sumsOf(list).total;
  const open = list.doubts.filter(({ untilCorrected }) => untilCorrected !== true || list.error_count > 0);
  const found = open.map(({ said, amount, remedy }): Doubt => {
    if (remedy === null) return about(said, amount);
    const { kind, column_index, recognized_as, total } = remedy;
    const difference = compared?.after(cents(total) - ours) ?? null;
    return { ...about(said, amount), remedy: { kind, list_id: list.id, column_index, recognized_as }, difference };
  });
  const totals = atPresentCosts(list.totals);
  const { isProven, missed } = checkTotals(totals);
  if (missed !== null)
    found.push(about(say.totalDiffers({ stated: withThousands(missed.stated), ours: withThousands(missed.ours) }), differenceOf(missed)));
  const subtotals = isProven ? [] : totals.filter((total) => total.of === 'group' && !isMet(total));
  if (subtotals.length > 0) found.push(about(say.subtotalsDiffer({ count: subtotals.length })));
  if (list.differing * FEW_DIFFER > list.computing + list.differing)
    found.push(about(say.amountsDiffer({ count: list.differing, of: list.computing + list.differing }), list.differing_by));
  const isRightlyOut = confirmedOut(totals);
  const leftOut = list.left_out.filter(({ row_index }) => !isRightlyOut(row_index));
  if (leftOut.length > 0) {
    const amount = leftOut.reduce((sum, row) => sum + cents(row.amount), 0n);
    found.push(about(say.rowsLeftOut({ count: leftOut.length }), fromCents(amount)));
  }
  if (list.priced === 0) {
    if (list.row_count > 0 && !isWhole(compared)) found.push(about(say.noPrices()));
  } else if (!list.is_named && !isConfirmed(list, isProven)) found.push(about(say.nothingConfirms()));
  return found;
}

/** The total of the whole file is met, so that no list lacks an amount. */
const isWhole = (compared: Compared | null) => compared?.isMet === true && compared.shown.of === 'file';

/** Quantity × unit price gives the amount in half of the priced rows, or a total of the file is met. */
const isConfirmed = ({ computing, priced, totals }: ListFacts, isProven: boolean) =>
  isProven || computing * 2 >= priced || totals.some((total) => total.of === 'group' && isMet(total));

/**
 * Whether a total of the file for the whole list is met, and the total that is missed. A total that is met confirms all rows: another total of
 * them must be of something else, such as the works without their materials. Rows below it are confirmed by the grand total alone.
 */
function checkTotals(totals: readonly KeptTotal[]): { readonly isProven: boolean; readonly missed: KeptTotal | null } {
  if (metIn(totals) !== undefined) return { isProven: true, missed: missedBelow(totals) ?? null };
  const missed = totals.find((total) => total.of === 'summary' && !isNear(total));
  return { isProven: false, missed: wholeOf(totals) ?? missed ?? null };
}

const differenceOf = ({ ours, stated }: KeptTotal) => fromCents(cents(ours) - cents(stated));

interface WholeFile {
  readonly lists: readonly ListFacts[];
  readonly lines: readonly ImportLine[];
  readonly sheets: readonly SheetLeftOut[];
  readonly compared: Compared | null;
  /** Only a first import creates percent lines from the file. */
  readonly isFirst: boolean;
}

/** The reasons to doubt the file as a whole, beside those of its ticked lists. */
export function doubtsOfFile({ lists, lines, sheets, compared, isFirst }: WholeFile): Doubt[] {
  const about = (sentence: Sentence, more: Partial<Doubt> = {}): Doubt => ({
    ...sentence,
    list_id: null,
    amount: null,
    remedy: null,
    difference: null,
    ...more,
  });
  const found: Doubt[] = [];
  if (compared !== null && compared.shown.of === 'file' && !compared.isMet)
    found.push(
      about(say.fileTotalDiffers({ stated: withThousands(compared.shown.stated ?? ''), ours: withThousands(compared.shown.ours) }), {
        amount: compared.shown.difference,
      }),
    );
  for (const list of lists) {
    const other = lists.find(({ id }) => id === list.alike_id);
    if (other === undefined || !other.included) continue;
    const total = sumsOf(list).total;
    found.push(
      about(say.listsAlike({ list: list.title, other: other.title }), {
        amount: fromCents(total),
        remedy: { kind: 'list', list_id: list.id, included: !list.included },
        difference: compared?.after(list.included ? -total : total) ?? null,
      }),
    );
  }
  for (const line of lines.filter(isOdd)) found.push(about(say.oddPercent({ name: line.name, percent: line.percent_total ?? '' })));
  if (compared === null || !compared.isMet)
    for (const { sheet, rows } of sheets) if (rows >= ROWS_OF_A_TABLE) found.push(about(say.sheetLeftOut({ sheet })));
  for (const { sheet, line } of sheets)
    if (isFirst && line !== undefined && lines.every(({ kind, included }) => kind !== line.kind || !included))
      found.push(about(say.lineLeftOut({ sheet, line: line.label })));
  return found;
}
