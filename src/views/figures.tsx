import { DONE_PERCENT_SCALE, donePercent as domainPercent } from '../../domain/act.ts';
import type { Amounts } from '../../domain/amounts.ts';
import { divideRounded, exact, fixed, SCALE, shortest } from '../../domain/decimal.ts';
import { abbreviated, money, quantity, unitPrice, withMinus } from '../../domain/numbers.ts';
import { withThousands } from '../../domain/thousands.ts';
import { spokenNumber } from '../messages/formats.ts';
import { m } from '../messages/messages.ts';

/** A number in the notation of the person's language. */
const onScreen = (text: string): string => withMinus(spokenNumber(text));

/** Empty for a price that the person does not see. */
const unlessHidden = (shown: (text: string) => string) => (text: string | null) => (text === null ? '' : onScreen(shown(text)));

export const shownMoney = unlessHidden(money);
export const shownQuantity = (text: string): string => onScreen(quantity(text));
export const shownUnitPrice = unlessHidden(unitPrice);
/** A number with the decimals it has. */
export const shownNumber = (text: string): string => onScreen(withThousands(text));
export const shownPercent = (text: string): string => onScreen(withThousands(shortest(exact(text, SCALE.percent), SCALE.percent)));

export const isZero = (text: string | null): boolean => /^-?[0.]*$/.test(text ?? '');
/** A difference, with a plus before a positive one. */
export const signedMoney = (text: string): string => (text.startsWith('-') || isZero(text) ? shownMoney(text) : `+${shownMoney(text)}`);
/** The class that shows zeros in the palest tone of text. */
export const zeroTone = (text: string): string | undefined => (isZero(text) ? 'zero' : undefined);

export const Percent = ({ value }: { readonly value: string }) => (
  <>
    {value} <span className="sign">%</span>
  </>
);

/** An amount in percent of its base, with two decimals; 0 when the base is 0. */
export function effectivePercent(amount: string, base: string): string {
  const [part, whole] = [exact(amount, SCALE.money), exact(base, SCALE.money)];
  return whole === 0n ? '0' : onScreen(shortest(divideRounded(part * 10_000n, whole), 2));
}

/** The done percent of a cost, always with two decimals. */
export function donePercent(amount: string, base: string): string {
  return onScreen(fixed(domainPercent(exact(amount, SCALE.money), exact(base, SCALE.money)), DONE_PERCENT_SCALE));
}

/** A cell of an act's contract: its estimated cost with its extras. */
export const contractOf = ({
  estimated_cost: { total },
  extras,
}: {
  readonly estimated_cost: Pick<Amounts, 'total'>;
  readonly extras?: Pick<Amounts, 'total'> | undefined;
}): string => (extras === undefined ? total : fixed(exact(total, SCALE.money) + exact(extras.total, SCALE.money), SCALE.money));

/** The fraction of a whole, 0 to 1. */
export function fractionOf(part: string, whole: string): number {
  const [a, b] = [exact(part, SCALE.money), exact(whole, SCALE.money)];
  return b === 0n ? 0 : Number((a * 10_000n) / b) / 10_000;
}

/** A tax amount: abbreviated on screen, exact in the tooltip, on paper and for a screen reader. */
export function TaxAmount({ amount }: { readonly amount: string }) {
  const short = onScreen(abbreviated(amount));
  const full = shownMoney(amount);
  if (short === full) return full;
  return (
    <span title={full}>
      <span className="off-paper" aria-hidden="true">
        {short}
      </span>
      <span className="sr-only on-paper">{full}</span>
    </span>
  );
}

export const AMOUNTS = ['total', 'labour', 'materials', 'tools'] as const satisfies readonly (keyof Amounts)[];
const AMOUNT_NAMES = { total: m.amount_total, labour: m.amount_labour, materials: m.amount_materials, tools: m.amount_tools } as const;
export const amountName = (amount: keyof Amounts): string => AMOUNT_NAMES[amount]();

const LONGEST_QUOTE = 80;
/** The beginning of a text, long enough to recognise it, as questions quote it. */
export function quoted(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > LONGEST_QUOTE ? `${letters.slice(0, LONGEST_QUOTE).join('').trimEnd()}…` : letters.join('');
}

/** "Untitled" for a list without a title (docs/product.md, 7.1). */
export const listTitle = (title: string): string => (title === '' ? m.list_untitled() : title);
