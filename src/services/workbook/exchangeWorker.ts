import type { ExchangedEstimate, ExchangeFormat } from '../../../domain/exchange/estimate.ts';
import { exchangeFile } from '../../../domain/exchange/write.ts';
import type { Written } from './worker.ts';

export interface Exchange {
  readonly estimate: ExchangedEstimate;
  readonly format: ExchangeFormat;
}

addEventListener('message', ({ data: { estimate, format } }: MessageEvent<Exchange>) => {
  try {
    postMessage({ blob: new Blob([exchangeFile(estimate, format)]) } satisfies Written);
  } catch (error) {
    postMessage({ failure: String(error) } satisfies Written);
  }
});
