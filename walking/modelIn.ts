import type { AnyStateMachine } from 'xstate';
import type { Model } from '../src/machines/model.ts';

export type AnyModel = Model<AnyStateMachine>;

const isModel = (value: unknown): value is AnyModel => typeof value === 'object' && value !== null && 'machine' in value;

/** The model a module exports. A model made for requests gets one. With the profile's own request, both kinds are covered. */
export function modelIn(module: Readonly<Record<string, unknown>>, path: string): AnyModel {
  const exported = Object.entries(module).find(([name]) => name.endsWith('Model'))?.[1];
  const model: unknown = typeof exported === 'function' ? exported(['r1']) : exported;
  if (!isModel(model)) throw new Error(`${path} exports no model`);
  return model;
}
