/** Reads many rows in pages, so that nobody waits for all of them on the embedded engine. */
import { turn } from '../turns.ts';
import type { Query } from './open.ts';

/** Rows in one page: few enough that no other request waits noticeably. */
const IN_A_PAGE = 4_096;

/** A row as cells of JSON, which is read several times as fast as columns. */
export type Cells = readonly [id: number, order: number, ...rest: unknown[]];

/** Rows of these lists after a row; `most` is null for all of them. */
export interface Page {
  readonly lists: readonly number[];
  readonly order: number;
  readonly id: number;
  readonly most: number | null;
}

interface CountedList {
  readonly id: number;
  readonly count: number;
}

/** Lists in groups that fill a page together; a list that fills more is alone. */
function groupsOf(lists: readonly CountedList[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let left = 0;
  for (const { id, count } of lists) {
    if (count > left || groups.length === 0) {
      groups.push([]);
      left = IN_A_PAGE;
    }
    groups.at(-1)?.push(id);
    left -= count;
  }
  return groups;
}

/** Less than the `order` of any row. */
export const FIRST_ORDER = -(2 ** 31);

/** The rows of all lists, page by page; `read` returns those of one page, in order. */
export async function inPages<Row extends Cells>(
  lists: readonly CountedList[],
  read: (page: Page) => Promise<readonly Row[]>,
): Promise<readonly (readonly Row[])[]> {
  const pages: (readonly Row[])[] = [];
  for (const group of groupsOf(lists)) {
    const most = group.length > 1 ? null : IN_A_PAGE;
    for (let [id, order]: readonly [number, number, ...unknown[]] = [0, FIRST_ORDER]; ; ) {
      const rows = await read({ lists: group, order, id, most });
      pages.push(rows);
      const last = rows.at(-1);
      if (most === null || last === undefined || rows.length < most) break;
      [id, order] = last;
      await turn();
    }
  }
  return pages;
}

/**
 * Reads with several statements as of one moment. If `state` has changed afterwards, everything is read again in one transaction, which sees
 * the database as of its beginning.
 */
export async function asOfOneMoment<Result>(
  query: Query,
  state: (query: Query) => Promise<string>,
  read: (query: Query) => Promise<Result>,
): Promise<Result> {
  const before = await state(query);
  const found = await read(query);
  return (await state(query)) === before ? found : query.transaction().setIsolationLevel('repeatable read').execute(read);
}
