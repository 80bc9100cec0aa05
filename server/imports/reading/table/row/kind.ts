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
  | 'total'
  | 'nothing';

export interface Classified {
  readonly values: RowValues;
  readonly kind: Kind;
  /** Found by the format itself, before prices are computed. */
  readonly remarks?: readonly Remark[];
}
