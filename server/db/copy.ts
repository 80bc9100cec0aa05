/** Inserts many rows by COPY: PostgreSQL parses and plans nothing per row, and the bytes are sent unchanged. */
import { CompiledQuery } from 'kysely';
import type { Tx } from './open.ts';

const BEGIN = 'copy ';
const END = ' from stdin';

/** Puts rows into a table: `into` names it and its columns; `rows` is in COPY's text format, or in the one that `format` names. */
export async function copyRows(tx: Tx, into: string, rows: Uint8Array, format = ''): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`${BEGIN}${into}${END}${format}`, [rows]));
}

/** The bytes that a statement takes in, and the same statement reading from elsewhere; null for every other statement. */
export function copyOf(text: unknown, values: unknown): { readonly rows: Uint8Array; readonly from: (place: string) => string } | null {
  const [rows] = Array.isArray(values) ? (values as unknown[]) : [];
  if (typeof text !== 'string' || !text.startsWith(BEGIN) || !(rows instanceof Uint8Array)) return null;
  return { rows, from: (place) => text.replace(END, ` from ${place}`) };
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END_OF_ROWS = Buffer.from([0xff, 0xff]);

/** One row in COPY's binary format, which takes bytes as they are. */
export function binaryRow(values: readonly Uint8Array[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(values.length);
  return Buffer.concat([SIGNATURE, count, ...values.flatMap((value) => [int(value.byteLength), value]), END_OF_ROWS]);
}

export function bigint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

export function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
