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

const ESCAPED = /[.*+?^${}()|[\]\\/-]/g;

/** A number is replaced whole, by another number. */
function replacedNumber(value: string, { text, by }: Replacing): string {
  const [sought, number] = [typedNumber(text.trim()), typedNumber(by.trim())];
  const isMeant = sought !== '' && parse(sought, SCALE.unitPrice) === parse(value, SCALE.unitPrice);
  return isMeant && parse(number, SCALE.unitPrice) !== null ? number : value;
}

const replacedText = (value: string, { text, by }: Replacing): string =>
  value.replace(new RegExp(text.replace(ESCAPED, '\\$&'), 'giu'), () => by);

/** The cells that change, with what they are then. A section heading has a name only. */
export function replacedIn(row: Filled, replacing: Replacing): Readonly<Partial<Record<BlockField, string>>> {
  const fields = row.kind === 'section' ? (['name'] as const) : BLOCK_FIELDS;
  const after = fields.map((field) => [field, (isRowNumber(field) ? replacedNumber : replacedText)(row[field], replacing)] as const);
  return Object.fromEntries(after.filter(([field, value]) => value !== row[field]));
}
