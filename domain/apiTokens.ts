/** What a program may do with an API token of a person: never more than the person, and never what a person must decide. */

export const TOKEN_SCOPES = ['read', 'acts', 'all'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Begins every token, so that one is recognised wherever it turns up. */
export const TOKEN_PREFIX = 'act_';

/** How a call declares itself: "acts" may be made with that scope too, "never" with none. Without either, reading is free and all else needs "all". */
export type ByToken = 'acts' | 'never';

/** Days a token may last. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
/** Tokens of one person at a time. */
export const MOST_TOKENS = 20;

/** Whether a token of this scope may make a call, or why not. */
export function tokenVerdict(scope: TokenScope, method: string, byToken: ByToken | undefined): 'may' | 'never' | 'scope' {
  if (byToken === 'never') return 'never';
  const needed: TokenScope = method === 'GET' ? 'read' : (byToken ?? 'all');
  return TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed) ? 'may' : 'scope';
}
