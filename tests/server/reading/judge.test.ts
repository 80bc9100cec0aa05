/** Which lists of a file are the estimate: what stays ticked adds up to it once, however the file repeats it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixed } from '../../../domain/decimal.ts';
import { totalOf } from './totals.ts';
import { bookOf, fileOf, judgedLists, type SheetOfRows, type Value } from './workbooks.ts';

interface Work {
  readonly name: string;
  readonly unit: string;
  readonly quantity: number;
  readonly price: number;
}
interface Part {
  readonly name: string;
  readonly works: readonly Work[];
}

const HEADER = ['No', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];
const amountOf = ({ quantity, price }: Work) => Math.round(quantity * price * 100) / 100;
const totalOfWorks = (works: readonly Work[]) => Math.round(works.reduce((sum, work) => sum + amountOf(work), 0) * 100) / 100;

const rowsOf = (works: readonly Work[]): Value[][] =>
  works.map((work, at) => [String(at + 1), work.name, work.unit, work.quantity, work.price, amountOf(work)]);
const priced = ({ name, works }: Part): SheetOfRows => ({
  name,
  rows: [HEADER, ...rowsOf(works), [null, 'Total', null, null, null, totalOfWorks(works)]],
});
const unpriced = ({ works }: Part): SheetOfRows => ({
  name: 'Quantities',
  rows: [['No', 'Description', 'Unit', 'Quantity'], ...works.map(({ name, unit, quantity }, at) => [String(at + 1), name, unit, quantity])],
});
const again = ({ works }: Part, name: string): SheetOfRows =>
  priced({ name, works: works.map((work) => ({ ...work, quantity: work.quantity + 1 })) });
const running = ({ name, works }: Part): SheetOfRows => ({
  name,
  rows: [[...HEADER, 'Previous quantity', 'Previous amount'], ...rowsOf(works).map((row) => [...row, 1, 10])],
});
const summaryOf = (parts: readonly Part[]): SheetOfRows => ({
  name: 'Summary',
  rows: [
    ['No', 'Description', 'Unit', 'Quantity', 'Amount'],
    ...parts.map(({ name, works }, at) => [String(at + 1), name, 'set', 1, totalOfWorks(works)]),
    [null, 'Total', null, null, totalOfWorks(parts.flatMap(({ works }) => works))],
  ],
});

const HOUSE: Part = {
  name: 'House',
  works: [
    ['Dig trench', 'm3', 12, 8.4],
    ['Lay pipe', 'm', 30, 11.15],
    ['Pour concrete', 'm3', 7, 131.2],
    ['Brick wall', 'm2', 88, 27.35],
    ['Roof tiles', 'm2', 64, 33.1],
    ['Paint walls', 'm2', 210, 4.75],
  ].map(([name, unit, quantity, price]) => ({ name, unit, quantity, price }) as Work),
};
const YARD: Part = {
  name: 'Yard',
  works: [
    ['Gravel path', 'm2', 40, 12.6],
    ['Fence', 'm', 55, 41.9],
  ].map(([name, unit, quantity, price]) => ({ name, unit, quantity, price }) as Work),
};

/** The sheets' lists with the kind they were set apart as, or "ticked", and the sum of the ticked. */
async function judged(...sheets: readonly SheetOfRows[]) {
  const { lists, judgement } = await judgedLists(fileOf(bookOf(sheets)));
  const kinds = lists.map(({ title }, at) => [
    title,
    judgement.verdicts[at]?.apart ?? (judgement.verdicts[at]?.offered ? 'ticked' : 'hidden'),
  ]);
  const rows = lists.flatMap(({ rows }, at) => (judgement.verdicts[at]?.offered === true ? rows : []));
  return { kinds: Object.fromEntries(kinds), sum: fixed(totalOf(rows).total, 2), judgement };
}
const sumOf = (...parts: readonly Part[]) => totalOfWorks(parts.flatMap(({ works }) => works)).toFixed(2);

describe('a list is set apart', () => {
  test('that repeats another, whichever comes first', async () => {
    const copy = priced({ ...HOUSE, name: 'House copy' });
    expect(await judged(priced(HOUSE), priced(YARD), copy)).toMatchObject({
      kinds: { House: 'ticked', Yard: 'ticked', 'House copy': 'twin' },
      sum: sumOf(HOUSE, YARD),
    });
    expect((await judged(copy, priced(HOUSE))).sum).toBe(sumOf(HOUSE));
  });

  test('that repeats a part of another', async () => {
    const part = priced({ name: 'Walls', works: HOUSE.works.slice(2, 5) });
    expect(await judged(part, priced(HOUSE))).toMatchObject({ kinds: { Walls: 'twin', House: 'ticked' }, sum: sumOf(HOUSE) });
  });

  test('that repeats another without prices, even where it comes first', async () => {
    expect(await judged(unpriced(HOUSE), priced(HOUSE))).toMatchObject({
      kinds: { Quantities: 'unpriced', House: 'ticked' },
      sum: sumOf(HOUSE),
    });
  });

  test('that sums up the others, and it states their total', async () => {
    expect(await judged(summaryOf([HOUSE, YARD]), priced(HOUSE), priced(YARD))).toMatchObject({
      kinds: { Summary: 'summary', House: 'ticked', Yard: 'ticked' },
      sum: sumOf(HOUSE, YARD),
      judgement: { totals: [{ stated: sumOf(HOUSE, YARD), sheet: 'Summary' }] },
    });
  });

  test('that sums up the sections of another', async () => {
    const sections = [HOUSE, YARD].flatMap(({ name, works }): Value[][] => [
      [null, name],
      ...rowsOf(works),
      [null, `Total ${name}`, null, null, null, totalOfWorks(works)],
    ]);
    const whole = { name: 'Estimate', rows: [HEADER, ...sections, [null, 'Total', null, null, null, Number(sumOf(HOUSE, YARD))]] };
    expect(await judged(summaryOf([HOUSE, YARD]), whole)).toMatchObject({
      kinds: { Summary: 'summary', Estimate: 'ticked' },
      sum: sumOf(HOUSE, YARD),
    });
  });

  test('whose total is one row of another', async () => {
    const main = {
      name: 'Estimate',
      works: [...HOUSE.works, { name: 'Yard works', unit: 'set', quantity: 1, price: totalOfWorks(YARD.works) }],
    };
    expect(await judged(priced(main), priced(YARD))).toMatchObject({ kinds: { Estimate: 'ticked', Yard: 'detail' }, sum: sumOf(main) });
  });

  test.each([
    ['Outdoor works', 41.9, 'detail'],
    ['Yard works', 36.8, 'detail'],
    ['Outdoor works', 36.8, 'ticked'],
  ])(
    'whose total is one row of another, unless the sum is round and not named: "%s" with a fence at %d is %s',
    async (name, price, kind) => {
      const gravel = { name: 'Gravel path', unit: 'm2', quantity: 40, price: 11.9 };
      const yard = { name: 'Yard', works: [gravel, { name: 'Fence', unit: 'm', quantity: 55, price }] };
      const row = { name, unit: 'set', quantity: 1, price: totalOfWorks(yard.works) };
      const { kinds } = await judged(priced({ name: 'Estimate', works: [...HOUSE.works, row] }), priced(yard));
      expect(kinds).toEqual({ Estimate: 'ticked', Yard: kind });
    },
  );

  test('that has its rows and prices with other quantities, and the file is uncertain', async () => {
    expect(await judged(priced(HOUSE), again(HOUSE, 'Second'))).toMatchObject({
      kinds: { House: 'ticked', Second: 'again' },
      sum: sumOf(HOUSE),
      judgement: { verdicts: [{ alike: null }, { alike: 0 }] },
    });
  });

  test('that says how much was done before, with works that no other list has', async () => {
    expect(await judged(priced(HOUSE), running(YARD))).toMatchObject({
      kinds: { House: 'ticked', Yard: 'progress' },
      sum: sumOf(HOUSE),
    });
  });

  test('that is named an analysis and costs less than another, but not one that costs as much', async () => {
    const analysis = priced({ name: 'Rate analysis', works: YARD.works.slice(1) });
    const path = priced({ ...YARD, name: 'Path', works: YARD.works.slice(0, 1) });
    expect((await judged(priced(HOUSE), path, analysis)).kinds).toEqual({ House: 'ticked', Path: 'ticked', 'Rate analysis': 'rates' });
    const swapped = HOUSE.works.map((each) => ({ ...each, name: `${each.name} again`, quantity: each.price, price: each.quantity }));
    const same = priced({ name: 'Price analysis', works: swapped });
    expect((await judged(priced(HOUSE), same)).kinds).toEqual({ House: 'ticked', 'Price analysis': 'ticked' });
  });

  test('that is named an act or a variation', async () => {
    const act = again({ ...HOUSE, works: HOUSE.works.slice(0, 3) }, 'Akts 1');
    expect(await judged(act, priced(HOUSE), priced({ ...YARD, name: 'Extra items' }))).toMatchObject({
      kinds: { 'Akts 1': 'progress', House: 'ticked', 'Extra items': 'variation' },
      sum: sumOf(HOUSE),
    });
  });
});

describe('a list stays ticked', () => {
  test('that says how much was done before, as long as every other list does too', async () => {
    expect(await judged(running(HOUSE), running(YARD))).toMatchObject({
      kinds: { House: 'ticked', Yard: 'ticked' },
      sum: sumOf(HOUSE, YARD),
    });
  });

  test('that is the only one, whatever its name', async () => {
    expect(await judged(priced({ ...HOUSE, name: 'Act 1' }))).toMatchObject({ kinds: { 'Act 1': 'ticked' }, sum: sumOf(HOUSE) });
  });

  test('that a summary counts, even where two are identical', async () => {
    const [left, right] = [
      { ...HOUSE, name: 'House left' },
      { ...HOUSE, name: 'House right' },
    ];
    expect((await judged(summaryOf([left, right, YARD]), priced(left), priced(right), priced(YARD))).sum).toBe(sumOf(left, right, YARD));
  });

  test('where three have the same works with other quantities, and the file is uncertain', async () => {
    const floors = [
      priced(HOUSE),
      again(HOUSE, 'Floor 2'),
      again({ ...HOUSE, works: HOUSE.works.map((work) => ({ ...work, quantity: 9 })) }, 'Floor 3'),
    ];
    const { kinds, judgement } = await judged(...floors);
    expect(kinds).toEqual({ House: 'ticked', 'Floor 2': 'ticked', 'Floor 3': 'ticked' });
    expect(judgement.verdicts.map(({ alike }) => alike)).toEqual([null, 0, 0]);
  });

  test('that has the same works with other quantities and prices, and the file is certain', async () => {
    const works = HOUSE.works.map((work) => ({ ...work, quantity: work.quantity + 3, price: work.price + 1 }));
    const other = { name: 'Garage', works };
    expect(await judged(priced(HOUSE), priced(other))).toMatchObject({
      sum: sumOf(HOUSE, other),
      judgement: { verdicts: [{ alike: null }, { alike: null }] },
    });
  });

  const gates = ['Gate', 'Bell', 'Lamp', 'Mailbox'].map((name, at) => ({ name, unit: 'pcs', quantity: 3 + at, price: 77.7 }));
  test.each([
    ['fewer than five works', HOUSE.works.slice(0, 4), []],
    ['only half of its works', HOUSE.works, [...YARD.works, ...gates]],
  ])('that has %s in common with another, at other prices or in other quantities, and the file is certain', async (_, shared, own) => {
    for (const more of [
      { quantity: 0, price: 1 },
      { quantity: 1, price: 0 },
    ]) {
      const again = shared.map((work) => ({ ...work, quantity: work.quantity + more.quantity, price: work.price + more.price }));
      const both = [
        { name: 'House', works: shared },
        { name: 'Garage', works: [...again, ...own] },
      ];
      expect(await judged(...both.map(priced))).toMatchObject({
        sum: sumOf(...both),
        judgement: { verdicts: [{ alike: null }, { alike: null }] },
      });
    }
  });

  test('that has a few works in common with another', async () => {
    const yard = { name: 'Yard', works: [...YARD.works, ...HOUSE.works.slice(0, 2)] };
    expect((await judged(priced(HOUSE), priced(yard))).sum).toBe(sumOf(HOUSE, yard));
  });
});

test('sheets without a list are named, and a number on them may be the total of all', async () => {
  const cover: SheetOfRows = {
    name: 'Cover',
    rows: [['Estimate of a house'], ['Contract sum', totalOfWorks([...HOUSE.works, ...YARD.works])]],
  };
  expect((await judged(cover, priced(HOUSE), priced(YARD))).judgement).toMatchObject({
    totals: [{ stated: sumOf(HOUSE, YARD), label: 'Contract sum', sheet: 'Cover', row_index: 2 }],
    sheets: [{ sheet: 'Cover', rows: 0, why: { code: 'sheet_no_table' } }],
  });
});

const words = fc.stringMatching(/^[a-z]{5,9}$/);
const works = (prefix: string) =>
  fc.uniqueArray(
    fc.record({
      name: words.map((word) => `${prefix} ${word}`),
      unit: fc.constantFrom('m', 'm2', 'pcs'),
      quantity: fc.integer({ min: 2, max: 400 }),
      price: fc.integer({ min: 101, max: 99_999 }).map((cents) => cents / 100),
    }),
    { minLength: 5, maxLength: 12, selector: ({ name }) => name },
  );
const parts = fc
  .tuple(works('dig'), works('lay'), works('paint'))
  .map((each): Part[] => each.map((of, at) => ({ name: ['Ground', 'Pipes', 'Walls'][at] ?? '', works: of })));

test('the ticked lists count everything once, whichever sheets repeat it and wherever they are', async () => {
  const file = fc.record({
    parts,
    twin: fc.option(fc.nat(2)),
    bare: fc.option(fc.nat(2)),
    act: fc.option(fc.nat(2)),
    summary: fc.boolean(),
    order: fc.array(fc.nat(20), { minLength: 7, maxLength: 7 }),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ parts: all, twin, bare, act, summary, order }) => {
      const of = (at: number) => all[at] as Part;
      const sheets = [
        ...all.map(priced),
        ...(twin === null ? [] : [priced({ ...of(twin), name: 'Offer' })]),
        ...(bare === null ? [] : [unpriced(of(bare))]),
        ...(act === null ? [] : [again(of(act), 'Akts 1')]),
        ...(summary ? [summaryOf(all)] : []),
      ];
      const shuffled = sheets.map((sheet, at) => ({ sheet, key: order[at] ?? 0 })).sort((a, b) => a.key - b.key);
      expect((await judged(...shuffled.map(({ sheet }) => sheet))).sum).toBe(sumOf(...all));
    }),
    { numRuns: 60, seed: 7 },
  );
});
