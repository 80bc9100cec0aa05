/** A text replaced in the cells of a row. */
import { BLOCK_FIELDS, type BlockField } from './blockShape.ts';
import { parse, SCALE } from './decimal.ts';
import { typedNumber } from './numbers.ts';
import { isRowNumber } from './rowFields.ts';

export interface Replacing {
  /** Found in any case, like the search of a list finds it. */
  readonly text: string;
  readonly by: string;
}
type Filled = Readonly<Record<BlockField, string>> & { readonly kind: 'row' | 'section' };

/** The characters of a pattern's own syntax. Escaping any other, such as a hyphen, makes a pattern invalid. */
const SYNTAX = /[.*+?^${}()|[\]\\]/g;

/**
 * Returns a function from a row to the new values of its cells that change. A number is replaced only as a whole and by a number. A section heading
 * has only a name.
 */
export function replacer({ text, by }: Replacing): (row: Filled) => Readonly<Partial<Record<BlockField, string>>> {
  const pattern = new RegExp(text.replace(SYNTAX, '\\$&'), 'giu');
  const replacedText = (value: string): string => value.replace(pattern, () => by);
  const [typed, number] = [typedNumber(text.trim()), typedNumber(by.trim())];
  const sought = typed === '' || parse(number, SCALE.unitPrice) === null ? null : parse(typed, SCALE.unitPrice);
  const replacedNumber = (value: string): string => (sought !== null && parse(value, SCALE.unitPrice) === sought ? number : value);
  return (row) => {
    const fields = row.kind === 'section' ? (['name'] as const) : BLOCK_FIELDS;
    const after = fields.map((field) => [field, (isRowNumber(field) ? replacedNumber : replacedText)(row[field])] as const);
    return Object.fromEntries(after.filter(([field, value]) => value !== row[field]));
  };
}
