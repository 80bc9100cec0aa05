import { type AnyActor, type AnyStateMachine, createActor } from 'xstate';
import { type AnyModel, modelIn } from '../walking/modelIn.ts';
import { edgePaths, eventInWords, type Path } from '../walking/paths.ts';
import { inert, silent } from '../walking/standIns.ts';
import { reporting } from './report.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../src/machines/*/*.model.ts');

interface Walk {
  readonly name: string;
  readonly start: string;
  readonly path: Path<AnyStateMachine>;
}
export interface Walks {
  readonly model: AnyModel;
  readonly walks: readonly Walk[];
}

/** The paths the tests walk a machine along, longest first; null for a machine without a model. */
export async function walksOf(machine: string): Promise<Walks | null> {
  const load = modules[`../src/machines/${machine}/${machine}.model.ts`];
  if (load === undefined) return null;
  const model = modelIn(await load(), machine);
  const walks = Object.keys(model.starts(silent)).flatMap((start) =>
    edgePaths(model, start).map((path) => ({ name: `${start}: ${path.name}`, start, path })),
  );
  return { model, walks: walks.toSorted((one, other) => other.path.steps.length - one.path.steps.length).slice(0, 200) };
}

const nextOf = (step: Walk['path']['steps'][number] | undefined): string | null => (step === undefined ? null : eventInWords(step.event));

/** Runs the machine alone with the path's events, and reports it like any actor of the app. */
export function replay(model: AnyModel, { start, path }: Walk) {
  const names = Object.keys(model.machine.implementations.actors);
  const machine = model.machine.provide({ actors: Object.fromEntries(names.map((name) => [name, inert])) } as never);
  const page = `replay-${Date.now()}`;
  silent.start();
  const actor: AnyActor = createActor(machine, {
    id: `replay of ${machine.id}`,
    input: model.starts(silent)[start],
    inspect: reporting(page),
  } as never);
  let at = 0;
  actor.start();
  return {
    actor: `${page}/${actor.sessionId}`,
    /** The next step; null at the end. */
    next: () => nextOf(path.steps[at]),
    step(): void {
      const step = path.steps[at];
      at += 1;
      if (step !== undefined) actor.send(step.event as never);
    },
  };
}
export type Replay = ReturnType<typeof replay>;
