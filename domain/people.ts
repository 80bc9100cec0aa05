/** The stored name of a deleted account's work. Screens show words of their own for it. */
export const FORMER_MEMBER = 'A former member';
