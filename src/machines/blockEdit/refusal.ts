import type { RefusedCell } from '../../../domain/block.ts';
import { Refused } from '../../../domain/contract/call.ts';

/** Why a block was not set: the first of its cells that cannot be, and how many there are. */
export interface PasteRefusal {
  readonly cells: readonly RefusedCell[];
  readonly count: number;
}

/** The refusal a call's error carries, if it is one that names cells. */
export function refusalIn(error: unknown): PasteRefusal | null {
  if (!(error instanceof Refused) || error.code !== 'paste_refused') return null;
  const { cells, count } = error.body as { readonly cells?: unknown; readonly count?: unknown };
  return Array.isArray(cells) && typeof count === 'number' ? { cells: cells as readonly RefusedCell[], count } : null;
}
