import type { Api } from '../../domain/contract/call.ts';
import type { VersionSummary } from '../../domain/contract/shapes.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import { type RowEdit, rowEditMachine } from '../machines/rowEdit/rowEdit.ts';
import { calling } from './calling.ts';
import { present } from './present.ts';

/** Edits of whole rows of a version; the new totals go where the screen reads them. How they are made comes with its own code. */
export const rowEditsOf = (api: Api, versionId: number, summary: ValueStore<VersionSummary>) =>
  rowEditMachine.provide({
    actors: {
      doEdit: calling<readonly number[], { edit: RowEdit | null }>(async ({ input, signal }) => {
        const { doRowEdit } = await import('./parts.ts');
        const answer = await doRowEdit(api, versionId, present(input.edit), signal);
        summary.set(answer.summary);
        return answer.ids;
      }),
    },
  });
