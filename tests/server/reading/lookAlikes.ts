/** Small generated files with the oddities and traps of real ones, each beside its expected result. */
import * as XLSX from 'xlsx';
import type { RefusalCode } from '../../../server/imports/reading/index.ts';
import { zipOf } from './workbooks.ts';

export interface ExpectedList {
  readonly sheet: string;
  readonly title?: string;
  readonly rows: number;
  readonly total: string;
  /** Total that the file states for the whole list, and why it differs. */
  readonly stated?: string;
  readonly explanation?: string | null;
  readonly errors?: number;
  readonly hidden?: boolean;
  /** Percent lines: kind, name, and the one percent with the component it is of. */
  readonly lines?: readonly (readonly [string, string, string])[];
  /** Field by column letter. */
  readonly columns?: Readonly<Record<string, string>>;
}
interface LookAlike {
  readonly file: string;
  readonly bytes: Buffer;
  readonly expected: readonly ExpectedList[] | RefusalCode;
}

type Value = string | number | null | XLSX.CellObject;
interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly Value[])[];
  readonly merges?: readonly string[];
  readonly hidden?: boolean;
}

function book(sheets: readonly MadeSheet[], bookType: XLSX.BookType = 'xlsx'): Buffer {
  const workbook = XLSX.utils.book_new();
  for (const { name, rows, merges = [] } of sheets) {
    const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]));
    sheet['!merges'] = merges.map((merge) => XLSX.utils.decode_range(merge));
    XLSX.utils.book_append_sheet(workbook, sheet, name);
  }
  workbook.Workbook = { Sheets: sheets.map(({ hidden }) => ({ Hidden: hidden === true ? 1 : 0 })) };
  return XLSX.write(workbook, { type: 'buffer', bookType, compression: true });
}

const sum = (v: number, f: string): XLSX.CellObject => ({ t: 'n', v, f });
const shown = (v: number, z: string): XLSX.CellObject => ({ t: 'n', v, z });
const PLAIN = ['No', 'Description', 'Unit', 'Quantity', 'Rate', 'Amount'];

const SIMPLE: readonly (readonly Value[])[] = [
  PLAIN,
  [1, 'Dig trench', 'm3', 12.5, 8.4, 105],
  [2, 'Lay pipe', 'm', 30, 11.15, 334.5],
  [null, 'Total', null, null, null, sum(439.5, 'SUM(F2:F3)')],
];
const simple = (sheet: string): ExpectedList => ({ sheet, rows: 2, total: '439.50', stated: '439.50', explanation: null });

/** An estimate in Latvian with overheads, profit, social tax and VAT below; labels begin with a no-break space. */
const LATVIAN: readonly (readonly Value[])[] = [
  ['Pamatu izbūve'],
  ['Nr.p.k.', 'Darba nosaukums', 'Mērvienība', 'Daudzums', 'Vienības izmaksas', null, null, null, 'Kopā uz visu apjomu'],
  [null, null, null, null, 'Darba alga (euro)', 'Materiāli (euro)', 'Mehānismi (euro)', 'Kopā (euro)'].concat([
    'Darba alga (euro)',
    'Materiāli (euro)',
    'Mehānismi (euro)',
    'Summa (euro)',
  ]),
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  [null, 'Zemes darbi'],
  [1, 'Grunts rakšana', 'm³', 10, 5, 0, 7, 12, 50, 0, 70, 120],
  [2, 'Betonēšana', 'm³', 4, 20, 80, 5, 105, 80, 320, 20, 420],
  [
    null,
    '\u00a0Kopā',
    null,
    null,
    null,
    null,
    null,
    null,
    sum(130, 'SUM(I6:I7)'),
    sum(320, 'SUM(J6:J7)'),
    sum(90, 'SUM(K6:K7)'),
    sum(540, 'SUM(L6:L7)'),
  ],
  [null, '\u00a0Materiālu transporta izdevumi', shown(0.07, '0%'), null, null, null, null, null, null, 22.4, null, 22.4],
  [null, '\u00a0Virsizdevumi', shown(0.09, '0%'), null, null, null, null, null, null, null, null, 48.6],
  [null, '\u00a0t.sk. darba aizsardzība', null, null, null, null, null, null, null, null, null, 5],
  [null, '\u00a0Peļņa', shown(0.07, '0%'), null, null, null, null, null, null, null, null, 37.8],
  [null, '\u00a0Darba devēja sociālais nodoklis', shown(0.2359, '0.00%'), null, null, null, null, null, 30.67, null, null, 30.67],
  [null, '\u00a0Kopējās izmaksas', null, null, null, null, null, null, null, null, null, 679.47],
  [null, 'PVN', shown(0.21, '0.00%'), null, null, null, null, null, null, null, null, 142.69],
  [null, 'Pavisam kopā', null, null, null, null, null, null, null, null, null, 822.16],
];

/** A running bill: the last subtotal is missing from a sum of rows and subtotals that is halved. */
const RUNNING: readonly (readonly Value[])[] = [
  ['Running bill no. 3'],
  ['S.N.', 'Description of works', 'Unit', 'As per BOQ', null, null, 'Up to date', null, 'Previous bill', null, 'Remaining', null],
  [null, null, null, 'Quantity', 'Rate', 'Amount', 'Quantity', 'Amount', 'Quantity', 'Amount', 'Quantity', 'Amount'],
  [1, 2, 3, 4, 5, '6=4*5', 7, 8, 9, 10, 11, 12],
  [1, 'Provisional sums'],
  ['1.1', 'Insurance', 'PS', 1, 100_000, 100_000, 0, 0, 0, 0, 1, 100_000],
  [null, 'Sub-Total 1', null, null, null, sum(100_000, 'SUM(F6:F6)')],
  [2, 'Concrete'],
  ['2.1', 'Plain concrete', 'Cum', 92.12, 8_000, 736_960, 0, 0, 0, 0, 92.12, 736_960],
  ['2.2', 'Bars', 'Ton', 3.83, 110_000, 421_300, 0, 0, 0, 0, 3.83, 421_300],
  [null, 'Sub-Total 2', null, null, null, sum(1_158_260, 'SUM(F9:F10)')],
  [null, 'Total', null, null, null, sum(679_130, 'SUM(F6:F10)/2')],
];

/** Positions written as blocks: resources, overheads by percent, and the position's total in its last row. */
const BLOCKS: readonly (readonly Value[])[] = [
  ['ЛОКАЛЬНЫЙ СМЕТНЫЙ РАСЧЕТ'],
  ['№ п/п', 'Обоснование', 'Наименование работ и затрат', 'Единица измерения', 'Количество', null, null, 'Сметная стоимость, руб.', null],
  [null, null, null, null, 'на единицу измерения', 'коэффициенты', 'всего с учетом коэффициентов'].concat([
    'на единицу измерения в текущем уровне цен',
    'всего в текущем уровне цен',
  ]),
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ['Раздел 1. Демонтажные работы'],
  [1, 'ГЭСН13-06', 'Очистка поверхности щетками', 'м2', 3.63, 1, 3.63],
  [null, null, 'Объем=1,21*3'],
  [null, '1', 'ОТ(ЗТ)', 'чел.-ч', null, null, 3.267, null, 1_136.72],
  [null, '1-100-30', 'Средний разряд работы 3,0', 'чел.-ч', 0.9, null, 3.267, 347.94, 1_136.72],
  [null, null, 'Итого прямые затраты', null, null, null, null, null, 1_136.72],
  [null, 'Пр/812', 'НР Защита конструкций', '%', 94, null, 94, null, 1_068.52],
  [null, 'Пр/774', 'СП Защита конструкций', '%', 51, null, 51, null, 579.73],
  [null, null, 'Всего по позиции', null, null, null, null, 767.21, 2_784.97],
  ['2\nО', 'ТЦ_89', 'Портативная система', 'шт', 3, 1, 3, 14_288.43, 42_865.29],
  [null, null, '(Оборудование)'],
  [null, null, 'Всего по позиции', null, null, null, null, null, 42_865.29],
  [3, 'ГЭСН13-07', 'Обезжиривание', '100 м2', 0.0363, 1, 0.0363],
  [null, '1-100-32', 'Средний разряд работы 3,2', 'чел.-ч', 9.08, null, 0.329604, 356.72, 117.58],
  [null, null, 'Всего по позиции', null, null, null, null, 11_046.28, 400.98],
  [null, null, 'Итоги по смете:'],
  [null, null, '     Всего накладные расходы (справочно)', null, null, null, null, null, 1_068.52],
  [null, null, 'Всего', null, null, null, null, null, 46_051.24],
  [null, null, '     НДС 20%', null, null, null, null, null, 9_210.25],
  [null, null, 'ВСЕГО по смете', null, null, null, null, null, 55_261.49],
];

const row = (number: number, name: string, quantity: number, rate: number): Value[] => [
  number,
  name,
  'm2',
  quantity,
  rate,
  quantity * rate,
];
const STACKED: readonly (readonly Value[])[] = [
  ['Kitchen'],
  PLAIN,
  row(1, 'Tiles', 10, 20),
  row(2, 'Grout', 10, 2),
  [null, 'Total', null, null, null, 220],
  [],
  ['Bathroom'],
  PLAIN,
  row(1, 'Mirror', 1, 90),
  row(2, 'Paint', 20, 3),
  [null, 'Total', null, null, null, 150],
];
/** The header said again on each page: one list. */
const PAGES: readonly (readonly Value[])[] = [
  PLAIN,
  row(1, 'Tiles', 10, 20),
  [null, 'Page total', null, null, null, 200],
  PLAIN,
  row(2, 'Grout', 10, 2),
  [null, 'Total', null, null, null, 220],
];
const BESIDE: readonly (readonly Value[])[] = [
  ['Item description', 'Unit', 'Quantity', 'Rate', 'Amount', null, 'Item description', 'Unit', 'Quantity', 'Rate', 'Amount'],
  ['Wall', 'm2', 2, 10, 20, null, 'Door', 'pcs', 3, 100, 300],
  ['Floor', 'm2', 4, 10, 40, null, 'Window', 'pcs', 1, 150, 150],
];

const csv = (delimiter: string, quote = false) =>
  [
    ['Kods', 'Nosaukums', 'Mērvienība', 'Daudzums', 'Cena', 'Summa'],
    ['1.10', 'Šķembu bērums, ģeotekstils', 'm³', '12,5', '1 200,40', '15 005,00'],
    ['1.2', 'Žogs "Āre"', 'm', '-2', '3,00', '-6,00'],
    ['', 'Kopā', '', '', '', '14 999,00'],
  ]
    .map((cells) =>
      cells
        .map((cell) => (quote || cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(delimiter),
    )
    .join('\r\n');
const fromCsv = (columns?: ExpectedList['columns']): ExpectedList[] => [
  { sheet: 'CSV', rows: 2, total: '14999.00', stated: '14999.00', explanation: null, ...(columns && { columns }) },
];
const BALTIC = new Map(
  [...'ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž³'].map((letter, at) => [
    letter,
    Buffer.from('c2c8c7cccecdcfd2d0dbdee2e8e7eceeedeff2f0fbfeb3', 'hex')[at] ?? 63,
  ]),
);
const inBaltic = (text: string) => Buffer.from([...text].map((letter) => BALTIC.get(letter) ?? letter.charCodeAt(0)));
const FRENCH =
  'Désignation;Unité;Quantité;Prix unitaire;Montant\r\nBéton dosé à 350 kg;m³;2,5;120,00;300,00\r\nÉtanchéité œuvrée;m²;10;8,25;82,50\r\n';
const inWestern = (text: string) => Buffer.from(text.replace('œ', '\u009c'), 'latin1');

const gaebItem = (number: string, text: string, values: string) =>
  `<Item RNoPart="${number}">${values}<Description><CompleteText><DetailTxt><Text><p><span>${text}, lang</span></p></Text></DetailTxt><OutlineText><OutlTxt><TextOutlTxt><p><span>${text}</span></p></TextOutlTxt></OutlTxt></OutlineText></CompleteText></Description></Item>`;
const lot = (number: string, title: string, content: string, total: string) =>
  `<BoQCtgy RNoPart="${number}"><LblTx><p><span>${title}</span></p></LblTx><BoQBody>${content}</BoQBody><Totals><Total>${total}</Total></Totals></BoQCtgy>`;
const items = (...each: string[]) => `<Itemlist>${each.join('')}</Itemlist>`;
const gaeb = (phase: string, info: string, body: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA${phase}/3.2"><Award><DP>${phase}</DP><BoQ><BoQInfo><Name>LV</Name><LblBoQ>Schulhaus Süd</LblBoQ>${info}</BoQInfo><BoQBody>${body}</BoQBody></BoQ></Award></GAEB>`;
const LOTS = gaeb(
  '84',
  '<LblUPComp1>Lohn</LblUPComp1><LblUPComp2>Stoffe</LblUPComp2><LblUPComp3>Geräte</LblUPComp3><BoQBkdn><Type>Lot</Type></BoQBkdn><BoQBkdn><Type>Item</Type></BoQBkdn>',
  lot(
    '01',
    'Erdarbeiten',
    items(
      gaebItem(
        '0010',
        'Boden lösen',
        '<Qty>50.000</Qty><QU>m3</QU><UP>45.50</UP><UPComp1>20</UPComp1><UPComp2>5.5</UPComp2><UPComp3>20</UPComp3><IT>2275.00</IT>',
      ),
      gaebItem('0020', 'Wahlweise', '<ALNGroupNo>1</ALNGroupNo><ALNSerNo>1</ALNSerNo><Qty>5</Qty><QU>m3</QU><UP>99.00</UP>'),
    ),
    '2275.00',
  ) +
    lot(
      '02',
      'Maurerarbeiten',
      items(gaebItem('0010', 'Wand', '<LumpSumItem>Yes</LumpSumItem><QU>psch</QU><UP>1200.00</UP><IT>1200.00</IT>')),
      '1300.00',
    ),
  'windows-1252',
);
export const SURCHARGED = gaeb(
  '84',
  '<Totals><Total>550.00</Total><DiscountPcnt>2.00</DiscountPcnt><TotAfterDisc>539.00</TotAfterDisc><VAT>19.00</VAT><VATAmount>102.41</VATAmount><TotalGross>641.41</TotalGross></Totals>',
  items(
    gaebItem('0010', 'Wand', '<Qty>10</Qty><QU>m2</QU><UP>50.00</UP><IT>500.00</IT>'),
    '<MarkupItem RNoPart="0090"><Markup>10.00</Markup><IT>50.00</IT></MarkupItem>',
  ),
);
const ASKED = gaeb('83', '', lot('01', 'Dach', items(gaebItem('0010', 'Ziegel', '<Qty>120</Qty><QU>m2</QU>')), '0.00'));

export const BC3 = [
  '~V|Programa|FIEBDC-3/2016|Ejemplo||850|',
  '~K|\\2\\2\\3\\2\\2\\2\\2\\EUR\\|0\\13\\6\\\\21|',
  '~C|OBRA##||Reforma|1000|010126|0|',
  '~D|OBRA##|01#\\1\\1\\02#\\1\\1\\|',
  '~C|01#||Albañilería|245|010126|0|',
  '~D|01#|E01\\1\\10\\|',
  '~C|02#||Instalación|90|010126|0|',
  '~D|02#|02.1#\\1\\1\\|',
  '~C|02.1#||Agua|90|010126|0|',
  '~D|02.1#|E02\\1\\3\\|',
  '~C|E01|m2|Tabique de ladrillo|24.50|010126|0|',
  '~D|E01|MO1\\1\\0.5\\MT1\\1\\2\\MQ1\\1\\0.1\\%AUX\\1\\0.02\\|',
  '~C|E02|ud|Grifo|30|010126|3|',
  '~C|MO1|h|Oficial|20|010126|1|',
  '~C|MT1|ud|Ladrillo|5|010126|3|',
  '~C|MQ1|h|Grúa|30|010126|2|',
  '~M|01#\\E01|1\\1\\|10|\\Planta\\2\\5\\1\\\\|',
].join('\r\n');
const IN_850: Readonly<Record<string, number>> = { ñ: 0xa4, í: 0xa1, ó: 0xa2, ú: 0xa3 };
const bc3 = Buffer.from([...BC3].map((letter) => IN_850[letter] ?? letter.charCodeAt(0)));

const ODS_STYLES =
  '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
export const odsText = (text: string, more = '') =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;
export const odsNumber = (value: string, text = value, more = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>${text}</text:p></table:table-cell>`;
export const odsRow = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const odsTable = (name: string, style: string, rows: string) =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-column table:number-columns-repeated="1024"/>${rows}</table:table>`;
export const ods = (tables: string) =>
  zipOf([
    { name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    {
      name: 'content.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?><office:document-content>${ODS_STYLES}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
const ODS_HEADER = odsRow(...PLAIN.map((text) => odsText(text)));
const ODS_ROWS =
  ODS_HEADER +
  odsRow(
    odsText('1.10'),
    odsText('Dig<text:s text:c="2"/>trench<office:annotation><text:p>note</text:p></office:annotation>'),
    odsText('m3'),
    odsNumber('12.5', '12,5'),
    odsNumber('8.4', '8,40'),
    odsNumber('105'),
  ) +
  '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="6"/></table:table-row>' +
  odsRow(odsNumber('2'), odsText('Lay pipe'), odsText('m'), odsNumber('30'), odsNumber('11.15'), odsNumber('334.5')) +
  odsRow(
    '<table:table-cell/>',
    odsText('Total'),
    '<table:table-cell table:number-columns-repeated="3"/>',
    odsNumber('105', '105', ' table:formula="of:=SUM([.F2:.F2])"'),
  ) +
  '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>';

const PROTO: readonly (readonly Value[])[] = [
  ['__proto__', '__proto__', 'Description', 'Unit', 'Quantity', 'Rate', 'constructor'],
  ['a', 'b', 'Wall', 'm2', 2, 10, 'x'],
];

export const LOOK_ALIKES: readonly LookAlike[] = [
  {
    file: 'latvian.xlsx',
    bytes: book([{ name: 'Tāme', rows: LATVIAN, merges: ['A1:L1', 'E2:H2', 'I2:L2', 'A2:A3', 'B2:B3', 'C2:C3', 'D2:D3'] }]),
    expected: [
      {
        sheet: 'Tāme',
        title: 'Pamatu izbūve',
        rows: 2,
        total: '540.00',
        stated: '540.00',
        explanation: null,
        lines: [
          ['additional_cost', 'Materiālu transporta izdevumi', 'materials 7'],
          ['additional_cost', 'Virsizdevumi', 'total 9'],
          ['additional_cost', 'Peļņa', 'total 7'],
          ['additional_cost', 'Darba devēja sociālais nodoklis', 'labour 23.59'],
          ['tax', 'PVN', 'total 21'],
        ],
        columns: { B: 'name', C: 'unit', D: 'quantity', E: 'unit_labour', F: 'unit_materials', G: 'unit_tools', H: 'unit_total' },
      },
    ],
  },
  {
    file: 'running-bill.xlsx',
    bytes: book([{ name: 'BOQ', rows: RUNNING, merges: ['D2:F2', 'G2:H2', 'I2:J2', 'K2:L2'] }]),
    expected: [
      {
        sheet: 'BOQ',
        rows: 3,
        total: '1258260.00',
        stated: '679130.00',
        explanation: 'The file halves a sum of rows and subtotals that leaves out the subtotal in row 11',
        columns: { A: 'code', B: 'name', C: 'unit', D: 'quantity', E: 'unit_total', F: 'total' },
      },
    ],
  },
  {
    file: 'last-row-left-out.xlsx',
    bytes: book([
      {
        name: 'Sheet1',
        rows: [
          PLAIN,
          row(1, 'A', 2, 10),
          row(2, 'B', 3, 10),
          row(3, 'C', 4, 11),
          [null, null, null, null, null, sum(50, 'SUBTOTAL(9,F2:F3)')],
        ],
      },
    ]),
    expected: [{ sheet: 'Sheet1', rows: 3, total: '94.00', stated: '50.00', explanation: 'The file’s total leaves out row 4' }],
  },
  {
    file: 'row-counted-twice.xlsx',
    bytes: book([
      { name: 'Sheet1', rows: [PLAIN, row(1, 'A', 2, 10), row(2, 'B', 3, 10), row(3, 'C', 4, 11), [null, 'Total', null, null, null, 124]] },
    ]),
    expected: [{ sheet: 'Sheet1', rows: 3, total: '94.00', stated: '124.00', explanation: 'The file’s total counts row 3 twice' }],
  },
  {
    file: 'another-amount-in-a-row.xlsx',
    bytes: book([
      {
        name: 'Sheet1',
        rows: [PLAIN, row(1, 'A', 2, 10), [2, 'B', 'm2', 3, 10, 40], row(3, 'C', 4, 11), [null, 'Total', null, null, null, 104]],
      },
    ]),
    expected: [{ sheet: 'Sheet1', rows: 3, total: '94.00', stated: '104.00', explanation: 'The file states other amounts in row 3' }],
  },
  {
    file: 'text-prices-and-a-date.xlsx',
    bytes: book([
      {
        name: 'акт 1',
        rows: [
          ['№', 'Наименование работ', 'Ед. изм.', 'Кол-во', 'Цена', 'Сумма'],
          [1, 'Стены', 'м2', 2, '130 900 р.', '261 800 р.'],
          [2, 'Полы', 'м2', shown(45_718, 'd/m'), '100 р.', '200 р.'],
          [3, 'Потолок', 'м2', '(3)', '10,50 руб.', '-31,50'],
          [null, 'Итого', null, null, null, 261_968.5],
        ],
      },
    ]),
    expected: [
      {
        sheet: 'акт 1',
        rows: 3,
        total: '261768.50',
        stated: '261968.50',
        explanation: 'The file states other amounts in row 3',
        errors: 1,
      },
    ],
  },
  {
    file: 'blocks.xls',
    bytes: book([{ name: 'ЛС', rows: BLOCKS, merges: ['E2:G2', 'H2:I2'] }], 'biff8'),
    expected: [
      {
        sheet: 'ЛС',
        rows: 3,
        total: '46051.24',
        stated: '46051.24',
        explanation: null,
        lines: [['tax', 'НДС', 'total 20']],
        columns: { B: 'code', C: 'name', D: 'unit', G: 'quantity', I: 'total' },
      },
    ],
  },
  ...(['xls', 'xlsb', 'ods', 'xlsm'] as const).map((kind): LookAlike => {
    const type = ({ xls: 'biff8', xlsb: 'xlsb', ods: 'ods', xlsm: 'xlsm' } as const)[kind];
    return {
      file: `simple.${kind}`,
      bytes: book(
        [
          { name: 'Works', rows: SIMPLE },
          { name: 'Drafts', rows: SIMPLE, hidden: true },
        ],
        type,
      ),
      expected: [simple('Works'), { ...simple('Drafts'), hidden: kind !== 'ods' }],
    };
  }),
  { file: 'excel-5.xls', bytes: book([{ name: 'Works', rows: SIMPLE }], 'biff5'), expected: [simple('Works')] },
  {
    file: 'hand-written.ods',
    bytes: ods(odsTable('Works', 'ta1', ODS_ROWS) + odsTable('Old', 'ta2', ODS_ROWS)),
    expected: [
      {
        sheet: 'Works',
        rows: 2,
        total: '439.50',
        stated: '105.00',
        explanation: 'The file’s total leaves out row 6',
        columns: { A: 'code' },
      },
      { sheet: 'Old', rows: 2, total: '439.50', hidden: true },
    ],
  },
  {
    file: 'stacked.xlsx',
    bytes: book([{ name: 'Flat', rows: STACKED }]),
    expected: [
      { sheet: 'Flat', rows: 2, total: '220.00', stated: '220.00' },
      { sheet: 'Flat', title: 'Bathroom', rows: 2, total: '150.00', stated: '150.00' },
    ],
  },
  {
    file: 'pages.xlsx',
    bytes: book([{ name: 'Flat', rows: PAGES }]),
    expected: [{ sheet: 'Flat', rows: 2, total: '220.00', stated: '220.00' }],
  },
  {
    file: 'beside.xlsx',
    bytes: book([{ name: 'Flat', rows: BESIDE }]),
    expected: [
      { sheet: 'Flat', rows: 2, total: '60.00' },
      { sheet: 'Flat', rows: 2, total: '450.00' },
    ],
  },
  {
    file: 'comma.csv',
    bytes: Buffer.from(csv(',')),
    expected: fromCsv({ A: 'code', B: 'name', C: 'unit', D: 'quantity', E: 'unit_total', F: 'total' }),
  },
  { file: 'semicolon-bom.csv', bytes: Buffer.from(`\ufeff${csv(';')}`), expected: fromCsv() },
  { file: 'tab-utf16.txt', bytes: Buffer.from(`\ufeff${csv('\t')}`, 'utf16le'), expected: fromCsv() },
  { file: 'utf16-no-mark.csv', bytes: Buffer.from(csv(';', true), 'utf16le'), expected: fromCsv() },
  { file: 'utf16-from-a-mac.csv', bytes: Buffer.from(csv(';', true), 'utf16le').swap16(), expected: fromCsv() },
  { file: 'baltic.csv', bytes: inBaltic(csv(';')), expected: fromCsv() },
  { file: 'western.csv', bytes: inWestern(FRENCH), expected: [{ sheet: 'CSV', rows: 2, total: '382.50' }] },
  { file: 'declared.csv', bytes: Buffer.from(`sep=|\r\n${csv('|')}`), expected: fromCsv() },
  {
    file: 'lots.x84',
    bytes: Buffer.from(LOTS, 'latin1'),
    expected: [
      { sheet: 'GAEB', title: 'Erdarbeiten', rows: 2, total: '2275.00', stated: '2275.00', explanation: null },
      { sheet: 'GAEB', title: 'Maurerarbeiten', rows: 1, total: '1200.00', stated: '1300.00', explanation: null },
    ],
  },
  {
    file: 'surcharged.x84',
    bytes: Buffer.from(SURCHARGED),
    expected: [
      {
        sheet: 'GAEB',
        title: 'Schulhaus Süd',
        rows: 1,
        total: '500.00',
        lines: [
          ['additional_cost', 'Zuschlag', 'total 10'],
          ['additional_cost', 'Nachlass 2.00 %', 'total -2.2'],
          ['tax', 'USt', 'total 19'],
        ],
      },
    ],
  },
  { file: 'asked.x83', bytes: Buffer.from(ASKED), expected: [{ sheet: 'GAEB', title: 'Schulhaus Süd', rows: 1, total: '0.00' }] },
  {
    file: 'budget.bc3',
    bytes: bc3,
    expected: [
      {
        sheet: 'FIEBDC-3',
        title: 'Albañilería',
        rows: 1,
        total: '245.00',
        stated: '245.00',
        explanation: null,
        lines: [
          ['additional_cost', 'Gastos generales', 'total 13'],
          ['additional_cost', 'Beneficio industrial', 'total 6'],
          ['tax', 'IVA', 'total 21'],
        ],
      },
      { sheet: 'FIEBDC-3', title: 'Instalación', rows: 1, total: '90.00', stated: '90.00', explanation: null },
    ],
  },
  { file: 'prototype.xlsx', bytes: book([{ name: 'Sheet1', rows: PROTO }]), expected: [{ sheet: 'Sheet1', rows: 1, total: '20.00' }] },
  {
    file: 'prototype.xls',
    bytes: book([{ name: 'Sheet1', rows: PROTO }], 'biff8'),
    expected: [{ sheet: 'Sheet1', rows: 1, total: '20.00' }],
  },
  {
    file: 'million-rows.ods',
    bytes: ods(
      odsTable('Works', 'ta1', `${ODS_HEADER}<table:table-row table:number-rows-repeated="1000000">${odsNumber('1')}</table:table-row>`),
    ),
    expected: 'TOO_MANY_ROWS',
  },
  {
    file: 'endless-cells.ods',
    bytes: ods(odsTable('Works', 'ta1', odsRow(odsNumber('1', '1', ' table:number-columns-repeated="-5"')))),
    expected: 'DAMAGED',
  },
  { file: 'cut-short.xls', bytes: book([{ name: 'Works', rows: SIMPLE }], 'biff8').subarray(0, 1_200), expected: 'NOT_A_SPREADSHEET' },
  { file: 'cut-short.xlsb', bytes: book([{ name: 'Works', rows: SIMPLE }], 'xlsb').subarray(0, 1_200), expected: 'DAMAGED' },
  {
    file: 'bomb.x84',
    bytes: Buffer.from('<!DOCTYPE GAEB [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><GAEB>&b;</GAEB>'),
    expected: 'UNSAFE_XML',
  },
  { file: 'endless-quote.csv', bytes: Buffer.from(`Name,Quantity,Rate\n"${'a'.repeat(100_000)}`), expected: 'DAMAGED' },
  { file: 'sylk.xls', bytes: Buffer.from('ID;PWXL;N;E\nC;Y1;X1;K1\n'), expected: 'SYLK' },
];
