import type { Written } from './answering.ts';
import type { ExchangeOutline } from './exchange.ts';
import type { RowsRead } from './gathered.ts';
import type { WorkbookOutline } from './sheets.ts';

/** A worker that makes a file of rows as they are read, so that the page stays responsive. */
export interface FileWorker<Outline> {
  readonly take: (read: RowsRead) => void;
  /** The file, after all rows. */
  readonly made: (outline: Outline) => Promise<Blob>;
  /** Ends the worker, whether or not the file is finished. */
  readonly end: () => void;
}

function fileWorker<Outline>(worker: Worker): FileWorker<Outline> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const fail = (why: string) => reject(new Error(`The file could not be written: ${why}`));
  // The worker may fail while rows are still read.
  promise.catch(() => undefined);
  worker.onmessage = ({ data }: MessageEvent<Written>) => ('blob' in data ? resolve(data.blob) : fail(data.failure));
  worker.onerror = ({ message }) => fail(message);
  return {
    take: (read) => worker.postMessage(read),
    made(outline) {
      worker.postMessage({ outline });
      return promise;
    },
    end: () => worker.terminate(),
  };
}

export const workbookWorker = () => fileWorker<WorkbookOutline>(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));
/** The same for a file of another program. */
export const exchangeWorker = () =>
  fileWorker<ExchangeOutline>(new Worker(new URL('./exchangeWorker.ts', import.meta.url), { type: 'module' }));
