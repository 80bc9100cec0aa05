/** Rows of a list, from an index on. */
export interface RowsRead {
  readonly list: number;
  readonly offset: number;
  readonly rows: readonly unknown[];
}
export interface Gathered {
  readonly take: (read: RowsRead) => void;
  /** The rows of a list in order, whichever arrived first. */
  readonly of: <R>(list: number) => readonly R[];
}

export function gathered(): Gathered {
  const lists = new Map<number, RowsRead[]>();
  return {
    take(read) {
      const known = lists.get(read.list);
      if (known === undefined) lists.set(read.list, [read]);
      else known.push(read);
    },
    of: <R>(list: number) =>
      (lists.get(list) ?? []).toSorted((one, other) => one.offset - other.offset).flatMap(({ rows }) => rows as readonly R[]),
  };
}
