import type { Api } from '../../domain/contract/call.ts';
import type { ImportListData, ImportLists, ImportRow, ImportSummary } from '../../domain/contract/importShapes.ts';
import { importMachine } from '../machines/import/import.ts';
import type { ImportFilter, Removal } from '../machines/import/setup.ts';
import { ValueStore } from '../machines/resource/valueStore.ts';
import { RowStore } from '../machines/rowWindow/rowStore.ts';
import type { ImportScreen } from '../views/screens.tsx';
import { calling } from './calling.ts';
import { present } from './present.ts';
import { asText, type ReadWindow, windowsInto } from './windows.ts';

/** Rows found in a file; what is known of their columns goes into `about`. */
const importRows =
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

/** The import screen of a project, with its own code: few screens need it. */
export function importOf(api: Api, projectId: number): ImportScreen {
  const params = { id: projectId };
  const remove = ({ what, id }: Removal, signal: AbortSignal) =>
    what === 'list'
      ? api('DELETE /import/:id/lists/:listId/', { params: { id: projectId, listId: id } }, { signal })
      : api('DELETE /import/:id/rows/:rowId/', { params: { id: projectId, rowId: id } }, { signal });
  return {
    machine: importMachine.provide({
      actors: {
        upload: calling<void, { file: File | null }>(async ({ input, signal }) => {
          await api('PATCH /projects/:id/', { params, body: {} }, { file: present(input.file), signal });
        }),
        readLists: calling<ImportLists>(({ signal }) => api('GET /import/:id/lists/', { params }, { signal })),
        remove: calling<ImportLists, { removal: Removal | null }>(({ input, signal }) => remove(present(input.removal), signal)),
        readNumbers: calling<ImportSummary>(({ signal }) => api('GET /import/:id/summary/', { params }, { signal })),
        finish: calling<number>(async ({ signal }) => (await api('POST /import/:id/finish/', { params }, { signal })).project_version_id),
        cancel: calling<void>(async ({ signal }) => {
          await api('POST /import/:id/cancel/', { params }, { signal });
        }),
      },
    }),
    list(listId: number, filter: ImportFilter) {
      const rows = new RowStore<ImportRow>();
      const about = new ValueStore<Omit<ImportListData, 'rows'>>();
      return { rows, about, windows: windowsInto(rows, importRows(api, projectId, listId, filter, about)) };
    },
  };
}
