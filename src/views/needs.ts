/** Types shared by the needs of several screens. A screen's machines fill its stores and report the progress. */
import type { gridMachine } from '../machines/grid/grid.ts';
import type { resourceMachine } from '../machines/resource/resource.ts';
import type { RowStore } from '../machines/rowWindow/rowStore.ts';
import type { rowWindowMachine } from '../machines/rowWindow/rowWindow.ts';

/** Data that is loaded as a whole. */
export interface Read {
  readonly reading: typeof resourceMachine;
}
/** Rows that are loaded in windows. */
export interface Windowed<R extends { readonly id: number }> {
  readonly rows: RowStore<R>;
  readonly windows: typeof rowWindowMachine;
}
export interface Edited<R extends { readonly id: number }> extends Windowed<R> {
  readonly grid: typeof gridMachine;
}

/** The server has done the action and returns a message. */
export interface Done {
  readonly detail: string;
}
export interface Named {
  readonly name: string;
}

/** Needs whose code is loaded later. It is the same promise every time. */
export type Later<Needs> = () => Promise<Needs>;
