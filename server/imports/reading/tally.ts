/** Counts over a whole file, the same for all formats. */
import * as say from '../../../domain/sentences/findings.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { LIMITS } from './limits.ts';
import { Unreadable } from './refusals.ts';

/** Rows and cells with values so far; throws `Unreadable` past the limits. */
export class Tally {
  #rows = 0;
  #cells = 0;

  row(): void {
    this.#rows += 1;
    if (this.#rows > LIMITS.rows) throw new Unreadable('TOO_MANY_ROWS');
  }

  cell(): void {
    this.#cells += 1;
    if (this.#cells > LIMITS.cellsWithValues) throw new Unreadable('TOO_MANY_CELLS');
  }
}

/** The notices about a sheet with texts that were cut, or with more columns than are read. */
export function noticesOfCuts({ texts = false, columns = false }: { readonly texts?: boolean; readonly columns?: boolean }): Sentence[] {
  return [...(texts ? [say.textCut()] : []), ...(columns ? [say.columnsLeftOut({ most: LIMITS.columns })] : [])];
}

/** Passes chunks on and reports which share of all bytes was passed on. */
export function progressOver(total: number, onProgress: (share: number) => void) {
  let read = 0;
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length;
      onProgress(total === 0 ? 1 : Math.min(1, read / total));
      yield chunk;
    }
  };
}
