/** Shapes that the needs of several screens share. A screen's machines fill its stores and say how far they are. */
import type { gridMachine } from '../machines/grid/grid.ts';
import type { resourceMachine } from '../machines/resource/resource.ts';
import type { RowStore } from '../machines/rowWindow/rowStore.ts';
import type { rowWindowMachine } from '../machines/rowWindow/rowWindow.ts';

/** Something that is read as a whole. */
export interface Read {
  readonly reading: typeof resourceMachine;
}
/** Rows that are read in windows. */
export interface Windowed<R extends { readonly id: number }> {
  readonly rows: RowStore<R>;
  readonly windows: typeof rowWindowMachine;
}
export interface Edited<R extends { readonly id: number }> extends Windowed<R> {
  readonly grid: typeof gridMachine;
}

/** The server did what was asked, and says so. */
export interface Done {
  readonly detail: string;
}
export interface Named {
  readonly name: string;
}

/** Needs that come with code of their own, as the same promise every time. */
export type Later<Needs> = () => Promise<Needs>;
