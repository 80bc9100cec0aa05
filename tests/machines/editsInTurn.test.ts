import { expect, test } from 'vitest';
import { editsInTurn } from '../../src/compose/edits.ts';
import { SUBJECT } from '../../src/machines/numberCell/numberCell.model.ts';

test('two edits of one record go one after the other, the second on the revision the first left', async () => {
  const inTurn = editsInTurn();
  const first = Promise.withResolvers<{ value: string; revision: number }>();
  const sent: number[] = [];
  const one = inTurn(SUBJECT, (revision) => {
    sent.push(revision);
    return first.promise;
  });
  const two = inTurn({ ...SUBJECT, field: 'unit_labour' }, async (revision) => {
    sent.push(revision);
    return { value: '2', revision: revision + 1 };
  });
  await Promise.resolve();
  expect(sent).toEqual([1]);
  first.resolve({ value: '1', revision: 2 });
  expect(await Promise.all([one, two])).toEqual([
    { value: '1', revision: 2 },
    { value: '2', revision: 3 },
  ]);
  expect(sent).toEqual([1, 2]);
});

test('a refused edit holds up nothing, and the next one keeps its own revision', async () => {
  const inTurn = editsInTurn();
  const refused = inTurn(SUBJECT, () => Promise.reject(new Error('refused')));
  const next = inTurn(SUBJECT, async (revision) => ({ value: 'x', revision }));
  await expect(refused).rejects.toThrow('refused');
  expect(await next).toEqual({ value: 'x', revision: 1 });
});

test('an edit made on what somebody else left is sent on that', async () => {
  const inTurn = editsInTurn();
  await inTurn(SUBJECT, async () => ({ value: '1', revision: 2 }));
  expect(await inTurn({ ...SUBJECT, revision: 5 }, async (revision) => ({ value: 'x', revision }))).toEqual({ value: 'x', revision: 5 });
});
