import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import * as v from 'valibot';
import { countRows, End, FIRST_LINE, HEAD, kindOf, LONGEST_FRAME, Manifest, Table, TYPE } from './format.ts';
import { Unusable } from './unusable.ts';

const damaged = (path: string): Unusable => new Unusable(`${path} is damaged: it was cut off or altered. Nothing was changed`);

/** The bytes of a file, decrypted. */
async function opened(path: string, passphrase: string | null): Promise<Readable> {
  const kind = await kindOf(path);
  if (kind === 'foreign') throw new Unusable(`${path} is no backup of Actum`);
  const file = createReadStream(path);
  if (kind === 'plain') return file;
  if (passphrase === null) throw new Unusable(`${path} is encrypted: its passphrase is needed`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as ReadableStream);
  } catch (error) {
    file.destroy();
    const isOther = error instanceof Error && error.message.includes('no identity matched');
    throw isOther ? new Unusable(`${path} was encrypted with another passphrase. Nothing was changed`) : damaged(path);
  }
}

/** Removes the first line from a stream; fails when it is not that of a backup. */
function afterFirstLine(): Transform {
  let held = Buffer.alloc(0);
  let isAfter = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isAfter) return done(null, chunk);
      held = Buffer.concat([held, chunk]);
      if (held.length < FIRST_LINE.length) return done();
      if (!held.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) return done(new Error('another first line'));
      isAfter = true;
      done(null, held.subarray(FIRST_LINE.length));
    },
  });
}

interface Frame {
  readonly type: string;
  readonly head: Buffer;
  readonly payload: Buffer;
}

async function* readFrames(path: string, passphrase: string | null): AsyncGenerator<Frame> {
  const bytes = await opened(path, passphrase);
  const rest = bytes.pipe(afterFirstLine());
  const plain = rest.pipe(createZstdDecompress());
  for (const each of [bytes, rest]) each.on('error', (error) => plain.destroy(error));
  try {
    let held: Buffer[] = [];
    let size = 0;
    let wanted = HEAD;
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      held.push(chunk);
      size += chunk.length;
      if (size < wanted) continue;
      let all = Buffer.concat(held);
      for (;;) {
        wanted = HEAD;
        if (all.length < wanted) break;
        const length = all.readUInt32BE(1);
        if (length > LONGEST_FRAME) throw damaged(path);
        wanted += length;
        if (all.length < wanted) break;
        yield { type: all.toString('latin1', 0, 1), head: all.subarray(0, HEAD), payload: all.subarray(HEAD, wanted) };
        all = all.subarray(wanted);
      }
      held = [all];
      size = all.length;
    }
    if (size > 0) throw damaged(path);
  } catch (error) {
    throw error instanceof Unusable ? error : damaged(path);
  } finally {
    for (const each of [bytes, rest, plain]) each.destroy();
  }
}

function parsed<Schema extends v.GenericSchema>(path: string, { payload }: Frame, schema: Schema): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(payload.toString('utf8')));
  } catch {
    throw damaged(path);
  }
}

export interface Described {
  readonly manifest: Manifest;
  readonly tables: readonly Table[];
  readonly end: End;
}

/** Reads a file from its first byte to its last and compares every checksum; nothing is written anywhere. */
export async function describedBackup(path: string, passphrase: string | null): Promise<Described> {
  const all = createHash('sha256');
  let own = createHash('sha256');
  let rows = 0;
  let manifest: Manifest | null = null;
  let end: End | null = null;
  const tables: Table[] = [];
  const counted: Record<string, { rows: number; sha256: string }> = {};
  const closeTable = () => {
    const table = tables.at(-1);
    if (table !== undefined) counted[table.name] = { rows, sha256: own.digest('hex') };
    own = createHash('sha256');
    rows = 0;
  };
  for await (const frame of readFrames(path, passphrase)) {
    if (end !== null || (manifest === null) !== (frame.type === TYPE.manifest)) throw damaged(path);
    switch (frame.type) {
      case TYPE.manifest:
        manifest = parsed(path, frame, Manifest);
        break;
      case TYPE.table: {
        closeTable();
        const table = parsed(path, frame, Table);
        if (tables.some(({ name }) => name === table.name)) throw damaged(path);
        tables.push(table);
        break;
      }
      case TYPE.rows:
        if (tables.length === 0) throw damaged(path);
        own.update(frame.payload);
        rows += countRows(frame.payload);
        break;
      case TYPE.end:
        closeTable();
        end = parsed(path, frame, End);
        if (end.sha256 !== all.digest('hex')) throw damaged(path);
        continue;
      default:
        throw damaged(path);
    }
    all.update(frame.head).update(frame.payload);
  }
  if (manifest === null || end === null || JSON.stringify(sorted(counted)) !== JSON.stringify(sorted(end.tables))) throw damaged(path);
  return { manifest, tables, end };
}
const sorted = (counted: End['tables']) =>
  Object.entries(counted)
    .map(([name, { rows, sha256 }]) => [name, rows, sha256])
    .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

/** The tables of a file one after another. The rows of a table must be read before the next table is requested. */
export async function* tablesIn(
  path: string,
  passphrase: string | null,
): AsyncGenerator<Table & { readonly rows: AsyncIterable<Uint8Array> }> {
  const source = readFrames(path, passphrase);
  try {
    let next = await source.next();
    while (next.done !== true) {
      const frame = next.value;
      next = await source.next();
      if (frame.type !== TYPE.table) continue;
      const rows = async function* () {
        while (next.done !== true && next.value.type === TYPE.rows) {
          yield next.value.payload;
          next = await source.next();
        }
      };
      yield { ...parsed(path, frame, Table), rows: rows() };
    }
  } finally {
    await source.return(undefined);
  }
}
