import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A character of Unicode's private use area, which no text begins with. */
const GUARD = '\ue000';
const STRINGS = 'xl/sharedStrings.xml';

/** Whether every JavaScript object inherits a member of this name, such as “valueOf”. The library that writes workbooks looks texts up in a plain object. */
export const isInherited = (text: string): boolean => text in {};

/** A prefix keeps such a text from being found there. */
export const guarded = (text: string): string => (isInherited(text) ? GUARD + text : text);

/** A workbook stores `_x0041_` for the character of that code, so a text that only looks like such a code gets its first `_` as a code. */
const LOOKS_STORED = /_(?=x[0-9a-f]{4}_)/gi;
/** Characters that XML cannot hold, that the library that writes workbooks leaves out, or that its guard is removed with. */
const LEFT_OUT = /(?![\t\n\r\u0085])\p{Cc}|[\ue000\ufdd0-\ufdef\ufffd-\uffff]/gu;
const codeOf = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** A text as the cell of a workbook stores it (ST_Xstring of ECMA-376). */
export const stored = (text: string): string => text.replace(LOOKS_STORED, '_x005F_').replace(LEFT_OUT, codeOf);

/** Removes the prefix from the written file. */
export async function withoutGuards(file: Blob): Promise<Blob> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const strings = strFromU8(parts[STRINGS] ?? new Uint8Array()).replaceAll(GUARD, '');
  return new Blob([zipSync({ ...parts, [STRINGS]: strToU8(strings) })], { type: file.type });
}
