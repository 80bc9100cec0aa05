/** Files people send, on disk while they are received and read. Each has a folder of its own, which is removed after use. */

import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { UPLOAD_MEGABYTES } from '../../domain/api/limits.ts';
import { cutTo } from '../../domain/cut.ts';
import { fileTooLarge } from '../../domain/sentences/files.ts';
import { badRequest, tooManyUploads } from '../../domain/sentences/general.ts';
import { lockFolder } from '../db/lock.ts';
import { reportError } from '../log.ts';
import { HttpError, refused } from './errors.ts';

/** Most files of one person that are being received, waiting or being read at once; each has at most UPLOAD_LIMIT bytes. */
export const UPLOADS_AT_ONCE = 3;
const SWEEP_EVERY = 600_000;
const RETRY_AFTER = 10;
/** Of the names of these folders: a process's folder holds its lock too. */
const PREFIX = 'upload-';

/** A folder for one file. */
export interface UploadFolder {
  /** Where the file is, or is to be written. */
  readonly path: string;
  /** Removes the folder; a second time does nothing. */
  drop(): Promise<void>;
}
const LONGEST_NAME = 200;
/** The name of a file without signs that the database does not keep and no screen shows, and as long as names are. */
const nameOf = (given: string): string => {
  const name = given.toWellFormed().replace(/\p{Cc}/gu, '');
  return name.length <= LONGEST_NAME ? name : `${cutTo(name, LONGEST_NAME - 10)}…${name.slice(-9).replace(/^[\uDC00-\uDFFF]/, '')}`;
};

export interface Received {
  readonly fields: unknown;
  readonly file: { readonly folder: UploadFolder; readonly name: string; readonly size: number } | null;
}
export interface Uploads {
  /** A new folder for a file of this person; 429 while they have UPLOADS_AT_ONCE. */
  folderFor(userId: number): Promise<UploadFolder>;
  /** Reports that a file of about this size, in bytes, has begun to arrive. */
  announce(size: number): void;
  /** Removes folders that nobody uses: those that this process left behind, and those of dead processes. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder below `dataDir` for this process's uploads, held by a lock the system frees when the process dies, and clears the folders of those that
 * died. `announce` is called when a file begins to arrive. Rejects with the system's error when `dataDir` cannot be written to.
 */
export async function openUploads(dataDir: string, announce: Uploads['announce'] = () => {}): Promise<Uploads> {
  const all = join(dataDir, 'uploads');
  const { own, release } = await ownFolder(all);
  const inUse = new Set<string>();
  const ofPerson = new Map<number, number>();

  const sweep = async () => {
    const others = (await readdir(all)).filter((name) => name !== basename(own)).map((name) => join(all, name));
    for (const other of others) if (isLeft(other)) await remove(other);
    for (const name of await readdir(own)) if (name.startsWith(PREFIX) && !inUse.has(join(own, name))) await remove(join(own, name));
  };
  const quietly = () => sweep().catch((error: unknown) => reportError('Files left behind could not be removed', error));
  await quietly();
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = quietly();
  }, SWEEP_EVERY);
  timer.unref();

  return {
    announce,
    async folderFor(userId) {
      const count = ofPerson.get(userId) ?? 0;
      if (count >= UPLOADS_AT_ONCE) throw tooManyAtOnce();
      ofPerson.set(userId, count + 1);
      const leave = () => {
        const left = (ofPerson.get(userId) ?? 1) - 1;
        if (left === 0) ofPerson.delete(userId);
        else ofPerson.set(userId, left);
      };
      // Added before the folder is made, so that a sweep in between does not take it for an abandoned one.
      const folder = join(own, `${PREFIX}${crypto.randomUUID()}`);
      inUse.add(folder);
      const end = () => {
        inUse.delete(folder);
        leave();
      };
      try {
        await mkdir(folder, { mode: 0o700 });
      } catch (error) {
        end();
        throw error;
      }
      let dropped: Promise<void> | null = null;
      return {
        path: join(folder, 'file'),
        drop: () => {
          dropped ??= remove(folder).finally(end);
          return dropped;
        },
      };
    },
    sweep,
    async close() {
      clearInterval(timer);
      await sweeping;
      release();
      await remove(own);
    },
  };
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const tooManyAtOnce = () => HttpError.of(429, tooManyUploads({ count: UPLOADS_AT_ONCE }), { retryAfter: RETRY_AFTER });

const MOST_TRIES = 10;

/** Makes and locks a folder for this process; tries again when another process's sweep removes it before it is locked. */
async function ownFolder(all: string): Promise<{ own: string; release: () => void }> {
  await mkdir(all, { recursive: true, mode: 0o700 });
  await chmod(all, 0o700);
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const own = await mkdtemp(join(all, 'process-'));
    const release = locked(own);
    if (release === null) continue;
    if (await isThere(own)) return { own, release };
    release();
  }
  throw new Error(`Another process clears ${all} all the time`);
}

const isThere = (folder: string): Promise<boolean> =>
  stat(join(folder, 'in-use.lock')).then(
    () => true,
    () => false,
  );

function locked(folder: string): (() => void) | null {
  try {
    return lockFolder(folder);
  } catch {
    return null;
  }
}

/** Whether the process that made the folder is gone. */
function isLeft(folder: string): boolean {
  const release = locked(folder);
  release?.();
  return release !== null;
}

/**
 * Writes the file of a multipart request into a separate folder, and reads the other fields. An interrupted or too large file leaves nothing
 * behind.
 */
export async function receive(request: FastifyRequest, uploads: Uploads, userId: number, gone: AbortSignal): Promise<Received> {
  const part = await request.file().catch((error: unknown) => Promise.reject(whatIsWrong(error)));
  if (part === undefined) return { fields: {}, file: null };
  const folder = await uploads.folderFor(userId).catch((error: unknown) => {
    part.file.resume();
    throw error;
  });
  uploads.announce(Number(request.headers['content-length']));
  try {
    await pipeline(part.file, createWriteStream(folder.path, { mode: 0o600 }), { signal: gone });
    if (part.file.truncated) throw tooLarge();
    const fields = Object.fromEntries(
      Object.entries(part.fields).flatMap(([name, field]) =>
        field !== undefined && !Array.isArray(field) && field.type === 'field' ? [[name, field.value]] : [],
      ),
    );
    return { fields, file: { folder, name: nameOf(part.filename), size: part.file.bytesRead } };
  } catch (error) {
    await folder.drop();
    throw gone.aborted ? cutOff() : whatIsWrong(error);
  }
}

/** An error without a code comes from the form parser, because system errors have one: the body is not a valid form. */
const whatIsWrong = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof HttpError) && !('code' in error) ? cutOff() : error;

export const tooLarge = () => HttpError.of(413, fileTooLarge({ megabytes: UPLOAD_MEGABYTES }));

/** The client does not receive this refusal, because its connection is gone. */
const cutOff = () => refused(badRequest());
