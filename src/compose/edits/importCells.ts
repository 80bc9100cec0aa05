import type { ImportListData, ImportLists, ImportRow } from '../../../domain/api/importShapes.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { importTable } from '../../machines/editQueue/tables.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { type Edits, takingAnswers } from './answers.ts';

interface ImportTable {
  readonly projectId: number;
  readonly listId: number;
  readonly rows: RowStore<ImportRow>;
  readonly about: ValueStore<Omit<ImportListData, 'rows'>>;
  readonly publish: (found: ImportLists) => void;
}

/** The table of a list's rows read from a file: a typed value corrects the file's. It also receives the answers about the file's other lists. */
export function importGrid(edits: Edits, { projectId, listId, rows, about, publish }: ImportTable) {
  const take = (edit: Edit, answer: unknown) => {
    const { row, lists, said } = answer as Answer<'PUT /import/:id/rows/:rowId/'>;
    rows.put(row);
    const known = about.get();
    if (known && edit.kind === 'cell' && edit.within?.list === listId) about.set({ ...known, ...said });
    publish(lists);
  };
  const table = { name: importTable(projectId), take, takeTheirs: () => undefined };
  return gridMachine.provide({ actors: { takeAnswers: takingAnswers(edits, table) } });
}
