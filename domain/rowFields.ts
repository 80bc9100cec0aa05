/** The fields of an estimate's row, in the order of the screen. */
import { COMPONENTS } from './amounts.ts';

export const ROW_TEXTS = ['code', 'name', 'unit'] as const;
export const ROW_PRICES = ['unit_labour', 'unit_materials', 'unit_tools'] as const;
/** The numbers that people fill in. */
export const ROW_NUMBERS = ['quantity', ...ROW_PRICES] as const;
/** Everything that people fill in. */
export const FILLED_FIELDS = [...ROW_TEXTS, ...ROW_NUMBERS] as const;
/** The computed numbers; on screen they are right of the fields. */
export const WORKED_OUT_FIELDS = ['unit_total', ...COMPONENTS, 'total'] as const;

type RowNumber = (typeof ROW_NUMBERS)[number];
export const isRowNumber = (field: string): field is RowNumber => (ROW_NUMBERS as readonly string[]).includes(field);
