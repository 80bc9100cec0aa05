import type { Api } from '../../domain/contract/call.ts';
import type { VersionSummary } from '../../domain/contract/shapes.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import { type RowEdit, rowEditMachine } from '../machines/rowEdit/rowEdit.ts';
import { calling } from './calling.ts';
import { present } from './present.ts';

/** Edits of whole rows of a version; the new totals go where the screen reads them. */
export const rowEditsOf = (api: Api, versionId: number, summary: ValueStore<VersionSummary>) => {
  const params = { id: versionId };
  const make = (edit: RowEdit, signal: AbortSignal) => {
    switch (edit.kind) {
      case 'insert':
        return api('POST /lists/:id/rows/', { params: { id: edit.listId }, body: { after_id: edit.afterId } }, { signal });
      case 'duplicate':
        return api('POST /versions/:id/rows/duplicate/', { params, body: { ids: [...edit.ids] } }, { signal });
      case 'move':
        return api(
          'POST /versions/:id/rows/move/',
          { params, body: { ids: [...edit.ids], list_id: edit.listId, after_id: edit.afterId } },
          { signal },
        );
      case 'delete':
        return api('POST /versions/:id/rows/delete/', { params, body: { ids: [...edit.ids] } }, { signal });
    }
  };
  return rowEditMachine.provide({
    actors: {
      doEdit: calling<readonly number[], { edit: RowEdit | null }>(async ({ input, signal }) => {
        const answer = await make(present(input.edit), signal);
        summary.set(answer.summary);
        return answer.ids;
      }),
    },
  });
};
