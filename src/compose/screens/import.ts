import { type EventObject, fromCallback } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { ImportListData, ImportLists, ImportRow, ImportSummary, Remedy, VanishedRows } from '../../../domain/api/importShapes.ts';
import type { Change, ImportFilter, Removal } from '../../machines/import/found.ts';
import { importMachine } from '../../machines/import/import.ts';
import type { Brought, Reviewed } from '../../machines/import/setup.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ImportScreen } from '../../views/import/needs.ts';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import { asText, type ReadWindow, windowsInto } from '../calls/windows.ts';
import type { Edits } from '../edits/answers.ts';
import { importGrid } from '../edits/importCells.ts';
import { afterEdits, atRest } from '../edits/savedFirst.ts';
import type { Follow } from '../live/follow.ts';
import { followed } from '../live/importProgress.ts';
import { importReview } from '../live/importReview.ts';

/** News of an import under review: lists that a correction or somebody else has changed, or its end by somebody else. */
type ImportNews =
  | { readonly type: 'lists.changed'; readonly found: ImportLists }
  | { readonly type: 'import.ended'; readonly isVersion: boolean };
type About = ValueStore<Omit<ImportListData, 'rows'>>;

/** Loads the rows found in a file; the properties of their columns go into `about`. */
const importRows =
  (api: Api, projectId: number, listId: number, filter: ImportFilter, about: About): ReadWindow<ImportRow> =>
  async (window, signal) => {
    const { rows, ...rest } = await api(
      'GET /import/:id/lists/:listId/',
      {
        params: { id: projectId, listId },
        query: { ...asText(window), ...(filter === 'updated' || filter === 'errors' ? { filter } : {}) },
      },
      { signal },
    );
    about.set(rest);
    return { rows, total: rest.total };
  };

/** The one call that takes a doubt away. */
function remedyCall(api: Api, id: number, remedy: Remedy, signal: AbortSignal): Promise<ImportLists> {
  switch (remedy.kind) {
    case 'list':
      return api(
        'PUT /import/:id/lists/:listId/',
        { params: { id, listId: remedy.list_id }, body: { included: remedy.included } },
        { signal },
      );
    case 'leave_out':
      return api('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: remedy.row_id } }, { signal });
    case 'take_in':
      return api(
        'POST /import/:id/lists/:listId/take-in',
        { params: { id, listId: remedy.list_id }, body: { row_index: remedy.row_index } },
        { signal },
      );
    case 'column':
      return api(
        'POST /import/:id/lists/:listId/recognize-field',
        { params: { id, listId: remedy.list_id }, body: { field: remedy.column_index, recognized_as: remedy.recognized_as } },
        { signal },
      ).then(() => api('GET /import/:id/lists/', { params: { id } }, { signal }));
    default:
      return remedy satisfies never;
  }
}

function changeOf(api: Api, id: number) {
  const lists = (signal: AbortSignal) => api('GET /import/:id/lists/', { params: { id } }, { signal });
  return async (change: Change | Removal, { importId }: Reviewed, signal: AbortSignal): Promise<ImportLists> => {
    switch (change.what) {
      case 'list':
        return api('DELETE /import/:id/lists/:listId/', { params: { id, listId: change.id } }, { signal });
      case 'row':
        return api('DELETE /import/:id/rows/:rowId/', { params: { id, rowId: change.id } }, { signal });
      case 'errors':
        return api(
          'DELETE /import/:id/errors/',
          { params: { id }, query: importId === undefined ? {} : { import_id: String(importId) } },
          { signal },
        );
      case 'inclusion':
        return api(
          'PUT /import/:id/lists/:listId/',
          { params: { id, listId: change.id }, body: { included: change.included } },
          { signal },
        );
      case 'line':
        return api(
          'PUT /import/:id/lines/:lineId/',
          { params: { id, lineId: change.id }, body: { included: change.included } },
          { signal },
        );
      case 'column':
        await api(
          'POST /import/:id/lists/:listId/recognize-field',
          { params: { id, listId: change.listId }, body: { field: change.column, recognized_as: change.takenFor } },
          { signal },
        );
        return lists(signal);
      case 'remedy':
        return remedyCall(api, id, change.remedy, signal);
      default:
        return change satisfies never;
    }
  };
}

/** The import of a project's workbook: the lists read from it, and the steps until it is a version. */
export function importOf(api: Api, edits: Edits, follow: Follow, projectId: number): ImportScreen {
  const params = { id: projectId };
  const settled = afterEdits(api, edits.queue);
  const makeChange = changeOf(settled, projectId);
  const listeners = new Set<(news: ImportNews) => void>();
  /** Counts changes made by other people. */
  const others = new ValueStore<number>();
  /** The answer to a correction that came while the import waited to be finished; its errors are shown if finishing is refused. */
  let missed: ImportLists | null = null;
  const tell = (news: ImportNews) => {
    for (const listener of listeners) listener(news);
  };
  const publish = (found: ImportLists) => {
    if (listeners.size === 0) missed = found;
    tell({ type: 'lists.changed', found });
  };
  const readLists = (signal: AbortSignal) => api('GET /import/:id/lists/', { params }, { signal });
  const review = importReview({
    follow,
    projectId,
    atRest: (signal) => atRest(edits.queue, signal),
    read: readLists,
    take(found) {
      publish(found);
      others.set((others.get() ?? 0) + 1);
    },
    end: (isVersion) => tell({ type: 'import.ended', isVersion }),
  });
  const corrected = (found: ImportLists) => publish(review.newest(found));
  const sending = new Set<(fraction: number) => void>();
  const onSent = (fraction: number) => {
    for (const listener of sending) listener(fraction);
  };
  const send = (brought: Brought, signal: AbortSignal): Promise<unknown> =>
    'file' in brought
      ? api('PATCH /projects/:id/', { params, body: {} }, { file: brought.file, onSent, signal })
      : api('POST /import/:id/paste/', { params, body: { text: brought.text } }, { signal });
  return {
    projectId,
    others,
    machine: importMachine.provide({
      actors: {
        upload: calling<void, { brought: Brought | null }>(async ({ input, signal }) => {
          await send(required(input.brought), signal);
        }),
        sending: fromCallback<EventObject>(({ sendBack }) => {
          const listener = (fraction: number) => sendBack({ type: 'upload.progressed', fraction });
          sending.add(listener);
          return () => sending.delete(listener);
        }),
        progress: followed(follow, projectId),
        readLists: calling<ImportLists>(async ({ signal }) => {
          const found = await readLists(signal);
          missed = null;
          return review.newest(found);
        }),
        change: calling<ImportLists, Reviewed & { change: Change | Removal | null }>(({ input, signal }) =>
          review.change(() => makeChange(required(input.change), input, signal)),
        ),
        corrections: fromCallback<EventObject>(({ sendBack }) => {
          listeners.add(sendBack);
          if (missed !== null) sendBack({ type: 'lists.changed', found: missed });
          missed = null;
          const unfollow = review.follow();
          return () => {
            unfollow();
            listeners.delete(sendBack);
          };
        }),
        readNumbers: calling<ImportSummary>(({ signal }) => settled('GET /import/:id/summary/', { params }, { signal })),
        finish: calling<number | null, Reviewed>(async ({ input: { importId }, signal }) => {
          const { project_version_id } = await settled('POST /import/:id/finish/', { params, body: { import_id: importId } }, { signal });
          return project_version_id ?? null;
        }),
        cancel: calling<void, Reviewed>(async ({ input: { importId }, signal }) => {
          await api('POST /import/:id/cancel/', { params, body: { import_id: importId } }, { signal });
        }),
      },
    }),
    list(listId: number, filter: ImportFilter) {
      const rows = new RowStore<ImportRow>();
      const about: About = new ValueStore();
      const load = importRows(api, projectId, listId, filter, about);
      return {
        rows,
        about,
        windows: windowsInto(rows, (window, signal) => review.rows(() => load(window, signal))),
        grid: importGrid(edits, { projectId, listId, rows, about, publish: corrected }),
      };
    },
    vanished() {
      const rows = new RowStore<VanishedRows['rows'][number]>();
      return {
        rows,
        windows: windowsInto(rows, (window, signal) => settled('GET /import/:id/vanished/', { params, query: asText(window) }, { signal })),
      };
    },
  };
}
