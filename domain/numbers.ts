import { absolute, cents, exact, fixed, parse, rescale, SCALE, shortest } from './decimal.ts';
import { withThousands } from './thousands.ts';

/** On screen and in print a minus is as wide as a plus. */
const MINUS = '\u2212';

export const withMinus = (text: string): string => text.replace('-', MINUS);
export const withHyphen = (text: string): string => text.replaceAll(MINUS, '-');

/** Money as shown: grouped, two decimals. */
export const money = (amount: string): string => withThousands(amount);

/** A quantity as shown: grouped, only the decimals it has. */
export const quantity = (text: string): string => withThousands(shortest(exact(text, SCALE.quantity), SCALE.quantity));

/** A unit price as shown: at least two and at most four decimals (docs/domain.md, Numbers). */
export function unitPrice(text: string): string {
  const rounded = shortest(rescale(exact(text, SCALE.unitPrice), SCALE.unitPrice, 4), 4);
  const [whole = '0', fraction = ''] = rounded.split('.');
  return withThousands(`${whole}.${fraction.padEnd(2, '0')}`);
}

/** A tax amount on screen: 1 234.50 is "1.2 K", from 1 000.0 K on "1.0 M"; smaller amounts are whole (docs/product.md, 7.6). */
export function abbreviated(amount: string): string {
  const sum = cents(amount);
  if (absolute(sum) < 1_000_00n) return money(amount);
  const tenthsOfThousands = rescale(sum, 4, 0);
  if (absolute(tenthsOfThousands) < 1_000_0n) return `${withThousands(fixed(tenthsOfThousands, 1))} K`;
  return `${withThousands(fixed(rescale(sum, 7, 0), 1))} M`;
}

const PARTED = /\d\s+\d/;
const GROUPED = /^\D*\d{1,3}(?:[^\S\r\n\t]\d{3})+(?:[.,]\d*)?\D*$/;
/** Whether any blanks between the digits separate thousands: "1 240,50" but not "12 5", nor two lines. */
export const areGroups = (text: string): boolean => !PARTED.test(text) || GROUPED.test(text.trim());

/** A typed number as it is sent: without grouping spaces, with a dot for a comma and a hyphen for a printed minus. Other blanks stay, so the text is no number. */
export const typedNumber = (text: string): string =>
  withHyphen((areGroups(text) ? text.replace(/\s/g, '') : text.trim()).replace(',', '.'));

/** Whether the text is a number at the scale. */
export const isNumber = (text: string, scale: number): boolean => parse(typedNumber(text), scale) !== null;
