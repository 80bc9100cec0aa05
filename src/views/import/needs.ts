import type { ImportListData, ImportRow, VanishedRows } from '../../../domain/api/importShapes.ts';
import type { ImportFilter } from '../../machines/import/found.ts';
import type { importMachine } from '../../machines/import/import.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { Edited, Windowed } from '../needs.ts';

export interface ImportScreen {
  readonly projectId: number;
  readonly machine: typeof importMachine;
  /** Counts what others have changed since the screen was opened: rows on screen are then loaded again. */
  readonly others: ValueStore<number>;
  readonly list: (listId: number, filter: ImportFilter) => Edited<ImportRow> & { readonly about: ValueStore<Omit<ImportListData, 'rows'>> };
  /** Rows of the last version that the file no longer has. */
  readonly vanished: () => Windowed<VanishedRows['rows'][number]>;
}
