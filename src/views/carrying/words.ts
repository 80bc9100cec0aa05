import type { CarryKind, CarryRow } from '../../../domain/api/contractShapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';

const KIND_NAMES = {
  revalued: m.carry_kind_revalued,
  settled: m.carry_kind_settled,
  added: m.carry_kind_added,
  paired: m.carry_kind_paired,
} as const;
export const kindName = (kind: CarryKind): string => KIND_NAMES[kind]();

/** The sum of amounts of money, as decimal text. */
export const sumOf = (...amounts: readonly string[]): string =>
  fixed(
    amounts.reduce((sum, amount) => sum + exact(amount, SCALE.money), 0n),
    SCALE.money,
  );
const less = (amount: string, other: string): string => fixed(exact(amount, SCALE.money) - exact(other, SCALE.money), SCALE.money);

/** The value of the carried part of a row, at the prices of the newer version. */
export const carriedValueOf = ({ before, settled_value, revaluation }: CarryRow): string => sumOf(less(before, settled_value), revaluation);

/** A row by its code and name. */
export const rowName = (row: CarryRow['from']): string =>
  row === null ? '' : [row.code, row.name].filter((text) => text !== '').join(' ');
