import { useEffect, useRef } from 'react';
import type { OpenList } from './types.ts';

/** Answers whether what was waited for is there. */
type Wanted = () => boolean;

/** Does what must wait until the rows have been read again after an edit: the new ones are there only then. */
export function useAfterReading({ grid, rows, reload }: OpenList, chooseRows: (top: number, bottom: number) => void) {
  const wanted = useRef<Wanted | null>(null);
  useEffect(
    () =>
      rows.subscribeArrivals(() => {
        const count = rows.size();
        if (count !== null) grid.send({ type: 'rows.counted', rows: count });
        if (wanted.current?.()) wanted.current = null;
      }),
    [rows, grid],
  );
  const then = (want: Wanted) => {
    wanted.current = want;
    reload();
  };
  return {
    then,
    /** Chooses the rows that were made or moved, where they stand now. */
    choose: (ids: readonly number[]) =>
      then(() => {
        const places = ids.flatMap((id) => rows.placeOf(id) ?? []);
        if (places.length === 0) return false;
        chooseRows(Math.min(...places), Math.max(...places));
        return true;
      }),
  };
}
