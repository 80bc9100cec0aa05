/**
 * Passwords that have leaked: a file of their SHA-1 hashes in order, one a line (`HASH:COUNT`), which anybody can download. It has some 40
 * GB, so it is read by binary search and never as a whole. SHA-1 protects nothing here; it is the format of the file.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';

const LINE = /^([\dA-F]{40})(?::\d+)?\r?$/i;
/** Bytes that contain at least the end of one line and the whole next line. */
const BLOCK = 160;
const SAMPLES = 64;

/** The hash that a line holds; null for something else. */
const hashIn = (line: string): string | null => LINE.exec(line)?.[1]?.toUpperCase() ?? null;

interface Line {
  readonly hash: string;
  readonly start: number;
  /** Where the next line starts. */
  readonly end: number;
}

/**
 * The first line that starts at or after an offset, in the block of bytes that begins one byte before it; null after the last line. Throws
 * when the block has no valid line.
 */
function lineIn(block: string, offset: number): Line | null {
  const skipped = offset === 0 ? 0 : block.indexOf('\n') + 1;
  if (offset !== 0 && (skipped === 0 || skipped === block.length)) {
    if (block.length === BLOCK) throw new Error('A line of the file of leaked passwords is too long');
    return null;
  }
  const start = offset === 0 ? 0 : offset - 1 + skipped;
  const [line = ''] = block.slice(skipped).split('\n');
  const hash = hashIn(line);
  if (hash === null) throw new Error('A line of the file of leaked passwords is no hash');
  return { hash, start, end: start + line.length + 1 };
}

/** Reads the setting: a file whose lines are hashes in order, as far as samples show. Throws an Error that says what the file must be. */
export function leakedPasswords(text: string | null): string | null {
  if (text === null) return null;
  const path = resolve(text);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    throw new Error(`LEAKED_PASSWORDS must be a file that can be read, not "${path}"`);
  }
  try {
    const { size } = fstatSync(file);
    const lineAt = (offset: number) => {
      const block = Buffer.alloc(BLOCK);
      return lineIn(block.toString('latin1', 0, readSync(file, block, 0, BLOCK, Math.max(0, offset - 1))), offset);
    };
    const offsets = Array.from({ length: SAMPLES }, (_, at) => Math.floor((size * at) / SAMPLES));
    const hashes = offsets.flatMap((offset) => lineAt(offset)?.hash ?? []);
    if (size > 0 && hashes.every((hash, at) => hash >= (hashes[at - 1] ?? ''))) return path;
  } catch {
    // The error is thrown below.
  } finally {
    closeSync(file);
  }
  throw new Error(
    `LEAKED_PASSWORDS must be a file of SHA-1 hashes in their order, one a line such as 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:52256179; "${path}" is not`,
  );
}

async function lineAt(file: FileHandle, offset: number): Promise<Line | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, Math.max(0, offset - 1));
  return lineIn(buffer.toString('latin1', 0, bytesRead), offset);
}

/** Whether a password is in the file. It is opened again each time, so that a newer file can take its place. */
export async function isLeaked(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path, 'r');
  try {
    let [low, high] = [0, (await file.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineAt(file, middle);
      if (line === null || line.start >= high) high = middle;
      else if (line.hash === wanted) return true;
      else if (line.hash < wanted) low = line.end;
      else high = middle;
    }
    return false;
  } finally {
    await file.close();
  }
}
