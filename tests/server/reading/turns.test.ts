import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SMALL, Turns } from '../../../server/imports/reading/turns.ts';

const LARGE = SMALL + 1;

/** Works that begin when their turn comes and end when they are told to. */
function works() {
  const turns = new Turns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, size: number, owner: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return turns.take(size, owner, () => {
      begun.push(name);
      return promise;
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { begun, take, end };
}

test('a small file is read beside a large one; a second large one waits', async () => {
  const { begun, take, end } = works();
  const all = [take('large', LARGE, 1), take('second large', LARGE, 2), take('small', SMALL, 3)];
  await setImmediate();
  expect(begun).toEqual(['large', 'small']);
  await end('small');
  expect(begun).toEqual(['large', 'small']);
  await end('large');
  expect(begun).toEqual(['large', 'small', 'second large']);
  await end('second large');
  await Promise.all(all);
});

test('at most two files are read at once, small ones in order of arrival', async () => {
  const { begun, take, end } = works();
  const all = ['a', 'b', 'c', 'd'].map((name) => take(name, SMALL, 1));
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await Promise.all(all);
});

test('teams take turns: a team with many files waits for its own', async () => {
  const { begun, take, end } = works();
  const all = ['first', 'second', 'third'].map((name) => take(name, LARGE, 1));
  all.push(take('of another team', LARGE, 2));
  await setImmediate();
  for (const name of ['first', 'of another team', 'second', 'third']) await end(name);
  expect(begun).toEqual(['first', 'of another team', 'second', 'third']);
  await Promise.all(all);
});

test('a team that was served waits until the other team was', async () => {
  const { begun, take, end } = works();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => take(name, LARGE, 1));
  all.push(...['b1', 'b2'].map((name) => take(name, LARGE, 2)));
  await setImmediate();
  const inTurn = ['a1', 'b1', 'a2', 'b2', 'a3', 'a4'];
  for (const name of inTurn) await end(name);
  expect(begun).toEqual(inTurn);
  await Promise.all(all);
});

test('a job that fails frees its place', async () => {
  const turns = new Turns();
  const failure = new Error('The file is gone');
  await expect(turns.take(LARGE, 1, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await turns.take(LARGE, 1, async () => 'read')).toBe('read');
});
