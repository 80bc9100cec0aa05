import { ROW_NUMBERS, ROW_TEXTS, WORKED_OUT_FIELDS } from '../rowFields.ts';

/** The fields a column of numbers can be recognised as. */
export const NUMBER_FIELDS = [...ROW_NUMBERS, ...WORKED_OUT_FIELDS] as const;
export const RECOGNIZED_AS = [...ROW_TEXTS, ...NUMBER_FIELDS, 'ignore'] as const;

export type RecognizedAs = (typeof RECOGNIZED_AS)[number];
