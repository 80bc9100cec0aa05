/** A sheet's tables as lists of the estimate. */
import { addUp, COMPONENTS, type Sums, ZERO } from '../../../../domain/amounts.ts';
import { ROW_PRICES } from '../../../../domain/rowFields.ts';
import { confirmedOut } from '../evidence.ts';
import type { Decision, Instruct, ReadList } from '../reading.ts';
import type { Sheet } from '../sheet.ts';
import { withDittos } from './cell/ditto.ts';
import { withUnitsApart } from './cell/unitsApart.ts';
import { normalized } from './cell/words.ts';
import { type Alternative, doubtsOf } from './certainty/doubts.ts';
import { columnsLeftOut, rowsLeftOut } from './certainty/leftOut.ts';
import { traitsOf } from './certainty/traits.ts';
import { isWithWaste } from './columns/factors.ts';
import { withMeasurePriced } from './columns/measurement.ts';
import { decided, type Recognition, recognitions } from './columns/recognize.ts';
import { partsApart } from './columns/split.ts';
import { withPeriods } from './columns/stage.ts';
import { sumSupport } from './evidence/arithmetic.ts';
import { sampleWithMarks } from './evidence/decimalMark.ts';
import type { Sample } from './evidence/sample.ts';
import { isCatalogue } from './header/catalogue.ts';
import type { Header } from './header/header.ts';
import { fitted } from './header/shift.ts';
import { amountsOn, type Table, tablesOn, wordsOf } from './header/tables.ts';
import { titleOf } from './header/title.ts';
import { withAmountsCounted } from './row/amounts.ts';
import { type Assembled, assembled, listFrom, sumOfAll } from './row/assemble.ts';
import { classified, type Kinds } from './row/classify.ts';
import { valuesBy } from './row/values.ts';
import { columnLines, columnsOfOtherPercents } from './totals/columnLines.ts';
import { footOf, type TotalOfTables } from './totals/foot.ts';

interface ListsOnSheet {
  readonly lists: readonly ReadList[];
  /** How many tables were found, with or without rows to take, and how many of them the instructions skipped. */
  readonly tables: number;
  readonly skipped: number;
  /** There is no table of works, but there are texts with units. */
  readonly isCatalogue: boolean;
  /** Totals of the tables on the sheet together. */
  readonly totals: readonly TotalOfTables[];
}

/** The lists of names and amounts alone, for a file that has no others, or for its summary: `fewest` amounts must add up to a total. */
export const listsOfAmounts = (sheet: Sheet, instruct: Instruct, fewest?: number): Promise<ListsOnSheet> =>
  listsOf(sheet, instruct, amountsOn(sheet, fewest));

export async function listsOf(sheet: Sheet, instruct: Instruct, tables = tablesOn(sheet)): Promise<ListsOnSheet> {
  const lists: ReadList[] = [];
  const totals: TotalOfTables[] = [];
  let sumAbove = ZERO;
  let skipped = 0;
  for (const [table, found] of tables.entries()) {
    const fingerprint = wordsOf(found.header);
    const instruction = await instruct({ sheet: sheet.name, table, fingerprint });
    if (instruction === 'skip') {
      skipped += 1;
      continue;
    }
    const read = listOf(found, { table, fingerprint }, { decisions: instruction, sumAbove });
    sumAbove = addUp([sumAbove, read.sum]);
    if (read.list !== null) lists.push(read.list);
    if (read.ofTables !== null) totals.push(read.ofTables);
  }
  return { totals, lists, tables: tables.length, skipped, isCatalogue: tables.length === 0 && isCatalogue(sheet) };
}

/** How many readings with other blocks of columns are compared with the likeliest. */
const MOST_ALTERNATIVES = 2;

function listOf(
  { sheet: written, header: found }: Table,
  identity: { readonly table: number; readonly fingerprint: string },
  { decisions, sumAbove }: { readonly decisions: readonly Decision[]; readonly sumAbove: Sums },
): { readonly list: ReadList | null; readonly sum: Sums; readonly ofTables: TotalOfTables | null } {
  const sheet = withUnitsApart(withDittos(written, found.after), found.after);
  const sample = sampleWithMarks(sheet, found.after);
  const header = { ...found, columns: withMeasurePriced(withPeriods(fitted(found.columns, sample), sample), sample) };
  // A page repeats the header as it is written, including words that have no column after `fitted`.
  const words = new Set(found.columns.flatMap(({ path }) => [...path, path.join(' ')].map(normalized)));
  const below = sheet.rows.slice(header.after);
  const possible = recognitions(header.columns, sample);
  const read = (chosen: Recognition) => rowsRead(below, words, sample, chosen);
  const totalBy = (chosen: Recognition) => sumOfAll(read(chosen).rows).total;
  const isDecided = decisions.length > 0;
  const first = decided(possible, decisions);
  const asFirst = read(first);
  const { recognition, asRecognised } = (isDecided ? null : readAsAmounts(first, asFirst, read, sumAbove)) ?? {
    recognition: first,
    asRecognised: asFirst,
  };
  const { kinds, rows } = isDecided ? asRecognised : withCountedAmounts(asRecognised);
  const { totals, percentLines: ofFoot, notices, ofTables } = footOf(kinds, rows, sumAbove);
  const ofColumns = columnLines(header.columns, sample, recognition.fields, sheet.rows[header.first]?.index ?? 1).filter(({ kind }) =>
    ofFoot.every((line) => line.kind !== kind),
  );
  const percentLines = [...ofFoot, ...ofColumns.map(({ column: _, ...line }) => line)];
  const sum = sumOfAll(rows);
  const { total } = sum;
  const otherBlocks = isDecided
    ? []
    : possible
        .slice(1)
        .filter((other) => isAlternative(other, recognition))
        .slice(0, MOST_ALTERNATIVES);
  const otherQuantity = isDecided ? null : withOtherQuantity(header.columns, sample, possible, recognition);
  const alternatives = [...otherBlocks, ...(otherQuantity === null ? [] : [otherQuantity])].map(
    (other): Alternative => ({ recognition: other, total: totalBy(other) }),
  );
  const withoutSecond = recognition.second === null ? null : totalBy({ ...recognition, second: null });
  const isMet = totals.some(({ of, stated, ours }) => of === 'list' && stated === ours);
  const columnsRead = new Set(ofColumns.map(({ column }) => column));
  const readAsLines = new Set([...totals, ...ofFoot].map(({ row_index }) => row_index));
  const list = listFrom(rows, {
    title: titleOf(sheet, header, identity.table),
    sheet: sheet.name,
    ...identity,
    hidden: sheet.hidden,
    columns: recognition.columns,
    notices: [...sheet.notices, ...notices],
    totals,
    percentLines,
    doubts: doubtsOf(
      {
        recognition,
        header: header.columns,
        rows: kinds.rows,
        total,
        isMet,
        partsApart: partsApart(header.columns, sample, recognition.fields),
        costsApart: columnsOfOtherPercents(header.columns, sample, recognition.fields, ofColumns),
      },
      alternatives,
      withoutSecond,
    ),
    leftOut: [
      ...rowsLeftOut(kinds, { read: readAsLines, isConfirmedOut: confirmedOut(totals) }),
      ...columnsLeftOut(header.columns, sample, recognition, otherBlocks).filter(
        (each) => each.kind === 'row' || !columnsRead.has(each.column_index),
      ),
    ],
    traits: traitsOf(header.columns, sample, recognition),
  });
  return { list, sum, ofTables };
}

type RowsRead = ReturnType<typeof rowsRead>;

/** The reading with the only column of money as amounts, whatever its words are, where that alone meets the total of the file; null elsewhere. */
function readAsAmounts(first: Recognition, asFirst: RowsRead, read: (chosen: Recognition) => RowsRead, sumAbove: Sums) {
  const price = first.fields.get('unit_total');
  const isTotalMet = ({ kinds, rows }: RowsRead) =>
    footOf(kinds, rows, sumAbove).totals.some(({ of, stated, ours }) => of === 'list' && stated === ours && /[1-9]/.test(ours));
  if (price === undefined || MONEY.some((field) => first.fields.has(field)) || isTotalMet(asFirst)) return null;
  const recognition = decided([first], [{ column_index: price, recognized_as: 'total' }]);
  const asRecognised = read(recognition);
  return isTotalMet(asRecognised) ? { recognition, asRecognised } : null;
}
const MONEY = [...ROW_PRICES, ...COMPONENTS, 'total'] as const;

/** The rows, with prices left out where a total of the file confirms the amounts that they do not give. */
function withCountedAmounts({ kinds, rows }: RowsRead): RowsRead {
  const counted = withAmountsCounted(kinds.rows, rows, () => footOf(kinds, rows).totals);
  return counted === null ? { kinds, rows } : { kinds: { ...kinds, rows: counted }, rows: assembled(counted) };
}

function rowsRead(
  below: Sheet['rows'],
  words: ReadonlySet<string>,
  sample: Sample,
  recognition: Recognition,
): { readonly kinds: Kinds; readonly rows: Assembled } {
  const kinds = classified(below.map(valuesBy(recognition, sample.vote)), words);
  return { kinds, rows: assembled(kinds.rows) };
}

/**
 * The reading with another column as the quantity, because its words name a quantity more plainly, or because no product includes it. In
 * some bills only the executed quantity has an amount, so only it multiplies, and the contract's quantity beside it has just a price.
 */
function withOtherQuantity(
  header: Header['columns'],
  sample: Sample,
  possible: readonly Recognition[],
  recognition: Recognition,
): Recognition | null {
  const taken = recognition.fields.get('quantity');
  const chosen = header.find(({ column }) => column === taken);
  if (taken === undefined || chosen === undefined || recognition.isMeasurement) return null;
  const score = chosen.means.top === 'quantity' ? chosen.means.score : 0;
  const used = new Set(recognition.fields.values());
  const parts = header.filter(({ column, means }) => means.top === 'quantity' && column !== taken).map(({ column }) => column);
  if (parts.length > 1 && sumSupport(sample, parts, taken).agreement >= MOSTLY) return null;
  const isNet = (net: number) => recognition.proven && isWithWaste(header, sample, { net, gross: taken });
  const isAlone = (column: number) => recognition.proven && possible.every(({ fields }) => fields.get('quantity') !== column);
  const other = header.find(
    ({ column, means }) =>
      means.top === 'quantity' &&
      means.elsewhere === 0 &&
      !used.has(column) &&
      (means.score > score + CLEARLY || isAlone(column)) &&
      !isNet(column) &&
      sample.share(column, 'number') * 2 >= sample.share(taken, 'number'),
  );
  return other === undefined ? null : decided([recognition], [{ column_index: other.column, recognized_as: 'quantity' }]);
}
/** In so many rows the other quantities, of each building or floor, add up to the chosen one. */
const MOSTLY = 0.9;
/** How much more plainly the words of the other column must name a quantity. */
const CLEARLY = 0.1;

/** Whether a reading takes another amount that could be the estimate's: neither work done nor a part of the price. */
function isAlternative(other: Recognition, { fields, second, headerOf }: Recognition): boolean {
  const amount = other.fields.get('total');
  if (amount === undefined || amount === fields.get('total') || amount === second?.amount) return false;
  const isUsed = [...fields.values()].includes(amount);
  const means = headerOf(amount);
  return !isUsed && means !== null && means.progress === 0 && means.dimension === 0 && means.component === null;
}
