import { expect, test } from 'vitest';
import type { Version } from '../../domain/api/shapes.ts';
import { contractsIn, versionToCarryOn } from '../../domain/contractChain.ts';

type Known = Pick<Version, 'acts' | 'carried_from' | 'carried_on_by' | 'is_separate'>;
const of = (id: number) => ({ id, number: id, name: '' });
const version = (id: number, over: Partial<Known> = {}) =>
  ({ id, acts: [], carried_from: null, carried_on_by: null, is_separate: false, ...over }) as unknown as Version;
const worked = (id: number, over: Partial<Known> = {}) => version(id, { acts: [{ id: 1 }] as unknown as Version['acts'], ...over });

test('a version without work carries on the latest version with work that no other version carries on', () => {
  const versions = [worked(1, { carried_on_by: of(2) }), version(2, { carried_from: of(1) }), worked(3), version(4), version(5)];
  const from = (id: number, all = versions) => versionToCarryOn(all, all.find((each) => each.id === id) as Version)?.id ?? null;
  expect([4, 5].map((id) => from(id))).toEqual([3, 3]);
  expect([1, 2, 3].map((id) => from(id))).toEqual([null, null, null]);
  expect(from(4, [worked(3), version(4, { is_separate: true })])).toBeNull();
  expect(from(4, [worked(3), version(4, { carried_on_by: of(5) })])).toBeNull();
  expect(from(4, [version(3), version(4)])).toBeNull();
  expect(contractsIn(versions).map(({ id }) => id)).toEqual([2, 3]);
});
