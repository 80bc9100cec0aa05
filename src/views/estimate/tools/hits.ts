/** The index of the column that shows a hit: the first where the field of the hit is hidden. */
export const columnOfHit = (columns: readonly { readonly id: string }[], field: string | undefined): number =>
  Math.max(
    0,
    columns.findIndex(({ id }) => id === field),
  );
