import type { SnapshotFrom } from 'xstate';
import type { actCellMachine } from '../actCell/actCell.ts';
import type { numberCellMachine } from './numberCell.ts';
import type { CellContext } from './types.ts';

type CellSnapshot = SnapshotFrom<typeof numberCellMachine> | SnapshotFrom<typeof actCellMachine>;
export type CellMode = 'showing' | 'editing' | 'saving' | 'waiting' | 'saved' | 'refused' | 'givingUp';

/** Where the value of a cell stands, with a helper or without. */
export const cellMode = (snapshot: CellSnapshot): CellMode => {
  const at = typeof snapshot.value === 'string' ? snapshot.value : snapshot.value.value;
  return at === 'checking' || at === 'previewing' || at === 'asking' ? 'saving' : at;
};
export const isRangeKnown = (snapshot: CellSnapshot): boolean => typeof snapshot.value !== 'string' && snapshot.value.helper === 'known';
/** What would move in later acts, while the person is asked about it; null otherwise. */
export const askedMove = (snapshot: CellSnapshot): CellContext['moved'] | null =>
  typeof snapshot.value !== 'string' && snapshot.value.value === 'asking' ? snapshot.context.moved : null;
