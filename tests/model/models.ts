import { readdirSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../../src/machines/model.ts';

export type AnyModel = Model<AnyStateMachine>;

const machines = new URL('../../src/machines/', import.meta.url);

const isModel = (value: unknown): value is AnyModel => typeof value === 'object' && value !== null && 'machine' in value;

/** The model a module exports. One that is made for requests gets one: with the profile's own it is two of a kind. */
export function modelIn(module: Readonly<Record<string, unknown>>, path: string): AnyModel {
  const exported = Object.entries(module).find(([name]) => name.endsWith('Model'))?.[1];
  const model: unknown = typeof exported === 'function' ? exported(['r1']) : exported;
  if (!isModel(model)) throw new Error(`${path} exports no model`);
  return model;
}

/** The model of every room of src/machines, in the order of their names. */
export async function allModels(): Promise<readonly AnyModel[]> {
  const rooms = readdirSync(machines, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = rooms.map(({ name }) => new URL(`${name}/${name}.model.ts`, machines).href).sort();
  return Promise.all(paths.map(async (path) => modelIn((await import(/* @vite-ignore */ path)) as Record<string, unknown>, path)));
}
