/** The wait before an unanswered request is repeated, in milliseconds: twice as long each time, at most 30 s. */
export const patience = (unanswered: number, first = 1_000): number => Math.min(30_000, first * 2 ** Math.max(0, unanswered - 1));
