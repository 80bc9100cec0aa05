import { type Gathered, gathered, type RowsRead } from './gathered.ts';

export type Written = { readonly blob: Blob } | { readonly failure: string };

/** Keeps the rows that come to this worker, and answers with the file once the rest has come. */
export function answering<Outline>(make: (outline: Outline, rows: Gathered) => Blob | Promise<Blob>): void {
  const rows = gathered();
  addEventListener('message', async ({ data }: MessageEvent<RowsRead | { readonly outline: Outline }>) => {
    if (!('outline' in data)) return rows.take(data);
    try {
      postMessage({ blob: await make(data.outline, rows) } satisfies Written);
    } catch (error) {
      postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Written);
    }
  });
}
