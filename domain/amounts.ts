import { BOUND, cents, fromCents, reaches, rescale, SCALE } from './decimal.ts';

/** The parts of every cost, in the order they are shown. Ties of rounding go to the earlier one. */
export const COMPONENTS = ['labour', 'materials', 'tools'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Cents, by component. `total` is always their exact sum. */
export interface Sums {
  readonly labour: bigint;
  readonly materials: bigint;
  readonly tools: bigint;
  readonly total: bigint;
}

/** The same on the wire: decimal text with two digits, "1234.50". */
export interface Amounts {
  readonly labour: string;
  readonly materials: string;
  readonly tools: string;
  readonly total: string;
}

export const sums = (labour: bigint, materials: bigint, tools: bigint): Sums => ({
  labour,
  materials,
  tools,
  total: labour + materials + tools,
});

export const ZERO: Sums = sums(0n, 0n, 0n);

export const plus = (a: Sums, b: Sums): Sums => sums(a.labour + b.labour, a.materials + b.materials, a.tools + b.tools);
export const minus = (a: Sums, b: Sums): Sums => sums(a.labour - b.labour, a.materials - b.materials, a.tools - b.tools);
/** Whether any component is other than 0; a total of 0 does not tell, because components may cancel out. */
export const isNonZero = ({ labour, materials, tools }: Sums): boolean => labour !== 0n || materials !== 0n || tools !== 0n;
export const addUp = (parts: readonly Sums[]): Sums => parts.reduce(plus, ZERO);

export const toAmounts = (value: Sums): Amounts => ({
  labour: fromCents(value.labour),
  materials: fromCents(value.materials),
  tools: fromCents(value.tools),
  total: fromCents(value.total),
});

export const fromAmounts = (value: Pick<Amounts, Component>): Sums => sums(cents(value.labour), cents(value.materials), cents(value.tools));

/** Whether amounts can be stored: every one of them is smaller than 10^28 (docs/domain.md, Numbers). */
export const areKeepable = ({ labour, materials, tools, total }: Sums): boolean =>
  [labour, materials, tools, total].every((sum) => !reaches(sum, SCALE.money, BOUND.sum));

/** Unit prices of a row, each at scale 6. */
export interface UnitPrices {
  readonly labour: bigint;
  readonly materials: bigint;
  readonly tools: bigint;
}

/** `R2(quantity · price)` in cents; both at scale 6. */
function cost(quantity: bigint, price: bigint): bigint {
  const product = Number(quantity) * Number(price);
  // A product that doubles hold is exact, and so are its remainder and what is left: most costs need no wider arithmetic.
  if (!Number.isSafeInteger(product)) return rescale(quantity * price, SCALE.quantity + SCALE.unitPrice, SCALE.money);
  const magnitude = Math.abs(product);
  const rest = magnitude % UNITS_OF_A_CENT;
  const cents = (magnitude - rest) / UNITS_OF_A_CENT + (rest * 2 >= UNITS_OF_A_CENT ? 1 : 0);
  return BigInt(product < 0 ? -cents : cents);
}
const UNITS_OF_A_CENT = 10 ** (SCALE.quantity + SCALE.unitPrice - SCALE.money);

/** The cost of a quantity (scale 6) at a row's unit prices: each component rounded to cents, the total their sum. */
export const rowSums = (quantity: bigint, prices: UnitPrices): Sums =>
  sums(cost(quantity, prices.labour), cost(quantity, prices.materials), cost(quantity, prices.tools));
