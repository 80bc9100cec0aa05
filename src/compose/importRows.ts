import type { Api } from '../../domain/contract/call.ts';
import type { ImportListData, ImportRow } from '../../domain/contract/shapes.ts';
import type { ImportFilter } from '../machines/import/setup.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import { asText, type ReadWindow } from './windows.ts';

/** Rows found in a file; what is known of their columns goes into `about`. */
export const importRows =
  (
    api: Api,
    projectId: number,
    listId: number,
    filter: ImportFilter,
    about: ValueStore<Omit<ImportListData, 'rows'>>,
  ): ReadWindow<ImportRow> =>
  async (window, signal) => {
    const { rows, ...rest } = await api(
      'GET /import/:id/lists/:listId/',
      { params: { id: projectId, listId }, query: { ...asText(window), ...(filter === 'all' ? {} : { filter }) } },
      { signal },
    );
    about.set(rest);
    return { rows, total: rest.total };
  };
