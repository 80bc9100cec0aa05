import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixed, SCALE } from '../../domain/decimal.ts';
import { findingsOf } from '../../domain/submission.ts';

const deductions_left = { rows: 1, amount: '-100.00' };

test('an act that claims nothing is asked about, whatever was claimed before', () => {
  expect(findingsOf({ claimed_rows: 0, balance: '50.00', contract: '100.00', deductions_left })).toEqual([{ kind: 'nothing' }]);
});

test('1 210.00 of a contract of 1 089.00 is asked about with its figures', () => {
  expect(findingsOf({ claimed_rows: 3, balance: '1210.00', contract: '1089.00', deductions_left })).toEqual([
    { kind: 'over', claim: '1210.00', contract: '1089.00', excess: '121.00', deductionsLeft: deductions_left },
  ]);
});

test('a claim of something, up to the contract, is not asked about', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e9 }), fc.nat({ max: 1e9 }), fc.integer({ min: 1, max: 1e5 }), (claim, left, claimed_rows) => {
      const [balance, contract] = [claim, claim + left].map((cents) => fixed(BigInt(cents), SCALE.money));
      expect(findingsOf({ claimed_rows, balance: balance ?? '', contract: contract ?? '', deductions_left })).toEqual([]);
    }),
  );
});
