import { COMPUTED_FIELDS, ROW_NUMBERS, ROW_TEXTS } from '../rowFields.ts';

/** The fields a column of numbers can be recognised as. */
export const NUMBER_FIELDS = [...ROW_NUMBERS, ...COMPUTED_FIELDS] as const;
export const RECOGNIZED_AS = [...ROW_TEXTS, ...NUMBER_FIELDS, 'ignore'] as const;

export type RecognizedAs = (typeof RECOGNIZED_AS)[number];
