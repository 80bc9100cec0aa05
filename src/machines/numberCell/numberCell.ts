import { cellContext, cellSetup } from './setup.ts';
import { value } from './value.ts';

/** One cell in hand: shown, or typed in. A committed value goes to the queue, which owns it until the server has it. */
export const numberCellMachine = cellSetup.createMachine({ ...value, id: 'numberCell', context: cellContext });
