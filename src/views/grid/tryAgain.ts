import type { ActorRefFrom } from 'xstate';
import type { gridMachine } from '../../machines/grid/grid.ts';
import type { CellRef } from '../../machines/grid/setup.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

interface Table<Row> {
  readonly grid: ActorRefFrom<typeof gridMachine>;
  readonly cells: Readonly<Record<string, CellRef>>;
  readonly columns: readonly GridColumn<Row>[];
  readonly indexOf: (record: Pick<Subject, 'id'>) => number | undefined;
}

/** Commits a text that its cell refused once more, in the cell. */
export function tryAgain<Row>({ grid, cells, columns, indexOf }: Table<Row>, subject: Subject, text: string): void {
  const [row, col] = [indexOf(subject), columns.findIndex(({ id }) => id === subject.field)];
  // A text is being typed into another cell, which a commit would save.
  if (row === undefined || col === -1 || grid.getSnapshot().matches('editing')) return;
  // The cell would refuse it by the range it knows, which may be the old one.
  cells[subject.key]?.send({ type: 'range.outdated' });
  grid.send({ type: 'cursor.placed', cursor: { row, col } });
  grid.send({ type: 'edit.started', draft: null });
  grid.send({ type: 'edit.committed', text, next: null });
}
