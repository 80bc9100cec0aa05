import type { Extra } from '../../../domain/api/contractShapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import type { Tone } from '../../ui/Chip.tsx';
import { shownQuantity } from '../figures.tsx';

/** "+12.5 m²", "−3 m²". */
export const signedQuantity = ({ quantity, unit }: Pick<Extra, 'quantity' | 'unit'>): string =>
  `${quantity.startsWith('-') ? '' : '+'}${shownQuantity(quantity)} ${unit}`.trim();

export const STATUS_NAMES: Readonly<Record<Extra['status'], () => string>> = {
  asked: m.extra_asked,
  approved: m.extra_approved,
  refused: m.extra_refused,
  withdrawn: m.extra_withdrawn,
};
export const STATUS_TONES: Readonly<Record<Extra['status'], Tone>> = {
  asked: 'waits',
  approved: 'done',
  refused: 'wrong',
  withdrawn: 'plain',
};

export const plusMoney = (one: string, other: string): string => fixed(exact(one, SCALE.money) + exact(other, SCALE.money), SCALE.money);
