import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixed, SCALE } from '../../domain/decimal.ts';
import { certifiedBeyond, findingsOf } from '../../domain/submission.ts';

const deductions_left = { rows: 1, amount: '-100.00' };

test('an act that claims nothing asks for confirmation, whatever was claimed before', () => {
  expect(findingsOf({ claimed_rows: 0, balance: '50.00', contract: '100.00', deductions_left, deductions_left_out: false })).toEqual([
    { kind: 'nothing' },
  ]);
});

test('claiming 1 210.00 of a contract of 1 089.00 asks for confirmation with both figures', () => {
  expect(findingsOf({ claimed_rows: 3, balance: '1210.00', contract: '1089.00', deductions_left, deductions_left_out: true })).toEqual([
    { kind: 'over', claim: '1210.00', contract: '1089.00', excess: '121.00', deductionsLeft: deductions_left },
  ]);
});

test('a claim above zero and within the contract asks nothing', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e9 }), fc.nat({ max: 1e9 }), fc.integer({ min: 1, max: 1e5 }), (claim, left, claimed_rows) => {
      const [balance, contract] = [claim, claim + left].map((cents) => fixed(BigInt(cents), SCALE.money));
      const check = { claimed_rows, balance: balance ?? '', contract: contract ?? '', deductions_left, deductions_left_out: false };
      expect(findingsOf(check)).toEqual([]);
    }),
  );
});

test('a person who sees no prices is asked about omitted deductions without figures', () => {
  const check = { claimed_rows: 3, balance: null, contract: null, deductions_left: { rows: 2, amount: null } } as never as Omit<
    Parameters<typeof findingsOf>[0],
    'deductions_left_out'
  >;
  expect(findingsOf({ ...check, deductions_left_out: true })).toEqual([{ kind: 'left out', rows: 2 }]);
  expect(findingsOf({ ...check, deductions_left_out: false })).toEqual([]);
});

test('an answer exceeds the contract by the amount certified above it, never by a negative one', () => {
  expect([certifiedBeyond(100n, 60n, 40n), certifiedBeyond(100n, 60n, 45n), certifiedBeyond(100n, 60n, -10n)]).toEqual([0n, 5n, 0n]);
});
