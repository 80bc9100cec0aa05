/** The name under which the work of somebody stays who has deleted their account. A screen shows its own words for it. */
export const FORMER_MEMBER = 'A former member';
