import type { ExchangedEstimate, ExchangeFormat } from './estimate.ts';
import { fiebdcFile } from './fiebdc.ts';
import { gaebFile } from './gaeb.ts';

const WRITERS: Readonly<Record<ExchangeFormat, (estimate: ExchangedEstimate) => Uint8Array<ArrayBuffer>>> = {
  bc3: (estimate) => fiebdcFile(estimate, 'priced'),
  bc3Unpriced: (estimate) => fiebdcFile(estimate, 'unpriced'),
  x82: (estimate) => gaebFile(estimate, '82'),
  x83: (estimate) => gaebFile(estimate, '83'),
  x84: (estimate) => gaebFile(estimate, '84'),
};

/** An estimate as a file of another program. */
export const exchangeFile = (estimate: ExchangedEstimate, format: ExchangeFormat): Uint8Array<ArrayBuffer> => WRITERS[format](estimate);
