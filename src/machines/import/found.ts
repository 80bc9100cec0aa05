import type { Doubt, ImportColumn, ImportLists, Remedy } from '../../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';

/** The filter of the list's rows. `vanished` shows the rows of the last version that the file no longer has. */
export type ImportFilter = 'all' | 'updated' | 'errors' | 'vanished';
/** A list or rows removed from the import for good. */
export type Removal = { readonly what: 'list' | 'row'; readonly id: number } | { readonly what: 'errors' };
/** A decision of the person about the file: whether a list or a percent line is included, which field a column holds, or the remedy of a doubt. */
export type Change =
  | { readonly what: 'inclusion' | 'line'; readonly id: number; readonly included: boolean }
  | { readonly what: 'column'; readonly listId: number; readonly column: number; readonly takenFor: RecognizedAs }
  | { readonly what: 'remedy'; readonly remedy: Remedy };

/** A cell in error, with the index of its row in the whole list and among the rows in error. */
export interface ErrorLocation {
  readonly listId: number;
  readonly rowId: number;
  readonly field: string;
  readonly column: number;
  readonly position: number;
  readonly ordinal: number;
}

/** A first import shows all rows, later ones the updated rows (docs/product.md, 10.7). */
export const filterOf = ({ is_first_import }: ImportLists): ImportFilter => (is_first_import ? 'all' : 'updated');

/** The list the address names, otherwise the first included one. */
export const chosenIn = ({ new_lists }: ImportLists, listId: number | null): number | null =>
  (new_lists.find(({ id }) => id === listId) ?? new_lists.find(({ included }) => included) ?? new_lists[0])?.id ?? null;

const errorLocationsIn = ({ errors }: ImportLists): readonly ErrorLocation[] =>
  errors.flatMap(({ list_id, rows }) =>
    rows.flatMap(({ row_id, position, cells }, ordinal) =>
      cells.map(({ field, column_index }) => ({ listId: list_id, rowId: row_id, field, column: column_index, position, ordinal })),
    ),
  );

/** The first error after this location, or the first of all; null when there is none. The location of a corrected error still counts. */
export function errorAfter(found: ImportLists, at: ErrorLocation | null, listId: number | null): ErrorLocation | null {
  const locations = errorLocationsIn(found);
  const order = (id: number) => found.new_lists.findIndex((list) => list.id === id);
  const from = at ?? (listId === null ? null : { listId, position: -1, column: -1 });
  const isAfter = (location: ErrorLocation) =>
    from !== null &&
    (order(location.listId) - order(from.listId) || location.position - from.position || location.column - from.column) > 0;
  return locations.find(isAfter) ?? locations[0] ?? null;
}

/** The identity of a doubt: doubts with the same reason about the same list are one. */
export const doubtKey = ({ code, list_id }: Doubt): string => `${code} ${list_id ?? ''}`;

/** Whether the file has doubts that the person has not been shown. */
export const hasUnseenDoubts = ({ doubts }: ImportLists, seen: readonly string[]): boolean =>
  doubts.some((doubt) => !seen.includes(doubtKey(doubt)));

/** Decisions of a person without an answer: the one that is being made, and those that wait. */
export interface Decisions {
  readonly change: Change | Removal | null;
  readonly waiting: readonly Change[];
}
const decisionsIn = ({ change, waiting }: Decisions) => [...(change === null ? [] : [change]), ...waiting];

/** The lists and percent lines as the person has decided. */
export function decidedLists(found: ImportLists, decisions: Decisions): ImportLists {
  const decided = new Map(
    decisionsIn(decisions).flatMap((each) =>
      each.what === 'inclusion' || each.what === 'line' ? [[`${each.what} ${each.id}`, each.included]] : [],
    ),
  );
  const withDecisions = <Each extends { readonly id: number; readonly included: boolean }>(
    what: 'inclusion' | 'line',
    all: readonly Each[],
  ) => all.map((each) => ({ ...each, included: decided.get(`${what} ${each.id}`) ?? each.included }));
  return { ...found, new_lists: withDecisions('inclusion', found.new_lists), lines: withDecisions('line', found.lines) };
}

/** The columns of a list as the person has decided. */
export function decidedColumns(listId: number, columns: readonly ImportColumn[], decisions: Decisions): ImportColumn[] {
  const decided = new Map(
    decisionsIn(decisions).flatMap((each) => (each.what === 'column' && each.listId === listId ? [[each.column, each.takenFor]] : [])),
  );
  return columns.map((column) => {
    const recognized_as = decided.get(column.column_index);
    return recognized_as === undefined ? column : { ...column, recognized_as, is_decided: true };
  });
}
