import { sanitizeTextContent } from 'write-excel-file/utility';
import type { Sheet } from '../../../domain/workbook/sheet.ts';

/** "A" for 0, "AA" for 26. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The sheet's XML with formulas inserted before their values, because the library writes values only. */
export function withFormulas(xml: string, { rows }: Sheet): string {
  const formulas = new Map(
    rows.flatMap((cells, row) =>
      cells.flatMap((cell, column) =>
        cell !== null && 'formula' in cell && cell.formula !== undefined ? [[`${letters(column)}${row + 1}`, cell.formula] as const] : [],
      ),
    ),
  );
  if (formulas.size === 0) return xml;
  return xml.replace(/(<c r="([A-Z]+\d+)"[^>]*>)(<v>)/g, (all: string, open: string, at: string, value: string) => {
    const formula = formulas.get(at as `${string}${number}`);
    return formula === undefined ? all : `${open}<f>${sanitizeTextContent(formula)}</f>${value}`;
  });
}
