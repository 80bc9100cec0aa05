import { type Api, Unanswered } from '../../domain/contract/call.ts';
import type { RowEdit } from '../machines/rowEdit/rowEdit.ts';
import { newKey } from './newKey.ts';

/** In ms: how long an edit of whole rows is tried again before the person is told. */
const PAUSES = [500, 1_500, 4_000];

const pause = (duration: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Makes an edit of whole rows once, however often it has to be sent. */
export async function doRowEdit(api: Api, versionId: number, edit: RowEdit, signal: AbortSignal) {
  const params = { id: versionId };
  const extra = { signal, key: newKey() };
  const send = () => {
    switch (edit.kind) {
      case 'insert':
        return api('POST /lists/:id/rows/', { params: { id: edit.listId }, body: { after_id: edit.afterId } }, extra);
      case 'duplicate':
        return api('POST /versions/:id/rows/duplicate/', { params, body: { ids: [...edit.ids] } }, extra);
      case 'move':
        return api(
          'POST /versions/:id/rows/move/',
          { params, body: { ids: [...edit.ids], list_id: edit.listId, after_id: edit.afterId } },
          extra,
        );
      case 'delete':
        return api('POST /versions/:id/rows/delete/', { params, body: { ids: [...edit.ids] } }, extra);
    }
  };
  for (const duration of PAUSES) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await pause(duration, signal);
    }
  }
  return send();
}
