import type { Row } from '../../../domain/api/shapes.ts';
import { blockOf } from '../grid/range.ts';
import type { GridContext } from '../grid/setup.ts';
import type { RowStore } from '../rowWindow/rowStore.ts';
import type { RowsMeant } from './rowEdit.ts';

/** The most selected rows among which the loaded ones are looked up. */
const MOST_READ = 10_000;

export interface ChosenRows {
  readonly rows: RowsMeant;
  readonly count: number;
  /** The indexes of the first and the last row. */
  readonly top: number;
  readonly bottom: number;
  /** The rows that are loaded. */
  readonly known: readonly Row[];
}

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);

/** The rows that an action on whole rows applies to: the selected ones, else the one under the cursor. Null when there are none. */
export function chosenRows(
  { range, picked, cursor }: Pick<GridContext, 'range' | 'picked' | 'cursor'>,
  rows: RowStore<Row>,
  count: number,
  listId: number,
  isFolded: (heading: Row) => boolean = () => false,
): ChosenRows | null {
  // The empty row at the end is left out.
  const apart = picked.flatMap((id) => ((rows.indexOf(id) ?? count) < count ? (rows.find(id) ?? []) : []));
  // While single rows are selected, the cursor's own row is not included, even if all of those rows are gone.
  const block = range ? blockOf(range) : picked.length > 0 ? null : blockOf({ anchor: cursor, reach: cursor });
  const [top, bottom] = block === null ? [0, -1] : [block.top, Math.min(block.bottom, count - 1)];
  const inBlock = bottom - top < MOST_READ ? between(top, bottom).flatMap((index) => rows.at(index) ?? []) : [];
  const loaded = inBlock.length > 0 ? inBlock : [top, bottom].flatMap((index) => rows.at(index) ?? []);
  // A local row has another id once the server has made it.
  const seen = loaded.flatMap(({ id }) => (id > 0 ? [{ index: rows.indexOf(id) ?? 0, id }] : []));
  const isAllRead = inBlock.length === bottom - top + 1;
  const alone = apart.filter(({ id }) => !inBlock.some((row) => row.id === id));
  const places = [...(bottom < top ? [] : [top, bottom]), ...alone.map(({ id }) => rows.indexOf(id) ?? 0)];
  if (places.length === 0) return null;
  const ids = [...(isAllRead ? inBlock : []), ...alone].map(({ id }) => id);
  const withRowsOf = [...inBlock, ...alone].filter((row) => row.kind === 'section' && isFolded(row)).map(({ id }) => id);
  const sections = withRowsOf.length > 0 && { withRowsOf };
  return {
    rows: isAllRead ? { ids, ...sections } : { ids, between: { listId, from: top, to: bottom, seen }, ...sections },
    count: bottom - top + 1 + alone.length,
    top: Math.min(...places),
    bottom: Math.max(...places),
    known: [...inBlock, ...alone].toSorted((one, other) => (rows.indexOf(one.id) ?? 0) - (rows.indexOf(other.id) ?? 0)),
  };
}

/** The number of rows that an edit applies to, and those of them that still exist and are loaded. */
export function meantRows({ ids, between: unread, withRowsOf = [] }: RowsMeant, rows: RowStore<Row>): Pick<ChosenRows, 'count' | 'known'> {
  const hidden = withRowsOf.reduce((sum, id) => sum + (rows.find(id)?.row_count ?? 0), 0);
  return {
    count: ids.length + hidden + (unread ? unread.to - unread.from + 1 : 0),
    known: ids.flatMap((id) => rows.find(id) ?? []),
  };
}
