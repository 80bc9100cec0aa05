/** Cells where numbers are due. */
import { decimalOfDouble, SCALE } from '../../../../../domain/decimal.ts';
import { formulaValue } from '../../../../../domain/formula.ts';
import { type NumberRead, numberInText, numberPasted, type Vote, vote } from '../../../../../domain/numberText.ts';
import * as say from '../../../../../domain/sentences/imports.ts';
import type { Sentence } from '../../../../../domain/sentences/sentence.ts';
import type { Cell } from '../../sheet.ts';

const EMPTY = { kind: 'empty' } as const;
const bad = (sentence: Sentence): NumberRead => ({ kind: 'bad', sentence });

/** Reads a cell where a number is due. Errors, dates, booleans and unsaved formulas are never guessed at. */
export function numberInCell(cell: Cell | undefined, voted: Vote): NumberRead {
  if (cell === undefined) return EMPTY;
  switch (cell.kind) {
    case 'number':
      return { kind: 'number', text: decimalOfDouble(cell.number) };
    case 'text':
      return calculated(cell.text) ?? numberPasted(cell.text.replace(ABOUT, ''), voted);
    case 'date':
      return bad(say.dateNotNumber());
    case 'error':
      return bad(say.cellError());
    case 'boolean':
      return bad(say.booleanNotNumber());
    case 'pending':
      return calculated(cell.text) ?? bad(say.formulaNotComputed());
    default:
      return cell.kind satisfies never;
  }
}

/** A number that is not exact is still the one that the estimate is made with: "~30", "ca. 30". */
const ABOUT =
  /^\s*([~≈±]|(ca|circa|approx|about|app|etwa|rd|env|environ|apm|aptuveni|apie|ok|około|oko|umbes|noin|около|ок|прибл|приблизно|cirka|aprox|approssimativamente|kb|yaklaşık)(?=[.\s\d])\.?)\s*(?=[\d])/iu;

/** "=2*3,5" in a cell formatted as text, or in a file whose program saved no results; null for a text that is no formula of constants. */
function calculated(text: string): NumberRead | null {
  if (text[0] !== '=') return null;
  const outcome = formulaValue(text, SCALE.quantity);
  return 'value' in outcome ? { kind: 'number', text: outcome.value } : null;
}

const WRITTEN_LAST = /(?:^|[^\d.,%])(\d[\d.,\s'’]*\d|\d)\s*(?:\p{Sc}|\p{L}{2,4}\.?)?\s*[-–]?$/u;

/** The amount at the end of a text such as "Total Rs. 13572824.00", as decimal text; null where there is none of two digits after the mark. */
export function amountWritten(text: string): string | null {
  const written = WRITTEN_LAST.exec(text.trim())?.[1];
  if (written === undefined || !/[.,]\d{2}$/.test(written)) return null;
  const read = numberInText(written, vote([written]));
  return read.kind === 'number' ? read.text : null;
}
