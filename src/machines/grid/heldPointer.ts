import type { Cursor } from './cursor.ts';

/** The position in a table of a pointer whose button is held down. */
export interface PointerPlace {
  /** In px from the left of the window. */
  readonly x: number;
  /** The cell under the pointer; null between cells and outside of the rows. */
  readonly cell: Cursor | null;
  /** The index of the row before which rows dropped here would go; null where there is none. */
  readonly gap: number | null;
}

/** A pointer whose button is held down to drag something, from the press to the release. */
export type HeldPointerEvent =
  | { readonly type: 'pointer.moved'; readonly at: PointerPlace }
  | { readonly type: 'pointer.released' }
  /** Escape was pressed, or the browser or another window took the pointer. */
  | { readonly type: 'pointer.lost' };
