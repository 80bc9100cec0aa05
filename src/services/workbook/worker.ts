import type { Sheet } from '../../../domain/workbook/sheet.ts';
import { writeWorkbook } from './write.ts';

export type Written = { readonly blob: Blob } | { readonly failure: string };

addEventListener('message', ({ data }: MessageEvent<readonly Sheet[]>) => {
  writeWorkbook(data).then(
    (blob) => postMessage({ blob } satisfies Written),
    (error: unknown) => postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Written),
  );
});
