/**
 * The file of a backup: a first line in plain text, then compressed frames of a type, a length and that many bytes: the manifest, then for each
 * table its head and its rows in COPY text, at last the counts and checksums. With a passphrase the whole of it is inside an age file.
 */
import { open } from 'node:fs/promises';
import { MEGABYTE } from '../../domain/contract/limits.ts';
import { Unusable } from './unusable.ts';

export const FIRST_LINE = Buffer.from('Actum backup 1\n');
const AGE = Buffer.from('age-encryption.org/v1\n');
/** A row is in one frame, however long it is. */
export const LONGEST_FRAME = 512 * MEGABYTE;
/** Bytes of a frame's type and length. */
export const HEAD = 5;

export const TYPE = { manifest: 'M', table: 'T', rows: 'R', end: 'E' } as const;

export interface Manifest {
  readonly format: 1;
  readonly program: string;
  readonly madeAt: string;
  readonly engine: 'embedded' | 'server';
  /** The migrations of the database, in order. */
  readonly migrations: readonly string[];
  /** Tables whose rows are left out of the file, because they must not be restored. */
  readonly leftOut: readonly string[];
  /** The settings of the installation that are no secrets. */
  readonly settings: Readonly<Record<string, string>>;
}
export interface Counted {
  readonly rows: number;
  readonly sha256: string;
}
export interface Sequence {
  readonly name: string;
  /** The last number given, as text, because it may exceed the safe integers of JavaScript. */
  readonly last: string;
  readonly isCalled: boolean;
}
export interface End {
  readonly tables: Readonly<Record<string, Counted>>;
  readonly sequences: readonly Sequence[];
  /** The checksum of all frames before this one. */
  readonly sha256: string;
}
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

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
