/** How long a deleted project waits before it is removed for good (docs/product.md, 6.2). */
export const BIN_DAYS = 30;

const DAY = 86_400_000;

/** Whole days left to restore a record deleted at this moment (ISO 8601). A begun day counts; the result is never below 0. `now` is in milliseconds. */
export function daysLeft(deletedAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deletedAt) + BIN_DAYS * DAY - now) / DAY));
}
