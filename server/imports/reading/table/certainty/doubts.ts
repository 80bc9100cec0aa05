/** The doubts that one table raises by itself; doubts about its sums follow from its evidence. */
import { NUMBER_FIELDS } from '../../../../../domain/api/recognizedAs.ts';
import { currenciesWritten, currencyNamed } from '../../../../../domain/currencies.ts';
import { fixed, SCALE } from '../../../../../domain/decimal.ts';
import { doubts as say } from '../../../../../domain/sentences/recognition.ts';
import { withThousands } from '../../../../../domain/thousands.ts';
import type { Doubt } from '../../reading.ts';
import { cellAt } from '../../sheet.ts';
import { numberInCell } from '../cell/numbers.ts';
import { saysWithTax } from '../cell/totalsWords.ts';
import type { Recognition } from '../columns/recognize.ts';
import type { HeaderColumn } from '../header/header.ts';
import type { Classified } from '../row/kind.ts';

interface Reading {
  readonly recognition: Recognition;
  readonly header: readonly HeaderColumn[];
  readonly rows: readonly Classified[];
  /** In cents. */
  readonly total: bigint;
  /** The file states a total of the whole list, and it is ours. */
  readonly isMet: boolean;
  /** Amounts of labour, materials or tools that are not added. */
  readonly partsApart: readonly HeaderColumn[];
  /** Overheads and taxes that are another percent in each row. */
  readonly costsApart: readonly HeaderColumn[];
}

/** Another reading of the same table, with its sum in cents. */
export interface Alternative {
  readonly recognition: Recognition;
  readonly total: bigint;
}

const text = (cents: bigint) => fixed(cents, SCALE.money);
const difference = (a: bigint, b: bigint) => text(a > b ? a - b : b - a);

export function doubtsOf(reading: Reading, alternatives: readonly Alternative[], withoutSecond: bigint | null): Doubt[] {
  return [
    ...unnamed(reading),
    ...amountsAlone(reading),
    ...otherFigures(reading),
    ...otherPrice(reading),
    ...partsNotAdded(reading),
    ...costsDiffer(reading),
    ...pricesWithTax(reading),
    ...twoBlocks(reading, withoutSecond),
    ...otherBlocks(reading, alternatives),
    ...severalCurrencies(reading),
    ...wordsForNumbers(reading),
    ...parentsDiffer(reading),
  ];
}

const isPriced = ({ kind }: Classified) => kind === 'item' || kind === 'amountOnly' || kind === 'rateOnly';

const plain = (said: Doubt['said'], amount: string | null = null): Doubt => ({ said, amount, remedy: null });

const unnamed = ({ header }: Reading): Doubt[] => (header.every(({ path }) => path.length === 0) ? [plain(say.noHeader())] : []);

/** A statement of costs has names, amounts and a total too. */
const amountsAlone = ({ recognition: { fields } }: Reading): Doubt[] =>
  PRICED.some((field) => fields.has(field)) || !fields.has('total') ? [] : [plain(say.amountsAlone())];
const PRICED = ['quantity', 'unit', 'unit_total', 'unit_labour', 'unit_materials', 'unit_tools'] as const;

/**
 * The money is in columns whose words name a figure other than the estimate's, because no other column has it. A total of the file confirms them, but an act has a
 * total too.
 */
function otherFigures({ recognition: { fields, columns, headerOf }, isMet }: Reading): Doubt[] {
  const taken = (['total', 'unit_total', 'quantity'] as const).flatMap((field) => fields.get(field) ?? []);
  const isOther = (column: number) => {
    const { elsewhere = 0, progress = 0 } = headerOf(column) ?? {};
    return progress >= TELLING || (elsewhere >= TELLING && !isMet && column !== fields.get('quantity'));
  };
  const found = taken.find(isOther);
  return found === undefined ? [] : [plain(say.otherFigure({ header: headerIn(columns, found) }))];
}
const TELLING = 0.7;

/** Amounts are used instead of a price that does not give them, although the person may mean either. */
function otherPrice({ recognition: { otherPrice: column, columns } }: Reading): Doubt[] {
  return column === null ? [] : [plain(say.otherPrice({ header: headerIn(columns, column) }))];
}

const partsNotAdded = ({ partsApart, recognition: { fields, columns } }: Reading): Doubt[] =>
  partsApart.map(({ column }) =>
    plain(say.partNotAdded({ header: headerIn(columns, column), other: headerIn(columns, fields.get('total') ?? NO_COLUMN) })),
  );

const costsDiffer = ({ costsApart, rows }: Reading): Doubt[] =>
  costsApart.map(({ column, path }) => {
    const sum = rows.filter(isPriced).reduce((all, { values }) => all + numberAt(values.row, column), 0);
    return plain(say.costsDiffer({ header: path.join(' / '), total: withThousands(sum.toFixed(SCALE.money)) }), sum.toFixed(SCALE.money));
  });
/** An estimate's prices are without tax, and its taxes are added to them. */
function pricesWithTax({ recognition: { fields, columns } }: Reading): Doubt[] {
  const headers = (['total', 'unit_total'] as const).map((field) => headerIn(columns, fields.get(field) ?? NO_COLUMN));
  const header = headers.find(saysWithTax);
  return header === undefined ? [] : [plain(say.pricesWithTax({ header }))];
}

const numberAt = (row: Classified['values']['row'], column: number) => {
  const read = numberInCell(cellAt(row, column), 'unknown');
  return read.kind === 'number' ? Number(read.text) : 0;
};

function twoBlocks({ recognition: { second, columns }, total }: Reading, without: bigint | null): Doubt[] {
  if (second === null || without === null) return [];
  const header = headerIn(columns, second.amount);
  const remedy = { kind: 'column', column_index: second.amount, recognized_as: 'ignore', total: text(without) } as const;
  return [{ said: say.twoBlocks({ header, total: withThousands(text(without)) }), amount: difference(total, without), remedy }];
}

/** A block whose words name another figure, or the same with its tax, raises no doubt once a total of the file confirms the first. */
function otherBlocks({ recognition, total, isMet, header }: Reading, alternatives: readonly Alternative[]): Doubt[] {
  return alternatives.flatMap(({ recognition: other, total: theirs }) => {
    const field = (['total', 'quantity'] as const).find((each) => other.fields.get(each) !== recognition.fields.get(each));
    const column = field === undefined ? undefined : other.fields.get(field);
    if (field === undefined || column === undefined || theirs === total) return [];
    const isElsewhere = header.some((each) => each.column === column && each.means.elsewhere > 0);
    const taken = headerIn(recognition.columns, recognition.fields.get('total') ?? NO_COLUMN);
    const isWithTax = saysWithTax(headerIn(other.columns, column)) && !saysWithTax(taken);
    if ((isElsewhere || isWithTax) && isMet) return [];
    const remedy = { kind: 'column', column_index: column, recognized_as: field, total: text(theirs) } as const;
    const said = say.otherBlock({ header: headerIn(other.columns, column), total: withThousands(text(theirs)) });
    return [{ said, amount: difference(total, theirs), remedy }];
  });
}

const headerIn = (columns: Recognition['columns'], column: number) =>
  columns.find(({ column_index }) => column_index === column)?.header ?? '';

const FEW = 0.3;
/** Cells of words in a column taken for numbers: some are remarks, many mean that the column is another. */
function wordsForNumbers({ recognition: { fields, columns }, rows }: Reading): Doubt[] {
  const items = rows.filter(isPriced);
  return NUMBER_FIELDS.flatMap((field) => {
    const column = fields.get(field);
    if (column === undefined) return [];
    let [count, filled] = [0, 0];
    for (const { values } of items) {
      const kind = values.numbers[field]?.read.kind;
      if (kind === 'bad') count += 1;
      if (kind !== 'empty') filled += 1;
    }
    if (count <= filled * FEW) return [];
    const doubt = plain(say.wordsForNumbers({ count, header: headerIn(columns, column) }));
    return [ASKED.has(field) ? { ...doubt, untilCorrected: true } : doubt];
  });
}

/** Fields without which a row is in error; an amount can be computed. */
const ASKED: ReadonlySet<string> = new Set(['quantity', 'unit_total', 'unit_labour', 'unit_materials', 'unit_tools']);

/** A project has one currency, and no rate is known at which the others convert to it. */
function severalCurrencies({ recognition: { fields, columns }, header, rows }: Reading): Doubt[] {
  const named = header.filter(({ path }) => CURRENCY.test(path.at(-1) ?? '')).map(({ column }) => column);
  const money = NUMBER_FIELDS.filter((field) => field !== 'quantity');
  // A word of a heading may be the same as a currency's code.
  const written = new Set(money.flatMap((field) => currencyNamed([headerIn(columns, fields.get(field) ?? NO_COLUMN)]) ?? []));
  for (const { values } of rows.filter(isPriced)) {
    for (const field of money) {
      const cell = values.numbers[field]?.cell;
      if (cell !== undefined) written.add(cell.kind === 'text' ? besideNumber(cell.text) : (cell.currency ?? ''));
    }
    for (const column of named) written.add(cellAt(values.row, column)?.text ?? '');
  }
  const currencies = currenciesWritten(written);
  return currencies.length < 2 ? [] : [plain(say.severalCurrencies({ currencies: currencies.join(', ') }))];
}
/** The words beside a number; words without one may be the same as a currency's code too. */
const besideNumber = (text: string) => (/\d/.test(text) ? text.replace(/[\d.,\s]+/g, ' ') : '');
const NO_COLUMN = -1;
const CURRENCY = /^(?:currency|w[äa]hrung|val[ūu]ta|валюта|waluta|měna|devise|moneda|moeda|valuutta|valuuta)(?!\p{L})/iu;

/** A heading whose amount is not the sum of its rows: one of the two is wrong, and the list uses the rows. */
function parentsDiffer({ rows }: Reading): Doubt[] {
  const differing = rows.filter(({ differsBy }) => differsBy !== undefined);
  if (differing.length === 0) return [];
  const most = Math.max(...differing.map(({ differsBy }) => Math.abs(differsBy ?? 0)));
  return [plain(say.parentsDiffer({ count: differing.length }), most.toFixed(SCALE.money))];
}
