/** The limits of regular members in a project (docs/product.md, chapter 17). Owners and admins are never limited. */

/** From the least to the most. `acts` allows entering and submitting acts. */
const ACCESS_LEVELS = ['reads', 'acts', 'edits'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The limits a member can have; a member without a limit may do everything. */
export const LIMITS = ['reads', 'acts'] as const;
export interface Limit {
  readonly can: (typeof LIMITS)[number];
  /** Whether they see prices and amounts. */
  readonly prices: boolean;
}

export const allows = (limit: Limit | null, level: AccessLevel): boolean =>
  limit === null || ACCESS_LEVELS.indexOf(level) <= ACCESS_LEVELS.indexOf(limit.can);

export const seesPrices = (limit: Limit | null | undefined): boolean => limit?.prices !== false;
