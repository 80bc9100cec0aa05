let latest = 0;

/** A local id for a row that the server has not made: negative, and different in each tab and visit. */
export function idHere(): number {
  latest = Math.max(latest + 1, Date.now() * 1_000 + Math.floor(Math.random() * 1_000));
  return -latest;
}
