import type { Sheet } from '../../../domain/workbook/sheet.ts';
import type { Exchange } from './exchangeWorker.ts';
import type { Written } from './worker.ts';

/** Asks a worker for a file. It is ended when the file is there or no longer wanted. */
const asked = (worker: Worker, question: unknown, signal: AbortSignal): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const over = (end: () => void) => {
      worker.terminate();
      end();
    };
    signal.addEventListener('abort', () => over(() => reject(signal.reason)));
    worker.onmessage = ({ data }: MessageEvent<Written>) =>
      over(() => ('blob' in data ? resolve(data.blob) : reject(new Error(`The file could not be written: ${data.failure}`))));
    worker.onerror = ({ message }) => over(() => reject(new Error(`The file could not be written: ${message}`)));
    worker.postMessage(question);
  });

/** Writes a workbook in a worker, so that the page stays responsive. */
export const writeBeside = (sheets: readonly Sheet[], signal: AbortSignal): Promise<Blob> =>
  asked(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), sheets, signal);

/** The same of a file for another program. */
export const exchangeBeside = (exchange: Exchange, signal: AbortSignal): Promise<Blob> =>
  asked(new Worker(new URL('./exchangeWorker.ts', import.meta.url), { type: 'module' }), exchange, signal);

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
