/** The terms of a contract's payments: the retention, how an advance is recovered, and the base of taxes (docs/domain.md, Certificates). */

/** The limit of the retention: money in cents, or a percent (scale 4) of the contract's figure. */
interface RetentionLimit {
  readonly form: (typeof LIMIT_FORMS)[number];
  readonly value: bigint;
}

interface Retention {
  /** 0 to 100 %, scale 4. */
  readonly rate: bigint;
  readonly limit: RetentionLimit | null;
}

interface Advance {
  /** Cents. */
  readonly amount: bigint;
  /** Of the work certified beyond the threshold, 0 to 100 %, scale 4. */
  readonly rate: bigint;
  /** Recovery starts at this percent of the contract's figure, scale 4. */
  readonly threshold: bigint;
}

/** Whether a tax is charged on the certified work or on the payment. */
export const TAXED = ['on work', 'on payment'] as const;
/** How the limit of the retention is stated. */
export const LIMIT_FORMS = ['amount', 'percent'] as const;

export interface Terms {
  /** The figure that rates, limits and thresholds are based on: the total, or the total with taxes. */
  readonly base: 'net' | 'gross';
  readonly retention: Retention | null;
  readonly advance: Advance | null;
  /** The base of taxes: all certified work, or the payment after retention and advance. */
  readonly taxes: (typeof TAXED)[number];
}
