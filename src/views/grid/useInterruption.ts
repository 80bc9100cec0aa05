import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { gridMachine } from '../../machines/grid/grid.ts';
import type { GridColumn, KeptPlace, PlaceInGrid, RowSource } from '../../ui/grid/types.ts';
import { useScreens } from '../screens.tsx';

interface InterruptedTable<Row> {
  readonly grid: ActorRefFrom<typeof gridMachine>;
  readonly table: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
}

/** Keeps the person's cursor and text in a table when their session ends, and restores them once they are back. */
export function useInterruption<Row>({ grid, table, columns, rows }: InterruptedTable<Row>): KeptPlace {
  const { interruption } = useScreens();
  const reader = useRef<(() => PlaceInGrid) | null>(null);
  const [work] = useState(() => interruption.at(table));
  const latest = useRef({ columns, rows });
  useEffect(() => {
    latest.current = { columns, rows };
  });
  useEffect(
    () =>
      interruption.follow(() => {
        // The queue is still the person's. The open editor's text is kept with its place.
        grid.send({ type: 'table.closed' });
        const snapshot = grid.getSnapshot();
        if (snapshot.matches('away') || reader.current === null) return null;
        const { row, col } = snapshot.context.cursor;
        const column = latest.current.columns[col]?.id;
        const id = latest.current.rows.keyAt?.(row);
        return column === undefined || id === undefined ? null : { table, id, row, column, ...reader.current() };
      }),
    [interruption, grid, table],
  );
  useEffect(() => {
    if (work === null) return;
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    /** The row may have another index now, so the editor opens once the row is loaded. */
    const resume = () => {
      const col = latest.current.columns.findIndex(({ id }) => id === work.column);
      const row = latest.current.rows.indexOf?.(work.id) ?? work.row;
      if (col < 0 || row >= grid.getSnapshot().context.rows || latest.current.rows.keyAt?.(row) !== work.id) return;
      leave();
      grid.send({ type: 'cursor.placed', cursor: { row, col } });
      if (work.text !== null) grid.send({ type: 'edit.started', draft: work.text });
      interruption.resumed();
    };
    const counted = grid.subscribe(resume);
    leaving.signal.addEventListener('abort', () => counted.unsubscribe());
    const stop = latest.current.rows.subscribeArrivals?.(resume);
    if (stop) leaving.signal.addEventListener('abort', stop);
    resume();
    return leave;
  }, [work, grid, interruption]);
  return { reader, begin: work };
}
