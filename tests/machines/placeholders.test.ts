/** An actor that the composition forgot to provide fails with its name, so that no screen waits for it or shows an empty value. */

import { expect, test } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, StateMachine } from 'xstate';
import { allModels } from '../../walking/models.ts';

/** How an actor that is started as declared ends. */
const errorOf = (logic: AnyActorLogic): Promise<unknown> =>
  new Promise((resolve) => {
    const actor = createActor(logic, { input: {} });
    actor.subscribe({
      error: resolve,
      complete: () => resolve('it succeeds'),
    });
    actor.start();
    setImmediate(() => resolve('it goes on'));
  });

const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine;

/** A table that nobody edits takes no answers, so nothing is missing where none are provided. */
const OPTIONAL: readonly string[] = ['grid takeAnswers'];

const placeholders = (await allModels()).flatMap(({ machine }) =>
  (Object.entries(machine.implementations.actors) as [string, AnyActorLogic][])
    .filter(([, logic]) => !isMachine(logic))
    .map(([name, logic]) => ({ machine: machine.id, name, logic })),
);

test.each(placeholders.filter(({ machine, name }) => !OPTIONAL.includes(`${machine} ${name}`)))(
  '$name of $machine',
  async ({ name, logic }) => {
    expect(await errorOf(logic)).toEqual(new Error(`${name} is not provided`));
  },
);
