/** Files of a version as the browser makes them, without its workers. */
import type { Api } from '../../domain/contract/call.ts';
import type { ExchangeFormat } from '../../domain/exchange/estimate.ts';
import { estimateFile, exchangedEstimate } from '../../src/compose/export/files.ts';
import { exchangeOf } from '../../src/services/workbook/exchange.ts';
import { gathered } from '../../src/services/workbook/gathered.ts';
import { sheetsOf } from '../../src/services/workbook/sheets.ts';

const { signal } = new AbortController();
const reportProgress = () => undefined;

export async function workbookOf(api: Api, versionId: number) {
  const rows = gathered();
  const { name, outline } = await estimateFile(api, versionId, { signal, reportProgress, take: rows.take });
  return { name, sheets: sheetsOf(outline, rows) };
}

export async function exchangedOf(api: Api, versionId: number, format: ExchangeFormat) {
  const rows = gathered();
  const { name, outline } = await exchangedEstimate(api, versionId, format, { signal, reportProgress, take: rows.take });
  return { name, bytes: exchangeOf(outline, rows) };
}
