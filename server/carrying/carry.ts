/** Computes the figures of a carrying from both versions as they are, for the review and for storing. */
import { type CarriedValue, type Carrying, carrying, valuing } from '../../domain/carry.ts';
import { percentsOf } from '../../domain/percents.ts';
import * as say from '../../domain/sentences/contracts.ts';
import type { VersionRef } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import { partsOf, type StoredLine } from '../estimates/summary.ts';
import { conflict, fieldError } from '../http/errors.ts';
import { inTurns } from '../turns.ts';
import { type Row, rowsOfVersion } from './rows.ts';

type PercentLine = Pick<StoredLine, 'name' | 'kind' | 'percent_total' | 'percent_labour' | 'percent_materials' | 'percent_tools'>;
/** One of the two versions: its rows, and the percent lines of its summary. */
interface Side {
  readonly rows: readonly Row[];
  readonly lines: readonly PercentLine[];
}
export type ByHand = readonly { readonly from: number; readonly into: number }[];

export interface Worked extends Carrying<Row, Row> {
  readonly value: CarriedValue;
  readonly older: Side;
}

export async function sideOf(query: Query, version: VersionRef): Promise<Side> {
  const { lines } = await partsOf(query, version);
  return { rows: await rowsOfVersion(query, version), lines };
}

const linesOf = ({ lines }: Side, kind: PercentLine['kind']) => lines.filter((line) => line.kind === kind);
export const additionalOf = (side: Side) => linesOf(side, 'additional_cost');
export const taxesOf = (side: Side) => linesOf(side, 'tax');
const carriedSide = (side: Side) => ({
  rows: side.rows,
  additional: additionalOf(side).map(percentsOf),
  taxes: taxesOf(side).map(percentsOf),
});

/** The pairs made by hand, by older row. 400 `pair_twice` for a row in two of them, 409 `pair_gone` for a row that neither version has. */
function pairsByHand(byHand: ByHand, older: Side, newer: Side): Map<number, number> {
  const pairs = new Map(byHand.map(({ from, into }) => [from, into]));
  if (pairs.size !== byHand.length || new Set(pairs.values()).size !== byHand.length) throw fieldError('by_hand', say.pairTwice());
  if (pairs.size === 0) return pairs;
  const [olderIds, newerIds] = [older, newer].map(({ rows }) => new Set(rows.map(({ id }) => id)));
  for (const [from, into] of pairs) if (olderIds?.has(from) !== true || newerIds?.has(into) !== true) throw conflict(say.pairGone());
  return pairs;
}

/** Computes a carrying. Errors as for `pairsByHand`. */
export async function workOut(older: Side, newer: Side, byHand: ByHand): Promise<Worked> {
  const [from, into] = [carriedSide(older), carriedSide(newer)];
  const result = await inTurns(carrying(from, into, pairsByHand(byHand, older, newer)));
  const value = await inTurns(valuing(from, into, result));
  return { ...result, value, older };
}
