/** Findings that a person is asked about before an act is submitted or accepted (docs/product.md, 9.12). */
import type { ActCheck } from './api/actShapes.ts';
import { cents, fromCents, greatest } from './decimal.ts';

export type ClaimFinding =
  | { readonly kind: 'nothing' }
  /** For somebody who sees no prices. */
  | { readonly kind: 'left out'; readonly rows: number }
  | {
      readonly kind: 'over';
      readonly claim: string;
      readonly contract: string;
      /** The claim to date less the contract. */
      readonly excess: string;
      readonly deductionsLeft: ActCheck['deductions_left'];
    };

/** Reasons to reconsider the claim. */
export function findingsOf({ claimed_rows, balance, contract, deductions_left, deductions_left_out }: ActCheck): readonly ClaimFinding[] {
  const isPriced = (balance as string | null) !== null;
  const excess = !isPriced ? 0n : cents(balance) - cents(contract);
  return [
    ...(claimed_rows === 0 ? [{ kind: 'nothing' } as const] : []),
    ...(!isPriced && deductions_left_out ? [{ kind: 'left out', rows: deductions_left.rows } as const] : []),
    ...(excess > 0n
      ? [{ kind: 'over', claim: balance, contract, excess: fromCents(excess), deductionsLeft: deductions_left } as const]
      : []),
  ];
}

/** The certified sum to date less the contract, with taxes; 0 while it is not above. All sums in cents. */
export const certifiedBeyond = (contract: bigint, before: bigint, certified: bigint): bigint => greatest(0n, before + certified - contract);
