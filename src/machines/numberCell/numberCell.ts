import { cellContext, cellSetup } from './setup.ts';
import { value } from './value.ts';

/** One cell in hand: what is typed into it, and what becomes of it. */
export const numberCellMachine = cellSetup.createMachine({ ...value, id: 'numberCell', context: cellContext });
