import type { Api } from '../../domain/contract/call.ts';
import { MAX_WINDOW } from '../../domain/contract/fields.ts';
import type { Row, VersionSummary } from '../../domain/contract/shapes.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { RowEdit, RowsMeant } from '../machines/rowEdit/rowEdit.ts';
import { sentOnce } from './sentOnce.ts';
import { estimateRows } from './windows.ts';

/** As many windows are asked for at once. */
const AT_ONCE = 3;

/** The rows at these places, whatever their number, as they are now; `onRead` hears how many have come. */
export async function rowsBetween(
  api: Api,
  listId: number,
  from: number,
  to: number,
  signal: AbortSignal,
  onRead: (count: number) => void = () => undefined,
): Promise<readonly Row[]> {
  const windows = Array.from({ length: Math.ceil((to - from + 1) / MAX_WINDOW) }, (_, at) => from + at * MAX_WINDOW);
  const read = new Map<number, readonly Row[]>();
  const left = [...windows];
  const readOn = async () => {
    for (let offset = left.shift(); offset !== undefined; offset = left.shift()) {
      const { rows } = await estimateRows(api, listId)({ offset, limit: Math.min(MAX_WINDOW, to - offset + 1) }, signal);
      read.set(offset, rows);
      onRead(read.size * MAX_WINDOW);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return windows.flatMap((offset) => read.get(offset) ?? []);
}

/** Makes edits of whole rows of a version; the new totals go where the screen reads them. Answers the rows made or changed. */
export const rowEditing = (api: Api, versionId: number, summary: ValueStore<VersionSummary>) => {
  const params = { id: versionId };
  const idsOf = async ({ ids, between }: RowsMeant, signal: AbortSignal): Promise<number[]> => {
    const read = between ? await rowsBetween(api, between.listId, between.from, between.to, signal) : [];
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
    const answer = await make(edit, signal);
    summary.set(answer.summary);
    return answer.ids;
  };
};
