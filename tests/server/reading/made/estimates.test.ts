/** Estimates laid out by a program in thousands of ways: none is read sure and wrong, and most are read right. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadList } from '../../../../server/imports/reading/index.ts';
import { listsOf } from '../../../../server/imports/reading/table/list.ts';
import { isSure } from '../sure.ts';
import { totalOf } from '../totals.ts';
import { type Made, made, sheetOf, truth } from './estimates.ts';

const cents = (lists: readonly ReadList[]) => lists.reduce((sum, { rows }) => sum + Number(totalOf(rows).total), 0);

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

const RUNS = 800;

test('no reading is both certain and wrong', async () => {
  await fc.assert(
    fc.asyncProperty(made, async (estimate) => {
      const { verdict, said } = await outcomeOf(estimate);
      expect({ verdict, said }).not.toMatchObject({ verdict: 'wrong' });
    }),
    { numRuns: RUNS, seed: 14 },
  );
});

test('with column headers nearly all readings are right and none is refused; without them most are right', async () => {
  const sampled = fc.sample(made, { numRuns: RUNS, seed: 15 });
  const outcomes: (Outcome & { readonly isNamed: boolean })[] = [];
  for (const estimate of sampled) outcomes.push({ ...(await outcomeOf(estimate)), isNamed: estimate.layout.header === 'named' });
  const share = (isNamed: boolean, verdict: Outcome['verdict']) => {
    const of = outcomes.filter((each) => each.isNamed === isNamed);
    return of.filter((each) => each.verdict === verdict).length / of.length;
  };
  const found = { named: share(true, 'right'), refused: share(true, 'refused'), unnamed: share(false, 'right') };
  expect(found).toEqual({
    named: expect.toSatisfy((right: number) => right >= 0.95),
    refused: 0,
    unnamed: expect.toSatisfy((right: number) => right >= 0.6),
  });
});
