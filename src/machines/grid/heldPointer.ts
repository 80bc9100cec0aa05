import type { Cursor } from './cursor.ts';

/** Where a pointer that is held down is in a table. */
export interface PointerPlace {
  /** In px from the left of the window. */
  readonly x: number;
  /** The cell under the pointer; null between cells and outside of the rows. */
  readonly cell: Cursor | null;
  /** The row before which rows dropped here would stand, by its place; null where there is none. */
  readonly gap: number | null;
}

/** A pointer that is held down from when something was taken with it. */
export type HeldPointerEvent =
  | { readonly type: 'pointer.moved'; readonly at: PointerPlace }
  | { readonly type: 'pointer.released' }
  /** Escape was pressed, or the browser or another window took the pointer. */
  | { readonly type: 'pointer.lost' };
