import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { awaitedRowsMachine } from '../../../machines/awaitedRows/awaitedRows.ts';
import type { Block } from '../../../machines/grid/range.ts';
import { wholeRows } from '../../../machines/selection/table.ts';
import { MOVES } from '../../../ui/grid/keys.ts';
import { useEmitted } from '../../reading.ts';
import type { OpenList } from './types.ts';

/** Selects the result of an edit once it is loaded. The table's own events show when the person has moved the cursor. */
export function useAwaitedRows({ grid, handle, rows, reload }: OpenList) {
  const awaited = useActorRef(awaitedRowsMachine);
  useEmitted(awaited, 'block.found', ({ block: { top, left, bottom, right } }) => {
    const range = { anchor: { row: top, col: left }, reach: { row: bottom, col: right } };
    grid.send({ type: 'range.placed', range, cursor: range.anchor });
    handle.current?.show(range.anchor);
  });
  useEmitted(awaited, 'rows.found', ({ top, bottom }) => {
    const { cursor, ...table } = grid.getSnapshot().context;
    const first = { row: top, col: cursor.col };
    if (top === bottom) grid.send({ type: 'cursor.placed', cursor: first });
    else grid.send({ type: 'range.placed', range: wholeRows(top, bottom, table), cursor: first });
    handle.current?.show(first);
  });
  useEffect(
    () =>
      rows.subscribeArrivals(() => {
        const count = rows.places();
        // The table must know of new rows before its cursor moves to them.
        if (count !== null) grid.send({ type: 'rows.counted', rows: count });
        const { wanted } = awaited.getSnapshot().context;
        const ids = wanted !== null && 'ids' in wanted ? wanted.ids : [];
        awaited.send({ type: 'rows.arrived', places: ids.flatMap((id) => rows.indexOf(id) ?? []) });
      }),
    [rows, grid, awaited],
  );
  return {
    chooseRows(ids: readonly number[]): void {
      awaited.send({ type: 'rows.awaited', ids });
      reload();
    },
    chooseBlock(block: Block | null): void {
      if (block) awaited.send({ type: 'block.awaited', block });
      reload();
    },
    awaitBlock: (block: Block) => awaited.send({ type: 'block.awaited', block }),
    notePress: () => awaited.send({ type: 'table.used' }),
    noteKey: ({ key, altKey }: KeyboardEvent) => {
      if (!altKey && (key in MOVES || key === 'Tab' || key === 'Enter')) awaited.send({ type: 'table.used' });
    },
  };
}
