import { addUp, areKeepable, COMPONENTS, type Component, plus, type Sums, sums, ZERO } from './amounts.ts';
import { absolute, divideDown, percentOf } from './decimal.ts';

/** A percent line in one of its two forms (docs/domain.md, Summary of an estimate). Percents at scale 4. */
export type Percents =
  | { readonly form: 'uniform'; readonly total: bigint }
  | ({ readonly form: 'by component' } & Readonly<Record<Component, bigint>>);

/** Percents as stored and sent: text, or null for an empty cell. */
export interface PercentFields {
  readonly percent_total: string | null;
  readonly percent_labour: string | null;
  readonly percent_materials: string | null;
  readonly percent_tools: string | null;
}

interface SummarySums {
  readonly subtotal: Sums;
  readonly additional: readonly Sums[];
  readonly total: Sums;
  readonly taxes: readonly Sums[];
  readonly totalWithTaxes: Sums;
}

/** The amounts a percent line adds to a base. */
export function lineSums(base: Sums, percents: Percents): Sums {
  if (percents.form === 'by component') {
    return sums(
      percentOf(base.labour, percents.labour),
      percentOf(base.materials, percents.materials),
      percentOf(base.tools, percents.tools),
    );
  }
  return base.total === 0n ? ZERO : split(percentOf(base.total, percents.total), base);
}

/**
 * Splits an amount over the components in proportion to a base whose total is not 0, by largest remainder: each part is rounded down towards −∞, then the
 * missing cents go one each to the largest remainders, ties in component order.
 */
function split(amount: bigint, base: Sums): Sums {
  const wholeOf = (component: Component) => divideDown(amount * base[component], base.total);
  // The remainder over base.total. All remainders have its sign, so only their sizes are compared.
  const remainderOf = (component: Component) => absolute(amount * base[component] - wholeOf(component) * base.total);
  const missing = amount - COMPONENTS.reduce((sum, component) => sum + wholeOf(component), 0n);
  const raised = COMPONENTS.toSorted((one, other) => Number(remainderOf(other) - remainderOf(one))).slice(0, Number(missing));
  const part = (component: Component) => wholeOf(component) + (raised.includes(component) ? 1n : 0n);
  return sums(part('labour'), part('materials'), part('tools'));
}

/** Whether every figure of a summary is within the bounds. */
export const isKeepable = ({ subtotal, additional, total, taxes, totalWithTaxes }: SummarySums): boolean =>
  [subtotal, ...additional, total, ...taxes, totalWithTaxes].every(areKeepable);

/** S(q) of docs/domain.md: costs per list, then additional costs side by side on the subtotal, then taxes side by side on the total. */
export function summarise(costs: readonly Sums[], additional: readonly Percents[], taxes: readonly Percents[]): SummarySums {
  const subtotal = addUp(costs);
  const additionalSums = additional.map((line) => lineSums(subtotal, line));
  const total = plus(subtotal, addUp(additionalSums));
  const taxSums = taxes.map((line) => lineSums(total, line));
  return { subtotal, additional: additionalSums, total, taxes: taxSums, totalWithTaxes: plus(total, addUp(taxSums)) };
}
