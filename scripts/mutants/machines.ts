/** Breaks each machine in every way a person might, and runs the model tests to see whether they notice: each mutant must be caught. */
import { readFileSync } from 'node:fs';
import { type Behaviour, behaviourOf } from '../../walking/effects.ts';
import type { AnyModel } from '../../walking/modelIn.ts';
import { allModels } from '../../walking/models.ts';
import { type Mutant, mutantsOf } from '../../walking/mutants.ts';
import { termsOf } from '../../walking/transitions.ts';

type Layer = 'the list of transitions' | 'a rule of the model' | 'a transition missed' | 'the list of effects' | 'it fails';

const agreed = (folder: string, id: string) => readFileSync(new URL(`../../tests/${folder}/${id}.txt`, import.meta.url), 'utf8');
const written = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** The first layer of the model tests that notices; null when none does. */
function caughtBy(model: AnyModel, { machine }: Mutant): Layer | null {
  const { id } = model.machine;
  if (termsOf(machine) !== agreed('transitions', id)) return 'the list of transitions';
  let behaviour: Behaviour;
  try {
    behaviour = behaviourOf(model, machine);
  } catch {
    return 'it fails';
  }
  if (behaviour.broken.length > 0) return 'a rule of the model';
  if (behaviour.missed.length > 0) return 'a transition missed';
  return written(behaviour.effects) === agreed('effects', id) ? null : 'the list of effects';
}

/** Tries every mutant of the machines of these ids, or of all; returns how many survived. */
export async function tryMachines(only: readonly string[]): Promise<number> {
  const began = performance.now();
  const layers = new Map<string, number>();
  let planted = 0;
  let survived = 0;
  for (const model of await allModels()) {
    if (only.length > 0 && !only.includes(model.machine.id)) continue;
    const mutants = mutantsOf(model.machine);
    const survivors: Mutant[] = [];
    for (const mutant of mutants) {
      const layer = caughtBy(model, mutant);
      if (layer === null) survivors.push(mutant);
      else layers.set(layer, (layers.get(layer) ?? 0) + 1);
    }
    console.log(`${model.machine.id}: ${mutants.length - survivors.length} of ${mutants.length} caught`);
    for (const { kind, what } of survivors) console.log(`  survived: ${kind}: ${what}`);
    planted += mutants.length;
    survived += survivors.length;
  }
  console.log(`\n${[...layers].map(([layer, count]) => `${count} by ${layer}`).join(', ')}`);
  console.log(`${planted - survived} of ${planted} mutants caught in ${Math.round((performance.now() - began) / 1000)} s`);
  return survived;
}
