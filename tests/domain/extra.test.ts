import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedRange, donePercent, percentRange, quantityOfPercent } from '../../domain/act.ts';
import { absolute, exact, SCALE, shortest } from '../../domain/decimal.ts';
import { extraProblem, furthest, limitOf, shortfall, withdrawalProblem } from '../../domain/extra.ts';
import { outOfPercentRange, outOfRange, outOfUnitRange } from '../../domain/sentences/acts.ts';

const at6 = (text: string) => exact(text, SCALE.quantity);
const row = (estimated: string, extra = '0', done = '0') => ({ estimated: at6(estimated), extra: at6(extra), done: at6(done) });
const codeOf = (quantity: string, of: ReturnType<typeof row>) => extraProblem(at6(quantity), of)?.code ?? null;

test('an extra cannot be approved below the quantity done, past zero, or for nothing', () => {
  expect([codeOf('0', row('10')), codeOf('5', row('10')), codeOf('-10', row('10')), codeOf('-10.000001', row('10'))]).toEqual([
    'extra_zero',
    null,
    null,
    'extra_turns',
  ]);
  expect(extraProblem(at6('-4.5'), row('10', '2', '8'))).toMatchObject({ code: 'extra_below_done', params: { done: '8', most: '4' } });
  expect([codeOf('-4', row('10', '2', '8')), codeOf('1', row('-10', '0', '-3')), codeOf('7.5', row('-10', '0', '-3'))]).toEqual([
    null,
    null,
    'extra_below_done',
  ]);
  expect([codeOf('10.5', row('-10')), codeOf('-1', row('0')), codeOf('3', row('0'))]).toEqual(['extra_turns', 'extra_turns', null]);
  expect(codeOf('999999999', row('1'))).toBe('extra_too_large');
});

test('an extra can be taken back as long as no act uses it', () => {
  const code = (quantity: string, of: ReturnType<typeof row>) => withdrawalProblem(at6(quantity), of)?.code ?? null;
  expect([code('5', row('10', '5', '10')), code('5', row('10', '5', '10.000001'))]).toEqual([null, 'extra_used']);
  // Of two extras that can only be taken back together, the one that is still used stays.
  expect(code('10', row('3', '5', '0'))).toBe('extra_turns');
  expect(code('-5', row('10', '-5', '5'))).toBe(null);
});

const quantity = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

describe('C5 by property, 20,000 rows each', () => {
  test('accepted changes keep every running total within the limit, in any order', () => {
    let passed = 0;
    fc.assert(
      fc.property(
        quantity,
        fc.array(fc.tuple(quantity, fc.boolean()), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 100 }),
        (estimated, steps, part) => {
          let extra = 0n;
          const approved: bigint[] = [];
          const done = furthest(estimated, [(estimated * BigInt(part)) / 100n]);
          for (const [asked, isBack] of steps) {
            const last = approved.at(-1);
            if (isBack && last !== undefined && withdrawalProblem(last, { estimated, extra, done }) === null) extra -= approved.pop() ?? 0n;
            else if (extraProblem(asked, { estimated, extra, done }) === null) {
              extra += asked;
              approved.push(asked);
              passed += 1;
            }
            const limit = estimated + extra;
            expect(estimated < 0n ? limit <= done && limit <= 0n : limit >= done && limit >= 0n).toBe(true);
            const range = allowedRange(limit, [0n]);
            expect(range.min <= done && done <= range.max).toBe(true);
          }
        },
      ),
      { numRuns: 20_000 },
    );
    expect(passed).toBeGreaterThan(5000);
  });

  test('the extra offered after a refusal is exactly the one that makes the typed value fit', () => {
    let offered = 0;
    fc.assert(
      fc.property(quantity, quantity, quantity, (estimated, done, typed) => {
        const before = estimated === 0n ? 0n : done % estimated;
        const range = allowedRange(estimated, [furthest(estimated, [before])]);
        fc.pre(typed > range.max || typed < range.min);
        const said = outOfUnitRange({ min: text(range.min), max: text(range.max), unit: 'm' });
        const missing = shortfall('quantity', text(typed), { estimated_quantity: text(estimated) }, said);
        if (missing === null) return;
        offered += 1;
        const wider = allowedRange(estimated + at6(missing), [furthest(estimated, [before])]);
        expect(typed >= wider.min && typed <= wider.max).toBe(true);
        expect(typed === (estimated < 0n ? wider.min : wider.max)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
    expect(offered).toBeGreaterThan(5000);
  });
});
const text = (value: bigint) => shortest(value, SCALE.quantity);

test('a percent beyond the range is offered as a quantity; nothing is offered where no extra would help', () => {
  const widened = { estimated_quantity: '100', extra_quantity: '12.5' };
  expect(limitOf(widened)).toBe(at6('112.5'));
  expect(shortfall('percent', '120', widened, outOfPercentRange({ min: '0.00', max: '100.00' }))).toBe('22.5');
  expect(shortfall('percent', '110', { estimated_quantity: '-10' }, outOfPercentRange({ min: '0.00', max: '100.00' }))).toBe('-1');
  expect(shortfall('quantity', '-5', widened, outOfRange({ min: '0', max: '112.5' }))).toBe(null);
  expect(shortfall('quantity', 'x', widened, outOfRange({ min: '0', max: '112.5' }))).toBe(null);
  expect(shortfall('quantity', '120', widened, { code: 'not_number' })).toBe(null);
  expect(shortfall('quantity', '120', widened, null)).toBe(null);
});

test('percents are of the limit: the whole limit is 100, whatever the estimated quantity', () => {
  const limit = at6('112.5');
  const range = allowedRange(limit, [0n]);
  expect(percentRange(range, limit)).toEqual({ min: 0n, max: 100_00n });
  expect(quantityOfPercent(100_00n, 0n, limit, range)).toBe(limit);
  expect(donePercent(at6('56.25'), limit)).toBe(50_00n);
  expect(absolute(quantityOfPercent(33_33n, 0n, limit, range) - at6('37.49625')) <= 1n).toBe(true);
});

test('an extra may lower the limit to exactly the quantity done and no further, for additions and for deductions', () => {
  const [estimated, done] = [10_000_000n, 4_000_000n];
  for (const sign of [1n, -1n]) {
    const row = { estimated: sign * estimated, extra: 0n, done: sign * done };
    expect(extraProblem(sign * (done - estimated), row)).toBe(null);
    expect(extraProblem(sign * (done - estimated - 1n), row)?.code).toBe('extra_below_done');
  }
});
