import type { Progress } from '../../domain/act.ts';
import type { Amounts } from '../../domain/amounts.ts';
import { type Sums, toAmounts } from '../../domain/amounts.ts';

const isNothing = ({ labour, materials, tools }: Sums) => labour === 0n && materials === 0n && tools === 0n;
/** What extras add to a cell, where they add something. */
export const extrasShape = ({ extras }: Pick<Progress, 'extras'>): { extras?: Amounts } =>
  isNothing(extras) ? {} : { extras: toAmounts(extras) };
