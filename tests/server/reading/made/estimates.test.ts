/** Estimates laid out by a program in thousands of ways: none is read sure and wrong, and most are read right. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadList } from '../../../../server/imports/reading/index.ts';
import { listsOf } from '../../../../server/imports/reading/table/list.ts';
import { totalOf } from '../totals.ts';
import { type Made, made, sheetOf, truth } from './estimates.ts';

const cents = (lists: readonly ReadList[]) => lists.reduce((sum, { rows }) => sum + Number(totalOf(rows).total), 0);

/** As server/imports/certainty.ts: nothing speaks against the reading, and amounts or totals confirm it. */
function isSure({ doubts, evidence, rows, leftOut }: ReadList): boolean {
  const { computing, differing, totalsMet, totalsMissed } = evidence;
  const isConfirmed = (computing > 0 && differing * 10 <= computing) || totalsMet > 0;
  const losesMoney = leftOut.some((each) => each.kind === 'row' && each.amount !== null);
  return (
    doubts.length === 0 &&
    totalsMissed === 0 &&
    differing * 10 <= computing &&
    isConfirmed &&
    !losesMoney &&
    rows.every(({ errors }) => errors.length === 0)
  );
}

interface Outcome {
  readonly verdict: 'right' | 'unsure' | 'refused' | 'wrong';
  readonly said: string;
}

async function outcomeOf(estimate: Made): Promise<Outcome> {
  const { lists } = await listsOf(sheetOf(estimate), () => []);
  const [read, due] = [cents(lists), truth(estimate)];
  const said = `${read} for ${due}: ${JSON.stringify(estimate.layout)}`;
  if (lists.length === 0) return { verdict: 'refused', said };
  // Amounts without a price are divided and multiplied again, which may miss a cent a row.
  if (Math.abs(read - due) <= estimate.items.flat().length) return { verdict: 'right', said };
  return { verdict: lists.every(isSure) ? 'wrong' : 'unsure', said };
}

const RUNS = 1_500;

test('none is sure and wrong', async () => {
  await fc.assert(
    fc.asyncProperty(made, async (estimate) => {
      const { verdict, said } = await outcomeOf(estimate);
      expect({ verdict, said }).not.toMatchObject({ verdict: 'wrong' });
    }),
    { numRuns: RUNS, seed: 14 },
  );
}, 60_000);

test('most are right, and few are refused', async () => {
  const outcomes = await Promise.all(fc.sample(made, { numRuns: RUNS, seed: 15 }).map(outcomeOf));
  const of = (verdict: Outcome['verdict']) => outcomes.filter((each) => each.verdict === verdict);
  const shares = { right: of('right').length / RUNS, refused: of('refused').length / RUNS };
  console.log(Object.fromEntries((['right', 'unsure', 'refused', 'wrong'] as const).map((verdict) => [verdict, of(verdict).length])));
  expect(shares).toEqual({
    right: expect.toSatisfy((share: number) => share >= 0.9),
    refused: expect.toSatisfy((share: number) => share <= 0.05),
  });
}, 60_000);
