/** Characters of Windows-1252 between 128 and 159; the others have their numbers in Unicode. */
const BETWEEN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES: ReadonlyMap<number, number> = new Map(Array.from(BETWEEN, (character, at) => [character.charCodeAt(0), 128 + at]));

/** The text in Windows-1252; null when it holds other characters. */
export function inWindows1252(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code < 128 || (code >= 160 && code < 256) ? code : BYTES.get(code);
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}
