import type { Progress } from '../../domain/act.ts';
import { type Amounts, isNonZero, toAmounts } from '../../domain/amounts.ts';

/** The amounts that extras add to a cell, where they add any. */
export const extrasShape = ({ extras }: Pick<Progress, 'extras'>): { extras?: Amounts } =>
  isNonZero(extras) ? { extras: toAmounts(extras) } : {};
