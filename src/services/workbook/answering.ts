import { type Gathered, gathered, type RowsRead } from './gathered.ts';

export type Written = { readonly blob: Blob } | { readonly failure: string };

/** Collects the rows sent to this worker, and answers with the file once the rest has arrived. */
export function answering<Outline>(make: (outline: Outline, rows: Gathered) => Blob | Promise<Blob>): void {
  const rows = gathered();
  const answer = async (outline: Outline): Promise<Written> => {
    try {
      return { blob: await make(outline, rows) };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  addEventListener('message', ({ data }: MessageEvent<RowsRead | { readonly outline: Outline }>) => {
    if ('outline' in data) void answer(data.outline).then((written) => postMessage(written));
    else rows.take(data);
  });
}
