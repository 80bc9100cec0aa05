/** The scopes of API tokens. A token never allows more than its person may do, nor anything that needs the person's own decision. */

export const TOKEN_SCOPES = ['read', 'acts', 'all'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Begins every token, so that one is recognised wherever it turns up. */
export const TOKEN_PREFIX = 'act_';

/**
 * The tokens that may make a call. "acts": also tokens of the scope "acts". "never": none. A call marked with neither may be made with any token if it only
 * reads, else only with the scope "all".
 */
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
