import type { Remark } from '../../remarks.ts';
import type { RowValues } from './values.ts';

export type Kind =
  | 'item'
  /** An item of which only the rate is asked: its quantity is 0. */
  | 'rateOnly'
  /** An item the file itself does not count, such as an alternative: its quantity is 0. */
  | 'notCounted'
  /** An item with an amount and no quantity. */
  | 'amountOnly'
  | 'section'
  /** Words that belong to the item above. */
  | 'continuation'
  /** Explains the price of the position above it: its resources. */
  | 'resource'
  /** Says how much of the amount above it is labour, materials or a tax. */
  | 'ofWhich'
  /** A line that measures the item above it. */
  | 'measured'
  | 'total'
  | 'nothing';

export interface Classified {
  readonly values: RowValues;
  readonly kind: Kind;
  /** The row it belongs to, as the spreadsheet numbers it: of a resource, a part or a measurement. */
  readonly of?: number;
  /** For a heading that states an amount: by how much it misses the sum of its rows. */
  readonly differsBy?: number;
  /** Found by the format itself, before prices are computed. */
  readonly remarks?: readonly Remark[];
}
