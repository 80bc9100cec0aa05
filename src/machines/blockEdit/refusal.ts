import { Refused } from '../../../domain/api/call.ts';
import type { RefusedCell } from '../../../domain/block.ts';

/** Why a block was not set: its first cell that cannot be set, and the number of such cells. */
export interface PasteRefusal {
  readonly cells: readonly RefusedCell[];
  readonly count: number;
}

/** The refused cells in a call's error; null for any other error. */
export function refusalIn(error: unknown): PasteRefusal | null {
  if (!(error instanceof Refused) || error.code !== 'paste_refused') return null;
  const { cells, count } = error.body as { readonly cells?: unknown; readonly count?: unknown };
  return Array.isArray(cells) && typeof count === 'number' ? { cells: cells as readonly RefusedCell[], count } : null;
}
