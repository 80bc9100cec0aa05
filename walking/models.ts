import { readdirSync } from 'node:fs';
import { type AnyModel, modelIn } from './modelIn.ts';

const machines = new URL('../src/machines/', import.meta.url);

/** The models of src/machines, in the order of their names. */
export async function allModels(): Promise<readonly AnyModel[]> {
  const folders = readdirSync(machines, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = folders.map(({ name }) => new URL(`${name}/${name}.model.ts`, machines).href).sort();
  return Promise.all(paths.map(async (path) => modelIn((await import(/* @vite-ignore */ path)) as Record<string, unknown>, path)));
}
