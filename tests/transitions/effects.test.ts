import { expect, test } from 'vitest';
import { behaviourOf } from '../../walking/effects.ts';
import { allModels } from '../../walking/models.ts';

// A machine that forgets an action is still its own model: these reviewed lists are what notices.
for (const model of await allModels()) {
  test(`${model.machine.id} has the reviewed effects`, async () => {
    const { effects, missed, broken } = behaviourOf(model);
    expect({ missed, broken }).toEqual({ missed: [], broken: [] });
    await expect(`${effects.join('\n')}\n`).toMatchFileSnapshot(`../effects/${model.machine.id}.txt`);
  });
}
