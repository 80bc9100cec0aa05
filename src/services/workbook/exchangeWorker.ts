import { answering } from './answering.ts';
import { type ExchangeOutline, exchangeOf } from './exchange.ts';

answering<ExchangeOutline>((outline, rows) => new Blob([exchangeOf(outline, rows)]));
