import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { MEGABYTE } from '../../domain/api/limits.ts';
import {
  type Counted,
  countRows,
  type End,
  FIRST_LINE,
  HEAD,
  kindOf,
  type Manifest,
  reason,
  type Sequence,
  type Table,
  TYPE,
} from './format.ts';
import { Unusable } from './unusable.ts';

const FRAME = MEGABYTE;

/** The content in the order it is written; the sequences are read after all tables. */
interface Content {
  readonly manifest: Manifest;
  readonly tables: AsyncIterable<Table & { readonly rows: AsyncIterable<Uint8Array> }>;
  readonly sequences: () => Promise<readonly Sequence[]>;
}

function* framed(type: string, payload: Uint8Array): Generator<Uint8Array> {
  const head = Buffer.alloc(HEAD);
  head.write(type, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  yield head;
  yield payload;
}
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** Rows in pieces of about a megabyte that each end with a row. */
async function* wholeRows(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < FRAME) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(0x0a) + 1;
    if (end === 0) continue;
    for (let from = 0; from < end; ) {
      const next = end - from <= 2 * FRAME ? end : all.lastIndexOf(0x0a, from + FRAME) + 1;
      const to = next <= from ? all.indexOf(0x0a, from) + 1 : next;
      yield all.subarray(from, to);
      from = to;
    }
    held = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

async function* frames(content: Content, ended: (end: End) => void): AsyncGenerator<Uint8Array> {
  const all = createHash('sha256');
  const counted: Record<string, Counted> = {};
  function* hashed(type: string, payload: Uint8Array) {
    for (const part of framed(type, payload)) {
      all.update(part);
      yield part;
    }
  }
  yield* hashed(TYPE.manifest, json(content.manifest));
  for await (const { name, columns, rows } of content.tables) {
    yield* hashed(TYPE.table, json({ name, columns } satisfies Table));
    const own = createHash('sha256');
    let count = 0;
    for await (const piece of wholeRows(rows)) {
      own.update(piece);
      count += countRows(piece);
      yield* hashed(TYPE.rows, piece);
    }
    counted[name] = { rows: count, sha256: own.digest('hex') };
  }
  const end: End = { tables: counted, sequences: await content.sequences(), sha256: all.digest('hex') };
  ended(end);
  yield* framed(TYPE.end, json(end));
}

/**
 * Writes a backup under a temporary name and renames it when it is complete and on the disk. Returns its length in bytes and its counts.
 */
export async function writeBackup(
  path: string,
  content: Content,
  passphrase: string | null,
): Promise<{ readonly bytes: number; readonly end: End }> {
  await refuseOther(path);
  const unfinished = `${path}.${process.pid}.unfinished`;
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } });
  let end: End | null = null as End | null;
  const ended = (given: End) => {
    end = given;
  };
  const first = async function* (compressed: AsyncIterable<Uint8Array>) {
    yield FIRST_LINE;
    yield* compressed;
  };
  try {
    const to = createWriteStream(unfinished, { mode: 0o600, flush: true });
    if (passphrase === null) await pipeline(Readable.from(frames(content, ended)), compress, first, to);
    else {
      const encrypter = new Encrypter();
      encrypter.setPassphrase(passphrase);
      const plain = Readable.from(frames(content, ended));
      const packed = Readable.from(first(plain.pipe(compress)));
      plain.on('error', (error) => packed.destroy(error));
      const secret = await encrypter.encrypt(Readable.toWeb(packed) as globalThis.ReadableStream<Uint8Array>);
      await pipeline(Readable.fromWeb(secret as ReadableStream), to);
    }
    const { size } = await stat(unfinished);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    if (end === null) throw new Error('The backup has no end');
    return { bytes: size, end };
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
      throw new Unusable(`There is no room for the backup at ${path}: ${reason(error)}. Nothing was written`);
    if (error instanceof Error && 'syscall' in error && error.syscall === 'open')
      throw new Unusable(`${path} cannot be written: ${reason(error)}`);
    throw error;
  }
}

/** Rejects when the path holds something other than a backup, which must not be overwritten. */
async function refuseOther(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new Unusable(`${path} is a folder: name a file in it`);
  if (found.size > 0 && (await kindOf(path)) === 'foreign') throw new Unusable(`${path} is there and is no backup: name another file`);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
