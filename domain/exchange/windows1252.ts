/** Characters of Windows-1252 between 128 and 159; the others have their numbers in Unicode. */
const BETWEEN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The text in Windows-1252; null when it holds other characters. */
export function inWindows1252(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const between = code < 128 || (code >= 160 && code < 256) ? -1 : BETWEEN.indexOf(text.charAt(at));
    if (code >= 128 && between < 0 && !(code >= 160 && code < 256)) return null;
    bytes[at] = between < 0 ? code : 128 + between;
  }
  return bytes;
}
