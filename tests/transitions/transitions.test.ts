import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allModels } from '../../walking/models.ts';
import { declaredTransitions, invokedIn, leftOutWhileAwaiting, termsOf, transitionKey } from '../../walking/transitions.ts';
import { STATEMENTS } from '../docs/repository.ts';

const models = await allModels();

test('every folder of src/machines has a model', () => {
  const folders = readdirSync('src/machines', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(models.map(({ machine }) => machine.id).sort()).toEqual(folders.map(({ name }) => name).sort());
});

// Paths are generated from the machines, so the tests of a removed transition disappear with it: only these reviewed lists reveal it.
for (const { machine } of models) {
  test(`${machine.id} has the reviewed transitions`, async () => {
    await expect(termsOf(machine)).toMatchFileSnapshot(`${machine.id}.txt`);
  });
  test(`every transition of ${machine.id} names the statement of docs/product.md that it implements`, () => {
    const silent = declaredTransitions(machine).filter(({ meta }) => {
      const [number = '', ...words] = ((meta as { spec?: string } | undefined)?.spec ?? '').split(' ');
      return STATEMENTS.get(number) !== words.join(' ');
    });
    expect(silent.map(transitionKey)).toEqual([]);
  });
}

test('states that await an answer leave out only the reviewed events', async () => {
  const states = models.flatMap(({ machine }) => leftOutWhileAwaiting(machine)).sort();
  await expect(`${states.join('\n')}\n`).toMatchFileSnapshot('awaiting.txt');
});

/** They only pass on events and do nothing that can throw. */
const LISTENERS: readonly string[] = [
  '#grid takeAnswers',
  '#import.uploading sending',
  '#import.reading.waiting progress',
  '#import.reviewing corrections',
];

test('every invoked actor has an onError, because one that fails without it stops the machine', () => {
  const bold = models.flatMap(({ machine }) => invokedIn(machine).flatMap(({ name, isCaught }) => (isCaught ? [] : [name])));
  expect(bold.sort()).toEqual([...LISTENERS].sort());
});
