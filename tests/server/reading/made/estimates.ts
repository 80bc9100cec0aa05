/** One estimate, laid out in the many ways real ones are. No layout is copied from a file. */
import fc from 'fast-check';
import type { Cell, Sheet } from '../../../../server/imports/reading/sheet.ts';
import { LANGUAGES, type Language } from './words.ts';

interface Item {
  readonly work: number;
  readonly unit: number;
  /** In thousandths, and cents. */
  readonly quantity: number;
  readonly labour: number;
  readonly materials: number;
}

interface Layout {
  readonly language: number;
  readonly order: 'plain' | 'quantityFirst' | 'unitAfterQuantity' | 'codeLast';
  readonly header: 'named' | 'shifted' | 'misspelt' | 'missing' | 'oneCell';
  readonly prices: 'one' | 'components' | 'componentPairs' | 'amountOnly' | 'priceOnly' | 'none';
  readonly sections: 'none' | 'plain' | 'summed' | 'numberedItems' | 'resources' | 'ofWhich';
  readonly beside: 'nothing' | 'progress' | 'purchase' | 'remarks' | 'discounts' | 'estimated';
  readonly foot: 'nothing' | 'total' | 'totalAndTax' | 'wrongTotal' | 'signature';
  readonly texts: boolean;
  readonly gaps: 'none' | 'noQuantity' | 'noPrice' | 'priceZero';
}

export interface Made {
  readonly items: readonly (readonly Item[])[];
  readonly layout: Layout;
}

const item: fc.Arbitrary<Item> = fc.record({
  work: fc.nat(5),
  unit: fc.nat(5),
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 400 }).map((whole) => whole * 1_000),
    fc.integer({ min: 101, max: 900_000 }),
  ),
  labour: fc.integer({ min: 37, max: 90_000 }),
  materials: fc.integer({ min: 41, max: 250_000 }),
});

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const layout: fc.Arbitrary<Layout> = fc.record({
  language: fc.nat(LANGUAGES.length - 1),
  order: oneOf('plain', 'plain', 'quantityFirst', 'unitAfterQuantity', 'codeLast'),
  header: oneOf('named', 'named', 'named', 'named', 'named', 'named', 'shifted', 'misspelt', 'missing', 'oneCell'),
  prices: oneOf('one', 'one', 'one', 'one', 'components', 'componentPairs', 'amountOnly', 'priceOnly', 'none'),
  sections: oneOf('none', 'plain', 'summed', 'numberedItems', 'resources', 'ofWhich'),
  beside: oneOf('nothing', 'nothing', 'progress', 'purchase', 'remarks', 'discounts', 'estimated'),
  foot: oneOf('nothing', 'total', 'total', 'totalAndTax', 'wrongTotal', 'signature'),
  texts: fc.boolean(),
  gaps: oneOf('none', 'none', 'none', 'noQuantity', 'noPrice', 'priceZero'),
});

export const made: fc.Arbitrary<Made> = fc.record({
  items: fc.array(fc.array(item, { minLength: 2, maxLength: 7 }), { minLength: 2, maxLength: 4 }),
  layout,
});

type Value = string | number | null | { readonly sum: number; readonly formula: string };

const rounded = (thousandths: number, cents: number) => Math.round((thousandths * cents) / 1_000);
const money = (cents: number) => cents / 100;

/** The cost of the estimate, in cents: each component of each row rounded by itself, as the rows are. */
export function truth({ items, layout: { prices } }: Made): number {
  if (prices === 'none') return 0;
  const isSplit = prices === 'components' || prices === 'componentPairs';
  return items
    .flat()
    .reduce(
      (sum, { quantity, labour, materials }) =>
        sum + (isSplit ? rounded(quantity, labour) + rounded(quantity, materials) : rounded(quantity, labour + materials)),
      0,
    );
}

const amountOf = (made: Made, one: Item) => truth({ ...made, items: [[one]] });

interface Column {
  readonly header: string;
  readonly of: (item: Item, place: Place) => Value;
  /** The column's value in the row of a section or of a total. */
  readonly sum?: (items: readonly Item[]) => number;
}
interface Place {
  readonly section: number;
  readonly row: number;
  /** Counts all rows. */
  readonly at: number;
}

function columnsOf(made: Made, words: Language): Column[] {
  const { layout: chosen } = made;
  // A row without an amount needs both of its numbers.
  const hasAmounts = chosen.prices !== 'priceOnly' && chosen.prices !== 'none';
  const hasGap = (at: number) => chosen.gaps !== 'none' && hasAmounts && at === 1;
  const quantity: Column = {
    header: words.quantity,
    of: ({ quantity: thousandths }, { at }) => (chosen.gaps === 'noQuantity' && hasGap(at) ? null : thousandths / 1_000),
  };
  const code: Column = {
    header: words.code,
    of: (_, { section, row, at }) =>
      chosen.sections === 'numberedItems' || chosen.sections === 'summed' ? `${section + 1}.${row + 1}` : at + 1,
  };
  const name: Column = { header: words.name, of: ({ work }) => words.works[work] ?? '' };
  const unit: Column = { header: words.unit, of: ({ unit: each }) => words.units[each] ?? '' };
  const priceOf = (cents: number, at: number): Value =>
    hasGap(at) && chosen.gaps === 'noPrice' ? null : hasGap(at) && chosen.gaps === 'priceZero' ? 0 : money(cents);
  const price: Column = { header: words.price, of: ({ labour, materials }, { at }) => priceOf(labour + materials, at) };
  const sumOf = (of: (item: Item) => number) => (items: readonly Item[]) => items.reduce((sum, each) => sum + of(each), 0);
  const amount: Column = { header: words.amount, of: (each) => money(amountOf(made, each)), sum: sumOf((each) => amountOf(made, each)) };
  const component = (header: string, of: 'labour' | 'materials', role: 'price' | 'amount'): Column => ({
    header: `${header} ${role === 'price' ? words.price : words.amount}`,
    of: (each) => money(role === 'price' ? each[of] : rounded(each.quantity, each[of])),
    ...(role === 'amount' && { sum: sumOf((each) => rounded(each.quantity, each[of])) }),
  });
  const priced: Readonly<Record<Layout['prices'], readonly Column[]>> = {
    one: [price, amount],
    components: [
      { ...component(words.labour, 'labour', 'price'), header: words.labour },
      { ...component(words.materials, 'materials', 'price'), header: words.materials },
      price,
      amount,
    ],
    componentPairs: [
      component(words.labour, 'labour', 'price'),
      component(words.labour, 'labour', 'amount'),
      component(words.materials, 'materials', 'price'),
      component(words.materials, 'materials', 'amount'),
      { ...amount, header: words.total },
    ],
    amountOnly: [amount],
    priceOnly: [price],
    none: [],
  };
  const money_ = priced[chosen.prices];
  const orders: Readonly<Record<Layout['order'], readonly Column[]>> = {
    plain: [code, name, unit, quantity, ...money_],
    quantityFirst: [code, quantity, unit, name, ...money_],
    unitAfterQuantity: [code, name, quantity, unit, ...money_],
    codeLast: [name, unit, quantity, ...money_, code],
  };
  return [...orders[chosen.order], ...besideOf(made)];
}

function besideOf(made: Made): Column[] {
  const done =
    (share: number) =>
    ({ quantity }: Item) =>
      Math.round(quantity * share) / 1_000;
  const doneAmount = (share: number) => (each: Item) => money(rounded(Math.round(each.quantity * share), each.labour + each.materials));
  switch (made.layout.beside) {
    case 'progress':
      return [
        { header: 'Previous Qty', of: done(0.3) },
        { header: 'Previous Amount', of: doneAmount(0.3) },
        { header: 'Up to date Qty', of: done(0.8) },
        { header: 'Up to date Amount', of: doneAmount(0.8) },
      ];
    case 'purchase':
      return [
        { header: 'Purchase price', of: ({ materials }) => money(Math.round(materials * 0.8)) },
        { header: 'Purchase total', of: ({ quantity, materials }) => money(rounded(quantity, Math.round(materials * 0.8))) },
      ];
    case 'remarks':
      return [{ header: 'Remarks', of: ({ work }) => (work % 2 === 0 ? 'as agreed on site with the client and the architect' : null) }];
    case 'discounts':
      return [
        { header: 'Discount', of: ({ work }) => (work % 2 === 0 ? 0.15 : 0.1) },
        { header: 'Weight', of: ({ unit }) => unit * 3.5 + 1 },
      ];
    default:
      return [];
  }
}

/** The sheet of a made estimate. */
export function sheetOf(estimate: Made): Sheet {
  const { items, layout: chosen } = estimate;
  const words = LANGUAGES[chosen.language] ?? (LANGUAGES[0] as Language);
  const columns = columnsOf(estimate, words);
  const nameAt = columns.findIndex(({ header }) => header === words.name);
  const codeAt = columns.findIndex(({ header }) => header === words.code);
  const rows: (readonly Value[])[] = [['Object: a made house'], []];
  rows.push(...headerOf(columns, chosen.header));
  const line = (label: string, of?: readonly Item[], code?: string): Value[] =>
    columns.map(({ sum }, at) =>
      at === nameAt
        ? label
        : at === codeAt && code !== undefined
          ? code
          : of !== undefined && sum !== undefined
            ? { sum: money(sum(of)), formula: 'SUM(A1:A2)' }
            : null,
    );
  let at = 0;
  for (const [section, own] of items.entries()) {
    if (chosen.sections === 'plain' || chosen.sections === 'ofWhich') rows.push(line(`${words.works[section] ?? ''} – ${section + 1}`));
    if (chosen.sections === 'numberedItems') rows.push(line(`${words.works[section] ?? ''}:`, undefined, String(section + 1)));
    if (chosen.sections === 'summed') rows.push(line(`${words.works[section] ?? ''}:`, own, String(section + 1)));
    for (const [row, each] of own.entries()) {
      rows.push(columns.map(({ of }) => of(each, { section, row, at })));
      if (chosen.sections === 'resources' && chosen.prices === 'one') rows.push(...resourcesOf(each, columns, words));
      if (chosen.sections === 'ofWhich' && chosen.prices === 'one' && row === 0) rows.push(partOf(each, columns, words));
      at += 1;
    }
  }
  rows.push(...footOf(estimate, words, line));
  return sheetFrom(rows, chosen.texts);
}

/** Labour and materials of a position, without numbers of their own. */
function resourcesOf({ quantity, labour, materials }: Item, columns: readonly Column[], words: Language): Value[][] {
  const whole = rounded(quantity, labour + materials);
  const part = rounded(quantity, labour);
  return (
    [
      [words.labour, part, labour],
      [words.materials, whole - part, materials],
    ] as const
  ).map(([label, amount, price]) =>
    columns.map(({ header }) =>
      header === words.name
        ? label
        : header === words.unit
          ? 'h'
          : header === words.quantity
            ? quantity / 1_000
            : header === words.price
              ? money(price)
              : header === words.amount
                ? money(amount)
                : null,
    ),
  );
}

const partOf = ({ quantity, labour }: Item, columns: readonly Column[], words: Language): Value[] =>
  columns.map(({ header }) => (header === words.name ? words.ofWhich : header === words.amount ? money(rounded(quantity, labour)) : null));

function headerOf(columns: readonly Column[], kind: Layout['header']): (readonly Value[])[] {
  const words = columns.map(({ header }) => header);
  switch (kind) {
    case 'missing':
      return [];
    case 'oneCell':
      return [[words.join('      ')]];
    case 'shifted':
      return [[null, ...words.slice(0, -1)]];
    case 'misspelt':
      return [words.map((word) => (word.length > 6 ? `${word.slice(0, 3)}${word.slice(4)}` : word))];
    default:
      return [words];
  }
}

function footOf(estimate: Made, words: Language, line: (label: string, of?: readonly Item[]) => Value[]): (readonly Value[])[] {
  const all = estimate.items.flat();
  const total = line(words.total, all);
  const tax = Number(/\d+/.exec(words.tax)?.[0] ?? 0);
  const withTax = (share: number): Value[] =>
    total.map((value) => (typeof value === 'object' && value !== null ? Math.round(value.sum * share) / 100 : value));
  switch (estimate.layout.foot) {
    case 'total':
      return [total];
    case 'totalAndTax':
      return [total, withTax(tax).map((value, at) => (typeof value === 'string' && at < 3 ? words.tax : value))];
    case 'wrongTotal':
      return [total.map((value) => (typeof value === 'object' && value !== null ? value.sum + 1_234.56 : value))];
    case 'signature':
      return [total, [], ['Signed: ____________']];
    default:
      return [];
  }
}

function sheetFrom(rows: readonly (readonly Value[])[], asTexts: boolean): Sheet {
  const cells = (row: readonly Value[]): Cell[] =>
    row.flatMap((value, column): Cell[] => {
      if (value === null || value === '') return [];
      if (typeof value === 'string') return [{ column, kind: 'text', text: value, number: Number.NaN, sums: '' }];
      const number = typeof value === 'number' ? value : value.sum;
      const sums = typeof value === 'number' ? '' : value.formula;
      if (asTexts && !Number.isInteger(number))
        return [{ column, kind: 'text', text: number.toFixed(3).replace('.', ',').replace(/0$/, ''), number: Number.NaN, sums }];
      return [{ column, kind: 'number', text: String(number), number, sums }];
    });
  return {
    name: 'Made',
    hidden: false,
    rows: rows.flatMap((row, at) => {
      const found = cells(row);
      return found.length === 0 ? [] : [{ index: at + 1, cells: found }];
    }),
    merges: [],
    hiddenColumns: new Set(),
    notices: [],
  };
}
