/** The name that replaces the author of work whose account was deleted. A screen shows its own words for it. */
export const FORMER_MEMBER = 'A former member';
