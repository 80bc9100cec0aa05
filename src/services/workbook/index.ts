import type { Sheet } from '../../../domain/workbook/sheet.ts';
import type { Written } from './worker.ts';

type WriteSheets = (sheets: readonly Sheet[], signal: AbortSignal) => Promise<Blob>;

/** Writes a workbook in a worker, so that the page stays responsive. */
export const writeBeside: WriteSheets = (sheets, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const over = (end: () => void) => {
      worker.terminate();
      end();
    };
    signal.addEventListener('abort', () => over(() => reject(signal.reason)));
    worker.onmessage = ({ data }: MessageEvent<Written>) =>
      over(() => ('blob' in data ? resolve(data.blob) : reject(new Error(`The workbook could not be written: ${data.failure}`))));
    worker.onerror = ({ message }) => over(() => reject(new Error(`The workbook could not be written: ${message}`)));
    worker.postMessage(sheets);
  });

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
