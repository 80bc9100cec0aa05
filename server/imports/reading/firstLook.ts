import { open } from 'node:fs/promises';
import type { RefusedFile } from './refusals.ts';
import { refusedFile } from './refusals.ts';
import { sniff } from './sniff.ts';

const ENOUGH = 64 * 1024;

/** The refusal that the first bytes of an uploaded file already justify; null when it may be a workbook or when the rest must be read. */
export async function refusalOf(path: string): Promise<RefusedFile | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ENOUGH), 0, ENOUGH, 0);
    const sniffed = sniff(buffer.subarray(0, bytesRead));
    if (sniffed.kind === 'refused' && sniffed.code === 'NOT_A_SPREADSHEET' && bytesRead === ENOUGH) return null;
    return sniffed.kind === 'refused' ? refusedFile(sniffed.code, sniffed.what) : null;
  } finally {
    await file.close();
  }
}
