import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyTransitionDefinition } from 'xstate';
import { transitionKey } from '../transitions.ts';

export type Layer = 'alone' | 'view' | 'browser';
/** The machine and the transition it took. */
export type Taken = readonly [machine: string, key: string];

const taken = new Map<string, Taken>();

export function note(machine: string, transitions: readonly AnyTransitionDefinition[]): void {
  for (const key of transitions.map(transitionKey)) taken.set(key, [machine, key]);
}

/** Writes the transitions taken to the folder that the table is made from. */
export function leave(layer: Layer, all: readonly Taken[] = [...taken.values()]): void {
  const folder = process.env.WALKED_DIR;
  if (folder === undefined || all.length === 0) return;
  writeFileSync(join(folder, `${layer}-${crypto.randomUUID()}.json`), JSON.stringify(all));
}
