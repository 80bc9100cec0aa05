/**
 * The file of a backup: a first line in plain text, then compressed frames, each with a type, a length and that many bytes. The frames are the
 * manifest, for each table its head and its rows as COPY text, and last the counts and checksums. With a passphrase all of it is inside an age file.
 */
import { open } from 'node:fs/promises';
import * as v from 'valibot';
import { MEGABYTE } from '../../domain/api/limits.ts';
import { Unusable } from './unusable.ts';

export const FIRST_LINE = Buffer.from('Actum backup 1\n');
const AGE = Buffer.from('age-encryption.org/v1\n');
/** A row is in one frame, however long it is. */
export const LONGEST_FRAME = 512 * MEGABYTE;
/** Bytes of a frame's type and length. */
export const HEAD = 5;

export const TYPE = { manifest: 'M', table: 'T', rows: 'R', end: 'E' } as const;

export const Manifest = v.object({
  format: v.literal(1),
  program: v.string(),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  engine: v.picklist(['embedded', 'server']),
  /** The migrations of the database, in order. */
  migrations: v.pipe(v.array(v.string()), v.minLength(1), v.readonly()),
  /** Tables whose rows are left out of the file, because they must not be restored. */
  leftOut: v.pipe(v.array(v.string()), v.readonly()),
  /** The settings of the installation that are no secrets. */
  settings: v.pipe(v.record(v.string(), v.string()), v.readonly()),
});
export type Manifest = Readonly<v.InferOutput<typeof Manifest>>;

const Counted = v.object({ rows: v.number(), sha256: v.string() });
export type Counted = Readonly<v.InferOutput<typeof Counted>>;

const Sequence = v.object({
  name: v.string(),
  /** The last number given, as text, because it may exceed the safe integers of JavaScript. */
  last: v.string(),
  isCalled: v.boolean(),
});
export type Sequence = Readonly<v.InferOutput<typeof Sequence>>;

export const End = v.object({
  tables: v.pipe(v.record(v.string(), v.pipe(Counted, v.readonly())), v.readonly()),
  sequences: v.pipe(v.array(v.pipe(Sequence, v.readonly())), v.readonly()),
  /** The checksum of all frames before this one. */
  sha256: v.string(),
});
export type End = Readonly<v.InferOutput<typeof End>>;

export const Table = v.object({ name: v.string(), columns: v.pipe(v.array(v.string()), v.minLength(1), v.readonly()) });
export type Table = Readonly<v.InferOutput<typeof Table>>;

export const reason = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'this user may not',
    EPERM: 'this user may not',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is no folder',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'files may not be that large',
    EROFS: 'the disk can only be read',
  };
  return words[code] ?? (error instanceof Error ? error.message : String(error));
};

export async function kindOf(path: string): Promise<'plain' | 'encrypted' | 'foreign'> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new Unusable(`${path} cannot be read: ${reason(error)}`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0).catch((error: unknown) => {
      throw new Unusable(`${path} cannot be read: ${reason(error)}`);
    });
    const start = buffer.subarray(0, bytesRead);
    if (start.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) return 'plain';
    return start.equals(AGE) ? 'encrypted' : 'foreign';
  } finally {
    await handle.close();
  }
}

export const isEncrypted = async (path: string): Promise<boolean> => (await kindOf(path)) === 'encrypted';

export function countRows(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
