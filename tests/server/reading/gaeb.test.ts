/** GAEB DA XML: amounts without quantities, lump sums, discounts, alternatives, phases. */
import { describe, expect, test } from 'vitest';
import { fixed } from '../../../domain/decimal.ts';
import type { ReadList } from '../../../server/imports/reading/index.ts';
import { totalOf } from './totals.ts';
import { fileOf, listsOf } from './workbooks.ts';

const item = (number: string, values: string, text = `Item ${number}`) =>
  `<Item RNoPart="${number}">${values}<Description><CompleteText><OutlineText><OutlTxt><TextOutlTxt><p><span>${text}</span></p></TextOutlTxt></OutlTxt></OutlineText></CompleteText></Description></Item>`;
const bare = (number: string, values: string) => `<Item RNoPart="${number}">${values}</Item>`;
const items = (...each: string[]) => `<Itemlist>${each.join('')}</Itemlist>`;
const category = (number: string, content: string, { totals = '', title = `Part ${number}`, more = '' } = {}) =>
  `<BoQCtgy RNoPart="${number}"><LblTx><p><span>${title}</span></p></LblTx>${more}<BoQBody>${content}</BoQBody>${totals === '' ? '' : `<Totals>${totals}</Totals>`}</BoQCtgy>`;
const LOTS = '<BoQBkdn><Type>Lot</Type></BoQBkdn>';
const bill = (body: string, { info = '', phase = '84', root = 'Award' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA${phase}/3.3"><${root}><DP>${phase}</DP><BoQ><BoQInfo><Name>LV</Name>${info}</BoQInfo><BoQBody>${body}</BoQBody></BoQ></${root}></GAEB>`;

const read = (text: string) => listsOf(fileOf(text, 'bill.x84'));
async function one(text: string): Promise<ReadList> {
  const lists = await read(text);
  const [list] = lists;
  if (list === undefined || lists.length > 1) throw new Error(`${lists.length} lists`);
  return list;
}
const rows = ({ rows: all }: ReadList) => all.filter(({ kind }) => kind === 'row');
const sum = (list: ReadList) => fixed(totalOf(list.rows).total, 2);
const short = (text: string | null) => text?.replace(/\.?0+$/, '');
const figures = (list: ReadList) =>
  rows(list).map(({ quantity, unit_labour, unit_materials, unit_tools, remarks, errors }) => ({
    quantity: short(quantity),
    price: [unit_labour, unit_materials, unit_tools].map(short).join(' + ').replaceAll('0 + ', '').replace(' + 0', ''),
    remarks: remarks.filter((remark) => remark !== 'combined').join(', '),
    errors: errors.length,
  }));
const only = async (values: string, options = {}) => figures(await one(bill(items(item('1', values)), options)))[0];
const met = ({ totals }: ReadList) =>
  totals.map(({ of, label, stated, ours }) => `${of} ${label}: ${stated === ours ? ours : `${stated} ≠ ${ours}`}`);
const lines = ({ percentLines }: ReadList) => percentLines.map(({ kind, name, percent_total }) => `${kind} ${name} ${percent_total}`);

describe('an incomplete item', () => {
  test.each<[string, string, string, string, string]>([
    ['price and total give the quantity', '<UP>5.000</UP><IT>2250.00</IT>', '450', '5', 'quantityDerived'],
    ['the quantity with the fewest digits', '<UP>3.00</UP><IT>100.00</IT>', '33.333', '3', 'quantityDerived'],
    ['a small price', '<UP>0.010</UP><IT>123456.78</IT>', '12345678', '0.01', 'quantityDerived'],
    ['a total no quantity makes is a lump sum', '<UP>90000000.000</UP><IT>33333333.37</IT>', '1', '33333333.37', 'quantityOne'],
    ['a total alone is a lump sum', '<IT>85.50</IT>', '1', '85.5', 'quantityOne'],
    ['a price of 0 beside a total', '<Qty>4</Qty><UP>0.00</UP><IT>100.00</IT>', '4', '25', 'derived'],
    ['a quantity and a total', '<Qty>4</Qty><IT>100.00</IT>', '4', '25', 'derived'],
    ['a quantity of 0 beside a total', '<Qty>0</Qty><UP>5</UP><IT>100.00</IT>', '20', '5', 'quantityDerived'],
    ['a price alone is a rate', '<UP>12.00</UP>', '0', '12', 'rateOnly'],
    ['a quantity to be found', '<QtyTBD>Yes</QtyTBD><QU>h</QU>', '0', '0', 'rateOnly'],
    ['a quantity alone', '<Qty>120</Qty><QU>m2</QU>', '120', '0', ''],
    ['a lump sum', '<LumpSumItem>Yes</LumpSumItem><UP>1200.00</UP><IT>1200.00</IT>', '1', '1200', ''],
    [
      'a lump sum whose price is per something else',
      '<LumpSumItem>Yes</LumpSumItem><UP>600.00</UP><IT>1200.00</IT>',
      '1',
      '1200',
      'derived',
    ],
    ['a lump sum not priced yet', '<LumpSumItem>Yes</LumpSumItem><QU>psch</QU>', '1', '0', ''],
    ['not offered', '<NotOffered>Yes</NotOffered><Qty>5</Qty>', '5', '0', ''],
  ])('%s', async (_, values, quantity, price, remarks) => {
    expect(await only(values)).toEqual({ quantity, price, remarks, errors: 0 });
  });
});

describe("an item's total", () => {
  test.each<[string, string, string, string, string]>([
    ['holds its discount', '<Qty>10</Qty><UP>50.00</UP><DiscountPcnt>5.00</DiscountPcnt><IT>475.00</IT>', '10', '47.5', 'derived'],
    ['may say a discount and not apply it', '<Qty>10</Qty><UP>50.00</UP><DiscountPcnt>5.00</DiscountPcnt><IT>500.00</IT>', '10', '50', ''],
    ['outranks a price cut at two digits', '<Qty>3</Qty><UP>3.33</UP><IT>10.00</IT>', '3', '3.333333', 'derived'],
    ['that differs for no reason is told', '<Qty>10</Qty><UP>5.00</UP><IT>60.00</IT>', '10', '5', 'amountDiffers'],
  ])('%s', async (_, values, quantity, price, remarks) => {
    expect(await only(values)).toEqual({ quantity, price, remarks, errors: 0 });
  });

  test('that differs counts where the category adds it up', async () => {
    const list = await one(
      bill(
        category('01', items(item('1', '<Qty>10</Qty><UP>5.00</UP><IT>60.00</IT>'), item('2', '<IT>1.00</IT>')), {
          totals: '<Total>61.00</Total>',
        }),
      ),
    );
    expect([sum(list), figures(list)[0]?.remarks]).toEqual(['61.00', 'derived']);
  });

  test('with a discount is split over the components', async () => {
    const values = '<Qty>10</Qty><UP>50.00</UP><UPComp1>30</UPComp1><UPComp2>20</UPComp2><DiscountPcnt>10</DiscountPcnt><IT>450.00</IT>';
    const labels = '<LblUPComp1>Lohn</LblUPComp1><LblUPComp2>Stoffe</LblUPComp2>';
    expect((await only(values, { info: labels }))?.price).toBe('27 + 18');
  });

  test('a bill with “materials” in its title has no materials column because of that', async () => {
    const price = '<Qty>10</Qty><UP>50.00</UP><IT>500.00</IT>';
    const columnsOf = async (info: string) =>
      (await one(bill(items(item('1', price)), { info }))).columns.map(({ recognized_as }) => recognized_as);
    const called = await columnsOf('<LblBoQ>Materials of the house</LblBoQ>');
    const labelled = await columnsOf('<LblUPComp1>Materials of the house</LblUPComp1>');
    expect([called, labelled].map((fields) => fields.includes('unit_materials'))).toEqual([false, true]);
  });

  test.each([
    ['an alternative', '<ALNGroupNo>1</ALNGroupNo><ALNSerNo>1</ALNSerNo><Qty>5</Qty><UP>9.00</UP>', '0'],
    [
      'an accepted alternative',
      '<ALNGroupNo>1</ALNGroupNo><ALNSerNo>1</ALNSerNo><Accepted>AltAccept</Accepted><Qty>5</Qty><UP>9.00</UP>',
      '45',
    ],
    [
      'what an accepted alternative replaces',
      '<ALNGroupNo>1</ALNGroupNo><ALNSerNo>0</ALNSerNo><Accepted>BasReject</Accepted><Qty>5</Qty><UP>9</UP>',
      '0',
    ],
    ['a provisional item without total', '<Provis>WithoutTotal</Provis><Qty>5</Qty><UP>9.00</UP>', '0'],
    ['a provisional item with total', '<Provis>WithTotal</Provis><Qty>5</Qty><UP>9.00</UP>', '45'],
    ['an ordered provisional item', '<Provis>WithoutTotal</Provis><ProvisAccpt>Yes</ProvisAccpt><Qty>5</Qty><UP>9.00</UP>', '45'],
    ['an item that does not apply', '<NotAppl>Yes</NotAppl><Qty>5</Qty><UP>9.00</UP>', '0'],
    ['a priced item whose total is 0', '<UP>9.00</UP><IT>0.00</IT>', '0'],
  ])('of %s', async (_, values, total) => {
    const list = await one(bill(items(item('1', values), item('2', '<Qty>1</Qty><UP>1.00</UP>'))));
    expect(sum(list)).toBe(`${Number(total) + 1}.00`);
  });
});

describe('a category', () => {
  const two = items(item('1', '<Qty>10</Qty><UP>10.00</UP><IT>100.00</IT>'));
  test('gives a discount as a row, which follows its total', async () => {
    const list = await one(
      bill(
        category('01', two, { totals: '<Total>100.00</Total><DiscountPcnt>3.00</DiscountPcnt><TotAfterDisc>97.00</TotAfterDisc>' }) +
          category('02', two, { totals: '<Total>100.00</Total><DiscountAmt>5.00</DiscountAmt><TotAfterDisc>95.00</TotAfterDisc>' }),
        { info: '<Totals><Total>192.00</Total></Totals>' },
      ),
    );
    expect([sum(list), rows(list).map(({ name }) => name), met(list)]).toEqual([
      '192.00',
      ['Item 1', 'Nachlass 3.00 % Part 01', 'Item 1', 'Nachlass Part 02'],
      ['group 01 Part 01: 100.00', 'group 02 Part 02: 100.00', 'list Total: 192.00'],
    ]);
  });

  test('has its own discount in addition to that of an item', async () => {
    const discounted = items(item('1', '<Qty>10</Qty><UP>10.00</UP><DiscountPcnt>10.00</DiscountPcnt><IT>90.00</IT>'));
    const totals = '<Total>90.00</Total><DiscountAmt>5.00</DiscountAmt><TotAfterDisc>85.00</TotAfterDisc>';
    const list = await one(bill(category('01', discounted, { totals }), { info: '<Totals><Total>85.00</Total></Totals>' }));
    expect([sum(list), rows(list).map(({ name }) => name)]).toEqual(['85.00', ['Item 1', 'Nachlass Part 01']]);
  });

  test('may state a discount that the bill does not count', async () => {
    const list = await one(
      bill(category('01', two, { totals: '<Total>100.00</Total><DiscountPcnt>3.00</DiscountPcnt><TotAfterDisc>97.00</TotAfterDisc>' }), {
        info: '<Totals><Total>100.00</Total></Totals>',
      }),
    );
    expect([sum(list), list.notices.map(({ code }) => code)]).toEqual(['100.00', ['adjustments_left_out', 'list_combined']]);
  });

  test('that contains another one with such a discount states its total without it', async () => {
    const totals = '<Total>100.00</Total><DiscountPcnt>3.00</DiscountPcnt><TotAfterDisc>97.00</TotAfterDisc>';
    const outer = category('01', category('01', two, { totals }), { totals: '<Total>100.00</Total>' });
    const list = await one(bill(outer, { info: '<Totals><Total>100.00</Total></Totals>' }));
    expect(met(list)).toEqual(['group 01 Part 01: 100.00', 'group 01.01 Part 01: 100.00', 'list Total: 100.00']);
  });

  test('the total of a category without a title is called by its number, one without a number by its title', async () => {
    const totals = '<Total>100.00</Total>';
    const each = items(item('1', '<Qty>1</Qty><UP>100</UP><IT>100.00</IT>'));
    const list = await one(bill(category('01', each, { totals, title: '' }) + category('', each, { totals, title: 'Roof' })));
    expect(met(list)).toEqual(['group 01: 100.00', 'group Roof: 100.00']);
  });

  test('may be a lump sum', async () => {
    const list = await one(bill(category('01', two, { totals: '<Total>100.00</Total><TotalLSUM>90.00</TotalLSUM>' })));
    expect([sum(list), rows(list).at(-1)?.name]).toEqual(['90.00', 'Pauschalsumme Part 01']);
  });

  test.each([
    ['<ALNBGroupNo>1</ALNBGroupNo><ALNBSerNo>1</ALNBSerNo>', '100.00'],
    ['<NotApplBoQ>Yes</NotApplBoQ>', '100.00'],
    ['<ALNBGroupNo>1</ALNBGroupNo><ALNBSerNo>1</ALNBSerNo><Accepted>AltAccept</Accepted>', '200.00'],
  ])('that is an alternative or does not apply is not counted: %s', async (more, total) => {
    const list = await one(bill(category('01', two) + category('02', two, { more })));
    expect([sum(list), rows(list).length]).toEqual([total, 2]);
  });

  test('a markup on a part of the bill is a row, one on all of it a percent line', async () => {
    const markup = (base: string, percent: string, total: string) =>
      `<MarkupItem RNoPart="0090"><ITMarkup>${base}</ITMarkup><Markup>${percent}</Markup><IT>${total}</IT></MarkupItem>`;
    const body = (base: string, total: string) =>
      category('01', `${two.replace('</Itemlist>', '')}${markup(base, '10.00', total)}</Itemlist>`) + category('02', two);
    const [part, all] = [await one(bill(body('100.00', '10.00'))), await one(bill(body('200.00', '20.00')))];
    expect([sum(part), lines(part), sum(all), lines(all)]).toEqual(['210.00', [], '200.00', ['additional_cost Zuschlag 10']]);
  });

  test('a markup without an amount is its percent of the rows it names', async () => {
    const markup = '<MarkupItem RNoPart="0090"><ITMarkup>100.00</ITMarkup><Markup>7.50</Markup></MarkupItem>';
    const list = await one(bill(category('01', `${two.replace('</Itemlist>', '')}${markup}</Itemlist>`) + category('02', two)));
    expect([sum(list), lines(list)]).toEqual(['207.50', []]);
  });

  test('a markup whose amount fits both the part and the whole applies to what it names', async () => {
    const little = items(item('1', '<Qty>1</Qty><UP>0.40</UP><IT>0.40</IT>'));
    const body = (base: string) =>
      category(
        '01',
        `${two.replace('</Itemlist>', '')}<MarkupItem RNoPart="0090"><ITMarkup>${base}</ITMarkup><Markup>1.00</Markup><IT>1.00</IT></MarkupItem></Itemlist>`,
      ) + category('02', little);
    const [part, all] = [await one(bill(body('100.00'))), await one(bill(body('100.40')))];
    expect([sum(part), lines(part), sum(all), lines(all)]).toEqual(['101.40', [], '100.40', ['additional_cost Zuschlag 1']]);
  });
});

describe('the whole bill', () => {
  const body = items(item('1', '<Qty>1</Qty><UP>1234567.89</UP><IT>1234567.89</IT>'));
  test('its discount is a percent line where a percent gives its amount', async () => {
    const info =
      '<Totals><Total>1234567.89</Total><DiscountPcnt>2</DiscountPcnt><TotAfterDisc>1209876.53</TotAfterDisc><VAT>19</VAT><TotalGross>1439753.07</TotalGross></Totals>';
    const list = await one(bill(body, { info }));
    expect([lines(list), met(list)]).toEqual([
      ['additional_cost Nachlass 2 % -2', 'tax USt 19'],
      ['list Total: 1234567.89', 'summary TotAfterDisc: 1209876.53', 'summary TotalGross: 1439753.07'],
    ]);
  });

  test('else it is a row', async () => {
    const info = '<Totals><Total>1234567.89</Total><DiscountAmt>4567.89</DiscountAmt><TotAfterDisc>1230000.00</TotAfterDisc></Totals>';
    const list = await one(bill(body, { info }));
    expect([sum(list), lines(list), met(list)]).toEqual([
      '1230000.00',
      [],
      ['summary Total: 1234567.89', 'summary TotAfterDisc: 1230000.00'],
    ]);
  });

  test('of several lots states its total as a summary', async () => {
    const lists = await read(
      bill(category('01', items(item('1', '<Qty>1</Qty><UP>10.00</UP>'))) + category('02', items(item('1', '<Qty>1</Qty><UP>5.00</UP>'))), {
        info: `${LOTS}<Totals><Total>15.00</Total></Totals>`,
      }),
    );
    expect(lists.map((list) => [list.title, sum(list), met(list)])).toEqual([
      ['Part 01', '10.00', ['summary Total: 15.00']],
      ['Part 02', '5.00', []],
    ]);
  });
});

describe('phases', () => {
  test('an invoice is read with the quantities it bills, and reported as an invoice', async () => {
    const text = bill(items(item('1', '<Qty>100</Qty><BillQty>30.000</BillQty><QU>m3</QU><UP>45.500</UP><IT>1365.00</IT>')), {
      phase: '89',
      root: 'Invoice',
      info: '<Totals><Total>1365.00</Total></Totals>',
    });
    const list = await one(text);
    expect([sum(list), figures(list)[0]?.quantity, list.traits, met(list)]).toEqual([
      '1365.00',
      '30',
      ['progress'],
      ['list Total: 1365.00'],
    ]);
  });

  test.each(['81', '82', '83', '84', '84Z', '85', '86', '87'])('%s is a bill', async (phase) => {
    expect((await one(bill(items(item('1', '<Qty>2</Qty><UP>3.00</UP>')), { phase }))).traits).toEqual([]);
  });

  test('a tender has no prices', async () => {
    expect((await one(bill(items(item('1', '<Qty>2</Qty>')), { phase: '83' }))).traits).toEqual(['no-money']);
  });

  test('a bid without texts is named by its item numbers, with a notice', async () => {
    const list = await one(bill(category('01', items(bare('0010', '<UP>5</UP><IT>10.00</IT>')), { title: '' })));
    expect([rows(list)[0]?.name, list.notices.map(({ code }) => code)]).toEqual([
      '01.0010',
      ['names_are_codes', 'list_combined', 'list_quantity_derived'],
    ]);
  });

  test('met and differing totals count as evidence', async () => {
    const info = '<Totals><Total>70.00</Total></Totals>';
    const list = await one(
      bill(items(item('1', '<Qty>2</Qty><UP>5.00</UP><IT>10.00</IT>'), item('2', '<Qty>1</Qty><UP>5.00</UP><IT>50.00</IT>')), { info }),
    );
    expect(list.evidence).toEqual({ rows: 2, computing: 1, differing: 1, totalsMet: 0, totalsMissed: 1 });
  });

  test.each(['1.234,56', 'viel', '1e3', ''])('a number in another notation is refused: %s', async (text) => {
    const list = await one(
      bill(items(item('1', `<Qty>2</Qty><UP>${text}</UP><IT>${text}</IT>`)), {
        info: `<Totals><Total>${text}</Total><VAT>${text}</VAT></Totals>`,
      }),
    );
    expect(rows(list)).toHaveLength(1);
  });
});
