import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedRange } from '../../domain/act.ts';
import { addUp, minus, rowSums, type Sums, sums, toAmounts, ZERO } from '../../domain/amounts.ts';
import { answerTotals, certifiedRange, claimAgainProblem, laterActsProblem, readCertified, reasonProblem } from '../../domain/answer.ts';
import { exact } from '../../domain/decimal.ts';
import { type Percents, summarise } from '../../domain/summary.ts';

const quantity = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const q = (text: string) => exact(text, 6);

describe('the quantity certified of a claim', () => {
  const claim = { limit: q('120'), claimed: q('80'), unit: 'm2' };
  test('is nothing, all of it, or anything between', () => {
    expect(readCertified({ quantity: '0' }, claim)).toEqual({ quantity: 0n });
    expect(readCertified({ quantity: '80' }, claim)).toEqual({ quantity: q('80') });
    expect(readCertified({ quantity: '=8*3.5' }, claim)).toEqual({ quantity: q('28') });
    expect(readCertified({ quantity: '80.000001' }, claim)).toMatchObject({
      field: 'quantity',
      problem: { detail: 'The range for this row is 0 to 80 m2' },
    });
    expect(readCertified({ quantity: '-1' }, claim)).toMatchObject({ field: 'quantity' });
    expect(readCertified({ quantity: 'half' }, claim)).toMatchObject({ problem: { code: 'not_number' } });
  });
  test('is anything between a negative claim and zero', () => {
    const negative = { limit: q('120'), claimed: q('-3'), unit: '' };
    expect(certifiedRange(q('-3'))).toEqual({ min: q('-3'), max: 0n });
    expect(readCertified({ quantity: '-2.5' }, negative)).toEqual({ quantity: q('-2.5') });
    expect(readCertified({ quantity: '0.5' }, negative)).toMatchObject({ problem: { detail: 'The range for this row is -3 to 0' } });
  });
  test('typed as a percent is of the estimated quantity: the percent shown gives the claim itself, 0 gives zero, a third is rounded to six decimals', () => {
    const third = { limit: q('9'), claimed: q('6.666667'), unit: 'm' };
    expect(readCertified({ percent: '74.07' }, third)).toEqual({ quantity: q('6.666667') });
    expect(readCertified({ percent: '0' }, third)).toEqual({ quantity: 0n });
    expect(readCertified({ percent: '33.33' }, third)).toEqual({ quantity: q('2.9997') });
    expect(readCertified({ percent: '74.08' }, third)).toMatchObject({
      field: 'percent',
      problem: { detail: 'The range for this row is 0.00 to 74.07 %' },
    });
    expect(readCertified({ percent: '1.234' }, third)).toMatchObject({ problem: { code: 'percent_too_precise' } });
    expect(readCertified({ percent: 'half' }, third)).toMatchObject({ problem: { code: 'not_number' } });
  });
  test('C5: never less than later acts rely on, in 20,000 rows with later acts', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.tuple(quantity, quantity, quantity), fc.array(quantity, { maxLength: 3 }), ([limit, before, claimed], later) => {
        const certified = claimed / 3n;
        let running = before;
        const others = [before, ...later.map((each) => (running += each))] as [bigint, ...bigint[]];
        const range = allowedRange(limit, others);
        const isFree = certified >= range.min && certified <= range.max;
        expect(laterActsProblem(certified, { limit, claimed }, others) === null).toBe(isFree);
        if (!isFree) refused += 1;
      }),
      { numRuns: 20_000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
  test('C5: a withdrawn answer brings back the claim only within 0…q + Σe, in 20,000 rows', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.tuple(quantity, quantity, quantity), fc.array(quantity, { maxLength: 3 }), ([limit, before, claimed], later) => {
        let running = before;
        const others = [before, ...later.map((each) => (running += each))] as [bigint, ...bigint[]];
        const [low, high] = limit < 0n ? [limit, 0n] : [0n, limit];
        const isFree = others.every((other) => other + claimed >= low && other + claimed <= high);
        expect(claimAgainProblem({ name: 'Bricks', limit, claimed }, others) === null).toBe(isFree);
        if (!isFree) refused += 1;
      }),
      { numRuns: 20_000 },
    );
    expect(refused).toBeGreaterThan(1000);
    expect(claimAgainProblem({ name: 'Bricks', limit: q('100'), claimed: q('40') }, [q('70'), q('50')])?.params).toEqual({
      name: 'Bricks',
      done: '110',
      limit: '100',
    });
  });
  test('a reason is required, and "other" must be explained in words', () => {
    expect(reasonProblem(null, 'x')?.code).toBe('reason_needed');
    expect(reasonProblem('other', '  ')?.code).toBe('text_needed');
    expect(reasonProblem('not_done', '')).toBeNull();
  });
});

const cents = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
const price = fc.bigInt({ min: 0n, max: 10n ** 9n });
const row = fc.record({
  list: fc.integer({ min: 0, max: 2 }),
  prices: fc.record({ labour: price, materials: price, tools: price }),
  before: quantity,
  claimed: quantity,
  part: fc.integer({ min: 0, max: 100 }),
});
const percents: fc.Arbitrary<Percents> = fc.oneof(
  fc.record({ form: fc.constant('uniform' as const), total: fc.bigInt({ min: -500_000n, max: 500_000n }) }),
  fc.record({
    form: fc.constant('by component' as const),
    labour: fc.bigInt({ min: 0n, max: 500_000n }),
    materials: fc.bigInt({ min: 0n, max: 500_000n }),
    tools: fc.bigInt({ min: 0n, max: 500_000n }),
  }),
);

test('the sums of an answer, from kept totals and the rows that differ, equal those of all rows added up again, in 10,000 acts', () => {
  const same = (one: Sums | undefined, other: Sums) => expect(toAmounts(one ?? ZERO)).toEqual(toAmounts(other));
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.array(percents, { maxLength: 2 }),
      fc.array(percents, { maxLength: 2 }),
      fc.tuple(cents, cents, cents),
      (rows, additional, taxes, [labour, materials, tools]) => {
        const lists = [0, 1, 2];
        // The sum of the list's other rows, which are in the kept totals but not in the draft.
        const others = sums(labour, materials, tools);
        const whole = rows.map((each) => ({ ...each, certified: (each.claimed * BigInt(each.part)) / 100n }));
        const at = (of: (each: (typeof whole)[number]) => bigint) =>
          lists.map((list) => addUp([others, ...whole.filter((each) => each.list === list).map((each) => rowSums(of(each), each.prices))]));
        const [before, claimed, certified] = [
          at((each) => each.before),
          at((each) => each.before + each.claimed),
          at((each) => each.before + each.certified),
        ] as const;
        const found = answerTotals(
          lists.map((id) => ({ id, before: before[id] ?? ZERO, toDate: claimed[id] ?? ZERO })),
          { additional, taxes },
          whole.filter((each) => each.certified !== each.claimed).map((each) => ({ ...each, listId: each.list })),
        );
        const taxed = (costs: readonly Sums[]) => summarise(costs, additional, taxes).totalWithTaxes;
        same(found.totalWithTaxes.claimed, minus(taxed(claimed), taxed(before)));
        same(found.totalWithTaxes.certified, minus(taxed(certified), taxed(before)));
        same(found.totalWithTaxes.difference, minus(taxed(certified), taxed(claimed)));
        // The shown parts add up to the shown whole.
        for (const of of ['claimed', 'certified', 'difference'] as const)
          same(addUp([...found.lists, ...found.additional, ...found.taxes].map((each) => each[of])), found.totalWithTaxes[of]);
        for (const list of lists) same(found.lists[list]?.certified, minus(certified[list] ?? ZERO, before[list] ?? ZERO));
      },
    ),
    { numRuns: 10_000 },
  );
});
