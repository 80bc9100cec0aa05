/** A list reduced to the works it names and their amounts in cents, to compare the lists of a file. */
import { rowSums, type UnitPrices } from '../../../../domain/amounts.ts';
import { exact, SCALE } from '../../../../domain/decimal.ts';
import type { Evidence, ReadList, ReadRow, Trait } from '../reading.ts';
import { normalized } from '../table/cell/words.ts';

export interface Digest {
  readonly title: string;
  readonly sheet: string;
  readonly hidden: boolean;
  /** The format names its columns, so none is recognised. */
  readonly isNamed: boolean;
  readonly traits: readonly Trait[];
  readonly evidence: Evidence;
  readonly items: readonly Item[];
  readonly total: bigint;
  /** Totals the file states for the whole list, without or with its percent lines. */
  readonly stated: readonly bigint[];
  /** Totals of its sections. */
  readonly sections: readonly bigint[];
  readonly fields: ReadonlySet<string>;
}

export interface Item {
  readonly row: number;
  /** The name without case, accents and punctuation; the code where there is no name. */
  readonly key: string;
  readonly unit: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: bigint;
  /** The amount the file states, where it states one. */
  readonly stated: bigint;
}

const LONGEST_KEY = 200;
const cents = (text: string) => exact(text, SCALE.money);

export function digestOf(list: ReadList): Digest {
  const items = list.rows.flatMap((row) => (row.kind === 'row' ? [itemOf(row)] : []));
  return digest(
    list,
    items,
    items.reduce((sum, { amount }) => sum + amount, 0n),
  );
}

/** The digest of a file's only list. There is no other list to compare its items with. */
export function digestAlone(list: ReadList): Digest {
  const items = list.rows.filter(({ kind }) => kind === 'row');
  return digest(
    list,
    items.map(() => UNCOMPARED),
    items.reduce((sum, row) => sum + amountOf(row), 0n),
  );
}
const UNCOMPARED: Item = { row: 0, key: '', unit: '', quantity: '', price: '', amount: 0n, stated: 0n };

function digest(list: ReadList, items: readonly Item[], total: bigint): Digest {
  const statedOf = (kinds: readonly string[]) => list.totals.filter(({ of }) => kinds.includes(of)).map(({ stated }) => cents(stated));
  return {
    title: list.title,
    sheet: list.sheet,
    hidden: list.hidden,
    isNamed: list.fingerprint === null,
    traits: list.traits,
    evidence: list.evidence,
    items,
    total,
    stated: statedOf(['list', 'summary']),
    sections: statedOf(['group']),
    fields: new Set(list.columns.map(({ recognized_as }) => recognized_as)),
  };
}

function itemOf(row: ReadRow): Item {
  const { labour, materials, tools } = pricesOf(row);
  const amount = amountOf(row);
  return {
    row: row.sheet_row_index,
    key: normalized((row.name === '' ? row.code : row.name).slice(0, LONGEST_KEY)),
    unit: normalized(row.unit),
    quantity: row.quantity ?? '',
    price: String(labour + materials + tools),
    amount,
    stated: row.stated === null ? amount : cents(row.stated),
  };
}

/** 0 for a row in error. */
const amountOf = (row: ReadRow): bigint =>
  row.errors.length > 0 ? 0n : rowSums(exact(row.quantity ?? '0', SCALE.quantity), pricesOf(row)).total;
const pricesOf = ({ unit_labour, unit_materials, unit_tools }: ReadRow): UnitPrices => ({
  labour: priceOf(unit_labour),
  materials: priceOf(unit_materials),
  tools: priceOf(unit_tools),
});
const priceOf = (text: string | null) => exact(text ?? '0', SCALE.unitPrice);
