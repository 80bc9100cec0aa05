import type { ListCosts, Row } from '../../../domain/api/shapes.ts';
import type { ExchangedEstimate, ExchangeFormat } from '../../../domain/exchange/estimate.ts';
import { exchangeFile } from '../../../domain/exchange/write.ts';
import type { Gathered } from './gathered.ts';

/** An estimate for another program, without the rows of its lists. */
export interface ExchangeOutline {
  readonly estimate: Omit<ExchangedEstimate, 'lists'> & { readonly lists: readonly ListCosts[] };
  readonly format: ExchangeFormat;
}

export const exchangeOf = ({ estimate, format }: ExchangeOutline, rows: Gathered) =>
  exchangeFile({ ...estimate, lists: estimate.lists.map((costs) => ({ costs, rows: rows.of<Row>(costs.id) })) }, format);
