import { cellContext, cellSetup } from './setup.ts';
import { value } from './value.ts';

/** The active cell: shown, or being edited. A committed value goes to the queue, which owns it until it is saved. */
export const numberCellMachine = cellSetup.createMachine({ ...value, id: 'numberCell', context: cellContext });
