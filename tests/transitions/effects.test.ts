import { expect, test } from 'vitest';
import { behaviourOf } from '../../walking/effects.ts';
import { allModels } from '../../walking/models.ts';

// The models are the machines themselves, so only these reviewed lists reveal that a machine has lost an action.
for (const model of await allModels()) {
  test(`${model.machine.id} has the reviewed effects`, async () => {
    const { effects, missed, broken } = behaviourOf(model);
    expect({ missed, broken }).toEqual({ missed: [], broken: [] });
    await expect(`${effects.join('\n')}\n`).toMatchFileSnapshot(`../effects/${model.machine.id}.txt`);
  });
}
