import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Of Unicode's private use: no text begins with it. */
const GUARD = '\ue000';
const STRINGS = 'xl/sharedStrings.xml';

/** Whether every object of the language has it by itself, as “valueOf”: the library that writes workbooks looks texts up in a plain one. */
export const isInherited = (text: string): boolean => text in {};

/** Such a text travels through the library under a guard, */
export const guarded = (text: string): string => (isInherited(text) ? GUARD + text : text);

/** which is taken off in the file it has written. */
export async function withoutGuards(file: Blob): Promise<Blob> {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  const strings = strFromU8(parts[STRINGS] ?? new Uint8Array()).replaceAll(GUARD, '');
  return new Blob([zipSync({ ...parts, [STRINGS]: strToU8(strings) })], { type: file.type });
}
