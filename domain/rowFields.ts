/** The fields of an estimate's row, in the order of the screen. */
import { COMPONENTS } from './amounts.ts';

export const ROW_TEXTS = ['code', 'name', 'unit'] as const;
export const ROW_PRICES = ['unit_labour', 'unit_materials', 'unit_tools'] as const;
/** The numbers that people fill in. */
export const ROW_NUMBERS = ['quantity', ...ROW_PRICES] as const;
/** Longest texts of a row. */
export const TEXT_LIMITS = { code: 200, name: 32_767, unit: 50 } as const;
/** Everything that people fill in. */
export const FILLED_FIELDS = [...ROW_TEXTS, ...ROW_NUMBERS] as const;
/** The computed numbers; on screen they are right of the fields. */
export const COMPUTED_FIELDS = ['unit_total', ...COMPONENTS, 'total'] as const;

export type RowNumber = (typeof ROW_NUMBERS)[number];
/** The formulas that gave numbers of a row, without "="; null where none did. */
export type RowFormulas = Readonly<Partial<Record<RowNumber, string | undefined>>> | null;
export const isRowNumber = (field: string): field is RowNumber => (ROW_NUMBERS as readonly string[]).includes(field);

type RowText = (typeof ROW_TEXTS)[number];
/** The content of a row that people fill in, as text. */
export type FilledRow = Readonly<Record<RowText | RowNumber, string>>;
export const isRowText = (field: string): field is RowText => (ROW_TEXTS as readonly string[]).includes(field);
