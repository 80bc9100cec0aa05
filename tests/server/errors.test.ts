import { expect, test } from 'vitest';
import { tooManyOnAccount } from '../../domain/sentences/general.ts';
import { tooMany } from '../../server/http/errors.ts';

test('a wait is given in seconds, from a minute and a half on in minutes, and from an hour and a half on in hours', () => {
  const said = (seconds: number) => tooMany(tooManyOnAccount, seconds).message.match(/again in (.+)$/)?.[1];
  expect([0, 1, 89, 90, 91, 5_399, 5_400, 7_201].map(said)).toEqual([
    '1 second',
    '1 second',
    '89 seconds',
    '2 minutes',
    '2 minutes',
    '90 minutes',
    '2 hours',
    '3 hours',
  ]);
});
