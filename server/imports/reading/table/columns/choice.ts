/** A column offered for a field, and how much its header's words are worth. */
import type { HeaderColumn } from '../header/header.ts';

export interface Choice {
  readonly column: number;
  /** Score of the column's words alone. */
  readonly words: number;
}

/** Words that name a figure other than the estimate's. */
export const PENALTY = 0.7;
/** Of equal columns the leftmost wins. */
const DISTANCE = 0.01;

export const worth = ({ means, column }: HeaderColumn): number => means.score - PENALTY * means.elsewhere - DISTANCE * Math.min(column, 40);
export const choiceOf = (column: HeaderColumn): Choice => ({ column: column.column, words: Math.max(0.1, sureness(column)) });
const sureness = ({ means: { score, elsewhere } }: HeaderColumn) => score - (PENALTY * elsewhere) / 2;
export const byWorth = (columns: readonly HeaderColumn[]) => [...columns].sort((a, b) => worth(b) - worth(a));
