import type { SnapshotFrom } from 'xstate';
import type { actCellMachine } from '../actCell/actCell.ts';
import type { CellUnsent } from '../editQueue/types.ts';
import type { numberCellMachine } from './numberCell.ts';
import type { CellContext } from './types.ts';

export type CellSnapshot = SnapshotFrom<typeof numberCellMachine> | SnapshotFrom<typeof actCellMachine>;
/** A text refused by the cell's own checks is shown like one refused by the server. */
type CellMode = 'showing' | 'editing' | 'checking' | 'refused' | CellUnsent['mode'];

/** The state of the cell itself, with a helper or without. */
export const ownMode = (snapshot: CellSnapshot): 'showing' | 'editing' | 'checking' | 'refused' => {
  const at = typeof snapshot.value === 'string' ? snapshot.value : snapshot.value.value;
  return at === 'previewing' || at === 'asking' ? 'checking' : at;
};
/** The state of the cell together with that of its edit in the queue. */
export const cellMode = (snapshot: CellSnapshot | undefined, unsent: CellUnsent | null | undefined): CellMode => {
  const own = snapshot === undefined ? 'showing' : ownMode(snapshot);
  return own === 'showing' && unsent ? unsent.mode : own;
};
export const isRangeKnown = (snapshot: CellSnapshot): boolean => typeof snapshot.value !== 'string' && snapshot.value.helper === 'known';
/** The changes to later acts that the person is asked about; null at other times. */
export const askedMove = (snapshot: CellSnapshot): CellContext['moved'] | null =>
  typeof snapshot.value !== 'string' && snapshot.value.value === 'asking' ? snapshot.context.moved : null;
