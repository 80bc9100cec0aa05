/** The encodings plain text comes in. */
import * as say from '../../../../domain/sentences/files.ts';
import { Unreadable } from '../refusals.ts';

/** Candidate encodings of a file without a byte order mark and without valid UTF-8. The first is used when nothing decides. */
export const SINGLE_BYTE = ['windows-1252', 'windows-1257', 'windows-1251', 'windows-1250'] as const;

/** The encoding a byte order mark, zero bytes or valid UTF-8 prove; null when only single-byte ones are left. */
export function provenEncoding(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = zerosAt(bytes);
  if (zeros !== null) return zeros;
  return isUtf8(bytes) ? 'utf-8' : null;
}

const SAMPLED = 4_096;
/** Letters whose low byte is zero, such as "Ā", are rare. */
const RARE = 10;

/** Latin text in UTF-16 has a zero for every other byte. */
function zerosAt(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, SAMPLED);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = sample.length / 5;
  if (odd > most && even < odd / RARE) return 'utf-16le';
  return even > most && odd < even / RARE ? 'utf-16be' : null;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const REPLACEMENT = 0xfffd;

/** Whether bytes that are not all UTF-8 nearly are, at least four in five of the characters beyond ASCII: in another encoding, they seldom happen to be. */
export function isNearlyUtf8(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let beyond = 0;
  let wrong = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) beyond += 1;
    if (code === REPLACEMENT) wrong += 1;
  }
  return wrong <= beyond / 5;
}

/** The text without its byte order mark; throws `Unreadable` where the bytes are not in the encoding. */
export function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('DAMAGED', say.encodingWrong());
  }
}

/** Letters above 127 of MS-DOS's Western code page, which no decoder knows. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

export const fromCodePage850 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, (letter) => CODE_PAGE_850[letter.charCodeAt(0) - 128] ?? letter);

const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/i;
const ALLOWED: ReadonlySet<string> = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'windows-1250']);

/** The encoding of an XML document by itself: proven by its bytes, else the Western one it declares, else UTF-8. */
export function xmlEncoding(bytes: Buffer): string {
  const proven = provenEncoding(bytes.subarray(0, SAMPLED));
  if (proven === 'utf-16le' || proven === 'utf-16be') return proven;
  const declared = DECLARED.exec(
    bytes
      .subarray(0, 200)
      .toString('latin1')
      .replace(/^[^<]*/, ''),
  )?.[1]?.toLowerCase();
  return declared !== undefined && ALLOWED.has(declared) ? declared : 'utf-8';
}
