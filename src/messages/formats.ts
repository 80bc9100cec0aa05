/** How numbers are written in the language that is spoken. Inside they are plain decimals. */
import { decimalMarkOf } from '../../domain/languages.ts';
import { spokenLanguage } from './messages.ts';

/** The decimal mark of the screen. */
export const spokenMark = (): '.' | ',' => decimalMarkOf(spokenLanguage());

/** A number with a point as it is shown: "164.44" is 164,44 in German. */
export const spokenNumber = (text: string): string => (spokenMark() === '.' ? text : text.replace('.', ','));
/** The same of a formula, which has several. */
export const spokenFormula = (text: string): string => text.replace(/[.,]/g, spokenMark());
