import type { Progress } from '../../domain/act.ts';
import { type Amounts, isSomething, toAmounts } from '../../domain/amounts.ts';

/** The amounts that extras add to a cell, where they add any. */
export const extrasShape = ({ extras }: Pick<Progress, 'extras'>): { extras?: Amounts } =>
  isSomething(extras) ? { extras: toAmounts(extras) } : {};
