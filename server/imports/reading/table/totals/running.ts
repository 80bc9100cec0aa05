import type { Sums } from '../../../../../domain/amounts.ts';
import type { PercentLine } from '../../reading.ts';
import { isAbout } from './percent.ts';
import type { Counted } from './statedTotals.ts';

/** The sums a percent may be of, as the file's lines go by. */
export class Running {
  readonly subtotal: Sums;
  /** Additional costs so far, in cents: as the file states them and as we compute them. */
  #filed = 0n;
  #ours = 0n;
  #taxes = { filed: 0n, ours: 0n };

  constructor(subtotal: Sums) {
    this.subtotal = subtotal;
  }

  get total(): bigint {
    return this.subtotal.total + this.#ours;
  }
  get filedTotal(): bigint {
    return this.subtotal.total + this.#filed;
  }

  add(kind: PercentLine['kind'], filed: bigint, ours: bigint): void {
    if (kind === 'tax') this.#taxes = { filed: this.#taxes.filed + filed, ours: this.#taxes.ours + ours };
    else {
      this.#filed += filed;
      this.#ours += ours;
    }
  }

  /** Whether an amount is that of the lines so far, without the works: "overheads and profit together". */
  isOfLines(amount: bigint | null): boolean {
    return (
      amount !== null &&
      amount !== 0n &&
      [this.#filed, this.#taxes.filed, this.#filed + this.#taxes.filed].some((sum) => isAbout(sum, amount))
    );
  }

  /** Possible values of a total below the lines, likeliest first, by the file's amounts and by ours; null for a line or before any line. */
  after(line: PercentLine | null): Counted['after'] {
    if (line !== null || (this.#filed === 0n && this.#taxes.filed === 0n)) return null;
    const sums = [{ filed: this.filedTotal, ours: this.total }];
    if (this.#taxes.filed !== 0n) sums.unshift({ filed: this.filedTotal + this.#taxes.filed, ours: this.total + this.#taxes.ours });
    return sums;
  }
}
