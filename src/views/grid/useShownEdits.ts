import { useEffect } from 'react';
import type { Subject } from '../../machines/numberCell/types.ts';
import type { GridColumn, RowSource } from '../../ui/grid/types.ts';
import { useScreens } from '../screens.tsx';

interface ShownTable<Row> {
  readonly table: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  /** Another object once rows have arrived. */
  readonly places: { readonly of: (record: Pick<Subject, 'id'>) => number | undefined };
}

/** Says which edits the table has a cell for: a filter, a fold or another list leaves out rows, and a person hides columns. */
export function useShownEdits<Row>({ table, columns, rows, places }: ShownTable<Row>): void {
  const { shownEdits } = useScreens();
  useEffect(
    () =>
      shownEdits.show(
        table,
        // While no rows are loaded, the row of any edit may exist.
        (edit) => rows.isRead?.() === false || (places.of(edit) !== undefined && columns.some(({ id }) => id === edit.field)),
      ),
    [shownEdits, table, columns, rows, places],
  );
}
