/** How numbers are written in the current language. In the code they are plain decimals. */
import { decimalMarkOf } from '../../domain/languages.ts';
import { spokenLanguage } from './messages.ts';

/** The decimal mark of the screen. */
export const spokenMark = (): '.' | ',' => decimalMarkOf(spokenLanguage());

/** A number with a point as it is shown: "164.44" is 164,44 in German. */
export const spokenNumber = (text: string): string => (spokenMark() === '.' ? text : text.replace('.', ','));
/** The same for a formula, which has several numbers. */
export const spokenFormula = (text: string): string => text.replace(/[.,]/g, spokenMark());
