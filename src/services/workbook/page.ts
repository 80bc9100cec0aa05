import type { Feature } from 'write-excel-file/universal';
import {
  findElement,
  insertElementMarkupAccordingToOrderOfSiblings,
  replaceElement,
  sanitizeAttributeValue,
  sanitizeTextContent,
} from 'write-excel-file/utility';
import type { Sheet } from '../../../domain/workbook/sheet.ts';
import { withFormulas } from './formulas.ts';

/** In a footer an ampersand begins a code; two stand for one. */
const footerText = (text: string) => text.replaceAll('&', '&&');
const PAGES = '&R&P / &N';
/** Excel repairs a file whose footer is longer, codes included. */
const LONGEST_FOOTER = 255 - '&L'.length - PAGES.length;

/** A footer of as much of the text as Excel takes, and the numbers of the pages. */
function footerOf(text: string): string {
  const whole = footerText(text);
  if (whole.length <= LONGEST_FOOTER) return `&L${whole}${PAGES}`;
  let shown = '';
  for (const character of text) {
    const next = shown + footerText(character);
    if (next.length >= LONGEST_FOOTER) break;
    shown = next;
  }
  return `&L${shown}…${PAGES}`;
}
const MARGINS = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 };

/** Children of a worksheet in the order the format requires, as far as we write them. */
const ORDER = [
  'sheetPr',
  'dimension',
  'sheetViews',
  'sheetFormatPr',
  'cols',
  'sheetData',
  'mergeCells',
  'conditionalFormatting',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'drawing',
];

const quoted = (name: string) => `'${name.replaceAll("'", "''")}'`;

/** Page features that the library cannot write: fit to width, repeated headings, page numbers, hidden columns, formulas with their values. */
export function page(sheets: readonly Sheet[]): Feature<Blob> {
  const inserted = (xml: string, markup: string) => insertElementMarkupAccordingToOrderOfSiblings(xml, markup, ORDER, 'worksheet');
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transformElementAttributes(tag, attributes, index, _options, { sheetIndex }) {
            if (tag === 'pageMargins') return MARGINS;
            if (tag === 'pageSetup') return { ...attributes, fitToWidth: 1, fitToHeight: 0 };
            if (tag === 'col' && sheets[sheetIndex]?.columns[index ?? -1]?.hidden) return { ...attributes, hidden: 1 };
            return attributes;
          },
          transform(xml, _options, { sheetIndex }) {
            const sheet = sheets[sheetIndex];
            const live = sheet === undefined ? xml : withFormulas(xml, sheet);
            const fitted = inserted(live, '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
            return inserted(
              fitted,
              `<headerFooter><oddFooter>${sanitizeTextContent(footerOf(sheet?.footer ?? ''))}</oddFooter></headerFooter>`,
            );
          },
        },
        'xl/workbook.xml': {
          transform(xml) {
            const titles = sheets.flatMap(({ name, repeated }, at) =>
              repeated === null
                ? []
                : [
                    `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sanitizeTextContent(`${quoted(name)}!$${repeated.from}:$${repeated.to}`)}</definedName>`,
                  ],
            );
            const known = findElement(xml, 'definedNames');
            return known === undefined ? xml : replaceElement(xml, known, `<definedNames>${titles.join('')}</definedNames>`);
          },
        },
        'xl/styles.xml': {
          // A cell of the format "text" keeps its text when it is edited.
          transform(xml) {
            const id = /<numFmt numFmtId="(\d+)" formatCode="@"\/>/.exec(xml)?.[1];
            return id === undefined
              ? xml
              : xml.replaceAll(`<xf numFmtId="${sanitizeAttributeValue(id)}"`, `<xf quotePrefix="1" numFmtId="${id}"`);
          },
        },
      },
    },
  };
}
