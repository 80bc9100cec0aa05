import type { SnapshotFrom } from 'xstate';
import type { actCellMachine } from '../actCell/actCell.ts';
import type { numberCellMachine } from './numberCell.ts';

type CellSnapshot = SnapshotFrom<typeof numberCellMachine> | SnapshotFrom<typeof actCellMachine>;
export type CellMode = 'showing' | 'editing' | 'saving' | 'waiting' | 'saved' | 'refused' | 'givingUp';

/** Where the value of a cell stands, with a helper or without. */
export const cellMode = (snapshot: CellSnapshot): CellMode => (typeof snapshot.value === 'string' ? snapshot.value : snapshot.value.value);
export const isRangeKnown = (snapshot: CellSnapshot): boolean => typeof snapshot.value !== 'string' && snapshot.value.helper === 'known';
