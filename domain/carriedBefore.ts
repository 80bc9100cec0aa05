import type { Carried } from './api/contractShapes.ts';

/**
 * Where what was completed before an act comes from: null in a contract's first version. `before` is S(X) of the acts before, with taxes; `whole` says that
 * all of it was carried, because nothing was done in the act's own version before.
 */
export function beforeFrom(carried: readonly Carried[], before: string): { readonly number: number; readonly whole: boolean } | null {
  const last = carried.at(-1);
  return last === undefined ? null : { number: last.from.number, whole: before === last.carried.gross.total };
}
