/** The teaching files among the shared samples: the expected reading of each, and the comparison with an actual one. */
import { fixed } from '../../../domain/decimal.ts';
import type { ReadList } from '../../../server/imports/reading/index.ts';
import { totalOf } from './totals.ts';

export interface Expected {
  readonly file: string;
  readonly verdict_wanted: 'exact' | 'unsure' | 'refuse';
  readonly total: string | null;
  readonly also?: readonly string[];
  readonly never?: readonly string[];
  /** Sheets that are the estimate, and sheets that are not. */
  readonly lists: readonly string[];
  readonly excluded: readonly { readonly sheet: string }[];
  readonly item_rows: number;
  /** Column letters by field, by sheet; "S01 (2)" is the second table of a sheet, "H|J" are two columns of one field. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly tolerance?: string;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  unit_price: ['unit_total'],
  amount: ['total'],
  materials: ['unit_materials', 'unit_total'],
  labour: ['unit_labour', 'unit_total'],
};
const CODE_AND_TEXTS = ['code'];

const letter = (column: number): string =>
  (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') + String.fromCharCode(65 + (column % 26));

export const sumOf = (lists: readonly Pick<ReadList, 'rows'>[]): string => fixed(totalOf(lists.flatMap(({ rows }) => rows)).total, 2);

/** Every total that is right for the file. */
export const rightTotals = ({ total, also = [] }: Expected): readonly string[] => [...(total === null ? [] : [total]), ...also];

/** The lists on the sheets that are the estimate. */
export const listsExpected = (lists: readonly ReadList[], { lists: sheets }: Expected): readonly ReadList[] =>
  lists.filter(({ sheet }) => sheets.includes(sheet));

/** The sums one press away from a reading. */
export function remedies(lists: readonly ReadList[]): readonly string[] {
  return lists.flatMap(({ doubts }) => doubts.flatMap(({ remedy }) => (remedy === null ? [] : [remedy.total])));
}

/** Fields of a list that are expected in other columns; a code is compared where one is taken. */
export function columnsAmiss(list: ReadList, expected: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(expected).flatMap(([field, letters]) => {
    const wanted = letters.split('|');
    const fields = FIELDS[field] ?? [field];
    const taken = list.columns
      .filter(({ recognized_as }) => fields.includes(recognized_as))
      .map(({ column_index }) => letter(column_index));
    const isOpen = CODE_AND_TEXTS.includes(field);
    return isOpen || taken.some((each) => wanted.includes(each)) ? [] : [`${field}: ${letters}, taken ${taken.join(' ')}`];
  });
}

/** The list a name of `columns` means: "S01 (2)" is the second on the sheet. */
export function listNamed(lists: readonly ReadList[], name: string): ReadList | undefined {
  const [, sheet = name, table = '1'] = /^(.*) \((\d+)\)$/.exec(name) ?? [];
  return lists.filter((list) => list.sheet === sheet)[Number(table) - 1] ?? lists.find((list) => list.sheet === name);
}
