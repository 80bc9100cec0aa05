import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../../src/machines/model.ts';
import { declaredTransitions, transitionKey, transitionTerms } from '../model/transitions.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/machines/*/*.model.ts', { eager: true });
const isModel = (value: unknown): value is Model<AnyStateMachine> => typeof value === 'object' && value !== null && 'machine' in value;
/** A model that is made for the requests under way is the same machine for all of them. */
const modelIn = (exported: unknown): unknown => (typeof exported === 'function' ? exported([]) : exported);
const models = Object.entries(modules).map(([path, module]) => {
  const name = Object.keys(module).find((each) => each.endsWith('Model'));
  const model = name === undefined ? undefined : modelIn(module[name]);
  if (!isModel(model)) throw new Error(`${path} exports no model`);
  return model;
});

test('every room of src/machines has a model', () => {
  const rooms = readdirSync('src/machines', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(models.map(({ machine }) => machine.id).sort()).toEqual(rooms.map(({ name }) => name).sort());
});

// Paths are made from the machines, so a transition that goes takes its tests with it: these reviewed lists are what notices.
for (const { machine } of models) {
  test(`${machine.id} declares the transitions that were agreed`, async () => {
    const terms = declaredTransitions(machine).map(transitionTerms).sort();
    await expect(`${terms.join('\n')}\n`).toMatchFileSnapshot(`${machine.id}.txt`);
  });
  test(`every transition of ${machine.id} names what it answers in the specification`, () => {
    const silent = declaredTransitions(machine).filter(({ meta }) => !/^\d /.test((meta as { spec?: string } | undefined)?.spec ?? ''));
    expect(silent.map(transitionKey)).toEqual([]);
  });
}
