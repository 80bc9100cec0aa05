import type { ImportListData, ImportLists, ImportRow } from '../../../domain/contract/importShapes.ts';
import type { Answer } from '../../../domain/contract/routes.ts';
import { importTable } from '../../machines/editQueue/tables.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { type Edits, takingAnswers } from './answers.ts';

interface ImportTable {
  readonly projectId: number;
  readonly rows: RowStore<ImportRow>;
  readonly about: ValueStore<Omit<ImportListData, 'rows'>>;
  readonly publish: (found: ImportLists) => void;
}

/** The table of rows read from a file: a typed value corrects the file's. */
export function importGrid(edits: Edits, { projectId, rows, about, publish }: ImportTable) {
  const take = (_: unknown, answer: unknown) => {
    const { row, lists, said } = answer as Answer<'PUT /import/:id/rows/:rowId/'>;
    rows.put(row);
    const known = about.get();
    if (known) about.set({ ...known, ...said });
    publish(lists);
  };
  const table = { name: importTable(projectId), take, takeTheirs: () => undefined };
  return gridMachine.provide({ actors: { takeAnswers: takingAnswers(edits, table) } });
}
