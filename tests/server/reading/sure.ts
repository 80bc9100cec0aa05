import type { ReadList } from '../../../server/imports/reading/index.ts';

/** Whether the reading of a list has no doubts, and is confirmed by its rows or a total. */
export function isSure({ doubts, evidence, rows, leftOut }: Omit<ReadList, 'title'>): boolean {
  const { computing, differing, totalsMet, totalsMissed } = evidence;
  const isConfirmed = computing > 0 || totalsMet > 0;
  const losesMoney = leftOut.some((each) => each.kind === 'row' && each.amount !== null);
  const isRight = totalsMissed === 0 && differing * 10 <= computing + differing;
  return doubts.length === 0 && isRight && isConfirmed && !losesMoney && rows.every(({ errors }) => errors.length === 0);
}
