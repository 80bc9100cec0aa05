import type { Api } from '../../../domain/contract/call.ts';
import type { VersionSummary } from '../../../domain/contract/shapes.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowEdit, RowsMeant } from '../../machines/rowEdit/rowEdit.ts';
import { rowsBetween } from '../calls/rowsBetween.ts';
import { estimateRows } from '../calls/windows.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';
import { sentOnce } from './sentOnce.ts';

/** Makes edits of whole rows of a version; the new totals go where the screen reads them. Answers the rows made or changed. */
export const rowEditing = (api: Api, feeds: Pick<ProjectFeeds, 'edit'>, versionId: number, summary: ValueStore<VersionSummary>) => {
  const params = { id: versionId };
  const idsOf = async ({ ids, between }: RowsMeant, signal: AbortSignal): Promise<number[]> => {
    const read = between ? await rowsBetween(estimateRows(api, between.listId), between.from, between.to, signal) : [];
    return [...ids, ...read.map(({ id }) => id)];
  };
  const make = async (edit: RowEdit, signal: AbortSignal) => {
    if (edit.kind === 'insert') {
      const asked = { params: { id: edit.listId }, body: { after_id: edit.afterId } };
      return sentOnce(signal, (extra) => api('POST /lists/:id/rows/', asked, extra));
    }
    const ids = await idsOf(edit.rows, signal);
    return sentOnce(signal, (extra) => {
      switch (edit.kind) {
        case 'duplicate':
          return api('POST /versions/:id/rows/duplicate/', { params, body: { ids } }, extra);
        case 'move':
          return api('POST /versions/:id/rows/move/', { params, body: { ids, list_id: edit.listId, after_id: edit.afterId } }, extra);
        case 'delete':
          return api('POST /versions/:id/rows/delete/', { params, body: { ids } }, extra);
      }
    });
  };
  return async (edit: RowEdit, signal: AbortSignal): Promise<readonly number[]> => {
    const answer = await feeds.edit(() => make(edit, signal));
    summary.set(answer.summary);
    return answer.ids;
  };
};
