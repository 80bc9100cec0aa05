import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A character of Unicode's private use area, which no text begins with. */
const GUARD = '\ue000';
const STRINGS = 'xl/sharedStrings.xml';

/** Whether every JavaScript object inherits a member of this name, such as “valueOf”. The library that writes workbooks looks texts up in a plain object. */
export const isInherited = (text: string): boolean => text in {};

/** A prefix keeps such a text from being found there. */
export const guarded = (text: string): string => (isInherited(text) ? GUARD + text : text);

/** Removes the prefix from the written file. */
export async function withoutGuards(file: Blob): Promise<Blob> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const strings = strFromU8(parts[STRINGS] ?? new Uint8Array()).replaceAll(GUARD, '');
  return new Blob([zipSync({ ...parts, [STRINGS]: strToU8(strings) })], { type: file.type });
}
