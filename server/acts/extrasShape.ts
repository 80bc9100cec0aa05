import type { Progress } from '../../domain/act.ts';
import { type Amounts, isSomething, toAmounts } from '../../domain/amounts.ts';

/** What extras add to a cell, where they add something. */
export const extrasShape = ({ extras }: Pick<Progress, 'extras'>): { extras?: Amounts } =>
  isSomething(extras) ? { extras: toAmounts(extras) } : {};
