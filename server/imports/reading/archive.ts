/** The zip around a workbook: its directory is checked whole before a byte is inflated. */

import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import { MEGABYTE } from '../../../domain/api/limits.ts';
import * as say from '../../../domain/sentences/files.ts';
import { LIMITS } from './limits.ts';
import { Unreadable } from './refusals.ts';

/** Asking for the memory in use costs as much as reading a chunk. */
const CHUNKS_BETWEEN_LOOKS = 8;
/** Bytes inflated at a time: each time is a turn of another thread. */
const PIECE = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;
const END_OF_DIRECTORY = 22;
const ZIP64_END_OF_DIRECTORY = 56 + 20;

export interface Archive {
  /** The part's size when inflated; null when there is no such part. Names are matched without regard to case. */
  size(name: string): number | null;
  /** The part's bytes; its size and checksum must match the directory. */
  chunks(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Throws `Unreadable`: DAMAGED, ENCRYPTED or ZIP_BOMB. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(damaged);
  const entries = await directory(zip).catch(damaged);
  await checkRanges(zip, [...entries.values()]).catch(damaged);
  return {
    size: (name) => entries.get(name.toLowerCase())?.uncompressedSize ?? null,
    chunks: (name) => inflated(zip, entries.get(name.toLowerCase()), name),
    close: () => zip.close(),
  };
}

function damaged(error: unknown): never {
  if (error instanceof Unreadable) throw error;
  throw new Unreadable('DAMAGED', say.zipBroken());
}

async function directory(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > LIMITS.entries) throw new Unreadable('ZIP_BOMB');
  const entries = new Map<string, yauzl.Entry>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Unreadable('ENCRYPTED');
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw new Unreadable('DAMAGED', say.packing());
    }
    total += entry.uncompressedSize;
    if (total > LIMITS.inflated) throw new Unreadable('ZIP_BOMB');
    if (entry.uncompressedSize > MEGABYTE && entry.uncompressedSize > LIMITS.ratio * entry.compressedSize) throw new Unreadable('ZIP_BOMB');
    const key = entry.fileName.toLowerCase();
    if (entries.has(key)) throw new Unreadable('DAMAGED', say.sameName());
    entries.set(key, entry);
  }
  return entries;
}

/** Checks that the file has one directory, that no part overlaps another or lies past it, and that each has the name it is listed under. */
async function checkRanges(zip: yauzl.ZipFile, entries: readonly yauzl.Entry[]): Promise<void> {
  const directorySize = entries.reduce(
    (sum, entry) => sum + 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength,
    0,
  );
  const directoryEnd = Number(zip.readEntryCursor);
  const gap = zip.fileSize - END_OF_DIRECTORY - zip.comment.length - directoryEnd;
  if (gap !== 0 && gap !== ZIP64_END_OF_DIRECTORY) throw new Unreadable('DAMAGED', say.directories());

  const places: { start: number; end: number }[] = [];
  for (const entry of entries) {
    const header = await zip.readLocalFileHeaderPromise(entry);
    if (!header.fileName.equals(entry.fileNameRaw)) throw new Unreadable('DAMAGED', say.twoNames());
    if (header.compressionMethod !== entry.compressionMethod) throw new Unreadable('DAMAGED', say.twoDescriptions());
    places.push({ start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize });
  }
  places.sort((a, b) => a.start - b.start);
  let free = 0;
  for (const { start, end } of [...places, { start: directoryEnd - directorySize, end: directoryEnd }]) {
    if (start < free) throw new Unreadable('ZIP_BOMB');
    free = end;
  }
}

async function* inflated(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new Unreadable('DAMAGED', say.partMissing({ part: name }));
  const packed: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(damaged);
  // An error of either ends both, and is thrown where the chunks are read.
  const stream = entry.compressionMethod === STORED ? packed : pipeline(packed, createInflateRaw({ chunkSize: PIECE }), () => {});
  let checksum = 0;
  let size = 0;
  let chunks = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new Unreadable('DAMAGED', say.zipBroken());
      chunks += 1;
      if (chunks % CHUNKS_BETWEEN_LOOKS === 0 && process.memoryUsage.rss() > LIMITS.memory) throw new Unreadable('TOO_MUCH_MEMORY');
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    damaged(error);
  }
  if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw new Unreadable('DAMAGED', say.checksum());
}
