/** An estimate as files for other programs hold it: FIEBDC-3 and GAEB DA XML. */
import type { ListCosts, Row, Summary } from '../api/shapes.ts';

export const EXCHANGE_FORMATS = ['bc3', 'bc3Unpriced', 'x82', 'x83', 'x84'] as const;
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

/** A format a file is exported in. Acts are workbooks. */
export type FileFormat = 'xlsx' | ExchangeFormat;

export const ENDING_OF: Readonly<Record<FileFormat, `.${string}`>> = {
  xlsx: '.xlsx',
  bc3: '.bc3',
  bc3Unpriced: '.bc3',
  x82: '.x82',
  x83: '.x83',
  x84: '.x84',
};

export interface ExchangedEstimate {
  /** The project and its version, as a heading. */
  readonly heading: string;
  readonly projectName: string;
  readonly currency: string;
  /** The calendar date of the file, 2026-11-30. */
  readonly date: string;
  readonly summary: Summary;
  readonly lists: readonly { readonly costs: ListCosts; readonly rows: readonly Row[] }[];
  /** The title above additional costs that the format has no percents for. */
  readonly additionalCosts: string;
}

/** One line of text, without the characters XML and plain-text formats cannot hold. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff\s]+/gu, ' ').trim();

/** A percent of the whole, where a line is given as one; null for a line by components. */
export const uniformPercent = ({ percent_total }: Summary['additional'][number]): string | null => percent_total;
