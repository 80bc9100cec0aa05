/** Which files may be a company's logo. They are recognised by their bytes, because a name or a type sent along proves nothing. */

import type { Code } from './sentences/catalogue.ts';
import { logoNotPicture, logoTooLarge, logoTooWide } from './sentences/logos.ts';
import type { Sentence } from './sentences/sentence.ts';

type LogoType = 'image/png' | 'image/jpeg';
export const LOGO_BYTES = 100_000;
/** In px on either side, because a small file may declare an enormous picture. */
const LOGO_SIDE = 4_000;

interface Picture {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) => signature.every((byte, step) => bytes[at + step] === byte);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** A PNG begins with its header and ends with its end. */
function pngOf(bytes: Uint8Array): Picture | null {
  if (!startsWith(bytes, PNG) || !startsWith(bytes, ascii('IHDR'), 12) || !startsWith(bytes, ascii('IEND'), bytes.length - 8)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** A JPEG is a run of segments; the one that starts the frame holds the size. */
function jpegOf(bytes: Uint8Array): Picture | null {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return null;
}

/** The bytes of base64 text; null when it is not such text. */
function decoded(base64: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return null;
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The type of a picture in base64; null unless it is a whole PNG or JPEG. */
export function logoType(base64: string): LogoType | null {
  const bytes = decoded(base64);
  return bytes === null ? null : ((pngOf(bytes) ?? jpegOf(bytes))?.type ?? null);
}

/** Why a picture in base64 cannot be a logo; null when it can. */
export function logoProblem(base64: string): Sentence<Code> | null {
  if (base64.length > Math.ceil(LOGO_BYTES / 3) * 4) return logoTooLarge({ kilobytes: LOGO_BYTES / 1_000 });
  const bytes = decoded(base64);
  if (bytes !== null && bytes.length > LOGO_BYTES) return logoTooLarge({ kilobytes: LOGO_BYTES / 1_000 });
  const picture = bytes && (pngOf(bytes) ?? jpegOf(bytes));
  if (picture === null || picture.width === 0 || picture.height === 0) return logoNotPicture();
  return Math.max(picture.width, picture.height) > LOGO_SIDE ? logoTooWide({ most: LOGO_SIDE }) : null;
}
