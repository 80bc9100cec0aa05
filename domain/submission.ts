/** What is asked about before an act is submitted or accepted (docs/product.md, 9.12). */
import type { ActCheck } from './contract/actShapes.ts';
import { exact, fixed, SCALE } from './decimal.ts';

export type ClaimFinding =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'over';
      readonly claim: string;
      readonly contract: string;
      /** The claim to date less the contract. */
      readonly excess: string;
      readonly deductionsLeft: ActCheck['deductions_left'];
    };

/** Why a person should think again; empty when nothing speaks against the claim. */
export function findingsOf({ claimed_rows, balance, contract, deductions_left }: ActCheck): readonly ClaimFinding[] {
  // Somebody who sees no prices is not asked about them.
  const excess = (balance as string | null) === null ? 0n : exact(balance, SCALE.money) - exact(contract, SCALE.money);
  return [
    ...(claimed_rows === 0 ? [{ kind: 'nothing' } as const] : []),
    ...(excess > 0n
      ? [{ kind: 'over', claim: balance, contract, excess: fixed(excess, SCALE.money), deductionsLeft: deductions_left } as const]
      : []),
  ];
}
