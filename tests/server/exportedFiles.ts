/** Files of a version as the browser makes them, without its workers. */
import type { Api } from '../../domain/api/call.ts';
import type { ExchangeFormat } from '../../domain/exchange/estimate.ts';
import { actFile, contractFile, estimateFile, exchangedEstimate, fileOfOneMoment } from '../../src/compose/export/files.ts';
import type { Written } from '../../src/services/workbook/answering.ts';
import { exchangeOf } from '../../src/services/workbook/exchange.ts';
import { type Gathered, gathered, type RowsRead } from '../../src/services/workbook/gathered.ts';
import { sheetsOf, type WorkbookOutline } from '../../src/services/workbook/sheets.ts';
import { writeWorkbook } from '../../src/services/workbook/write.ts';

const { signal } = new AbortController();
const reportProgress = () => undefined;

/** Sends a file through the worker that makes it; returns its name and the content written from the last reading. */
async function wayOf<Outline, Written>(
  read: Parameters<typeof fileOfOneMoment<Outline>>[2],
  write: (outline: Outline, rows: Gathered) => Written,
): Promise<{ readonly name: string; readonly written: Written }> {
  const all: Written[] = [];
  const begin = () => {
    const rows = gathered();
    const made = async (outline: Outline) => {
      all.push(write(outline, rows));
      return new Blob();
    };
    return { take: rows.take, made, end: () => undefined };
  };
  const { named } = await fileOfOneMoment(begin, { signal, reportProgress }, read);
  const [written] = all;
  if (written === undefined || all.length > 1) throw new Error(`The file was written ${all.length} times`);
  return { name: named.name, written };
}

const sheetsOfWay = async (way: Promise<{ readonly name: string; readonly written: ReturnType<typeof sheetsOf> }>) => {
  const { name, written } = await way;
  return { name, sheets: written };
};
export const workbookOf = (api: Api, versionId: number) =>
  sheetsOfWay(wayOf<WorkbookOutline, ReturnType<typeof sheetsOf>>((reading) => estimateFile(api, versionId, reading), sheetsOf));
export const actWorkbookOf = (api: Api, actId: number, about: Parameters<typeof actFile>[2]) =>
  sheetsOfWay(wayOf<WorkbookOutline, ReturnType<typeof sheetsOf>>((reading) => actFile(api, actId, about, reading), sheetsOf));
export const contractWorkbookOf = (api: Api, versionId: number) =>
  sheetsOfWay(wayOf<WorkbookOutline, ReturnType<typeof sheetsOf>>((reading) => contractFile(api, versionId, reading), sheetsOf));

export async function exchangedOf(api: Api, versionId: number, format: ExchangeFormat) {
  const { name, written } = await wayOf((reading) => exchangedEstimate(api, versionId, format, reading), exchangeOf);
  return { name, bytes: written };
}

/** Stands in for the browser's `Worker` that makes workbooks: it makes them on the same thread. */
export class SameThreadWorker {
  onmessage: ((event: { readonly data: Written }) => void) | null = null;
  readonly #rows = gathered();
  postMessage(data: RowsRead | { readonly outline: WorkbookOutline }): void {
    if ('outline' in data) void writeWorkbook(sheetsOf(data.outline, this.#rows)).then((blob) => this.onmessage?.({ data: { blob } }));
    else this.#rows.take(data);
  }
  terminate(): void {}
}
