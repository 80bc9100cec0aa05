import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OpenTables } from '../../src/compose/edits/openTables.ts';
import { EDIT } from '../../src/machines/editQueue/editQueue.model.ts';
import { RowStore } from '../../src/machines/rowWindow/rowStore.ts';
import type { GridColumn } from '../../src/ui/grid/types.ts';
import { useShownEdits } from '../../src/views/grid/useShownEdits.ts';
import { type Screens, ScreensProvider } from '../../src/views/screens.tsx';

afterEach(cleanup);

type Named = { readonly id: number };
const column = (id: string) => ({ id }) as GridColumn<Named>;
const COLUMNS = [column('name'), column(EDIT.field)];

interface ShownProps {
  readonly rows: RowStore<Named>;
  readonly columns: readonly GridColumn<Named>[];
  readonly table: string;
}
function Shown({ rows, columns, table }: ShownProps) {
  useShownEdits({ table, columns, rows, places: { of: ({ id }) => rows.indexOf(id) } });
  return null;
}

interface Case {
  /** The rows that are loaded; null where none were yet. */
  readonly loaded: readonly number[] | null;
  readonly columns?: readonly GridColumn<Named>[];
  readonly table?: string;
}
function hiddenIn({ loaded, columns = COLUMNS, table = EDIT.table }: Case) {
  const rows = new RowStore<Named>();
  if (loaded !== null)
    rows.setWindow(
      0,
      loaded.map((id) => ({ id })),
      loaded.length,
    );
  const shownEdits = new OpenTables();
  const { unmount } = render(
    <ScreensProvider screens={{ shownEdits } as unknown as Screens}>
      <Shown rows={rows} columns={columns} table={table} />
    </ScreensProvider>,
  );
  return { shownEdits, unmount };
}

test.each<[string, boolean, Case]>([
  ['is shown in its row and column', false, { loaded: [EDIT.id] }],
  ['is hidden where its row is left out', true, { loaded: [EDIT.id + 1] }],
  ['is hidden where every row is left out', true, { loaded: [] }],
  ['is hidden where its column is', true, { loaded: [EDIT.id], columns: COLUMNS.slice(0, 1) }],
  ['is not hidden while no rows are loaded', false, { loaded: null }],
  ['is not hidden by another table', false, { loaded: [], table: 'another' }],
])('an edit %s', (_, isHidden, shown) => {
  const { shownEdits, unmount } = hiddenIn(shown);
  expect(shownEdits.isHidden(EDIT)).toBe(isHidden);
  unmount();
  expect(shownEdits.isHidden(EDIT)).toBe(false);
});
