import { fromPromise } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { enteredIn } from '../../../domain/entered.ts';
import { isInsert } from '../../machines/editQueue/rowsHere.ts';
import type { Taken } from '../../machines/editQueue/setup.ts';
import type { BlockEdit, CellEdit, Edit, RowsEdit } from '../../machines/editQueue/types.ts';
import { required } from '../calls/required.ts';
import type { ProjectFeeds } from '../live/projectFeeds.ts';

interface Extra {
  readonly signal: AbortSignal;
  readonly key: string;
}
type Feeds = Pick<ProjectFeeds, 'edit'>;
/** Whether a table is on screen and applies the answers to its edits. */
type IsOpen = (table: string) => boolean;
type SetRows = Pick<Answer<'POST /versions/:id/rows/delete/'>, 'event_id'> & Partial<Pick<Answer<'POST /lists/:id/rows/'>, 'rows'>>;
type RecordRoute = Exclude<CellEdit['route'], 'PUT /import/:id/rows/:rowId/'>;
interface Revised {
  readonly revision: number;
}

async function sendCell(api: Api, feeds: Feeds, edit: CellEdit, extra: Extra, isShown: () => boolean): Promise<Taken> {
  const { route, id, field, text, revision, within } = edit;
  if (route === 'PUT /import/:id/rows/:rowId/') {
    const { project, column } = required(within);
    const answer = await api(route, { params: { id: project, rowId: id }, body: { column_index: column, value: text } }, extra);
    return { answer, value: answer.row.cells[field] ?? '', step: null };
  }
  // The body contains only the edited field.
  const asked = { params: { id }, body: { [field]: text } } as never;
  const answer = await feeds.edit(() => api<RecordRoute>(route, asked, { ...extra, revision }), isShown);
  const record: Revised = 'record' in answer ? answer.record : answer.row;
  return { answer, value: enteredIn(record, field), step: { route, id, from: revision, to: record.revision } };
}

function sendBlock(
  api: Api,
  { list, rowId, rowIds, as, field, fields, cells, decimal }: BlockEdit,
  extra: Extra,
): Promise<Answer<'POST /lists/:id/paste/'>> {
  const places = { row_id: rowId, ...(rowIds && { row_ids: [...rowIds] }), ...(fields && { fields: [...fields] }) };
  const body = { ...places, as, field, decimal, cells: cells.map((row) => [...row]) };
  return api('POST /lists/:id/paste/', { params: { id: list }, body }, extra);
}

function sendRows(api: Api, { version, change }: RowsEdit, extra: Extra) {
  const params = { id: version };
  const meant = 'ids' in change ? { ids: [...change.ids], with_rows: [...(change.withRowsOf ?? [])] } : { ids: [], with_rows: [] };
  switch (change.kind) {
    case 'insert': {
      const { kind, fields } = change.row;
      const after = change.afterId !== undefined && { after_id: change.afterId, past_rows: change.pastRows === true };
      const body = { ...fields, kind, ...after };
      return api('POST /lists/:id/rows/', { params: { id: change.listId }, body }, extra);
    }
    case 'duplicate':
      return api('POST /versions/:id/rows/duplicate/', { params, body: meant }, extra);
    case 'move': {
      const body = { ...meant, list_id: change.listId, after_id: change.afterId, past_rows: change.pastRows === true };
      return api('POST /versions/:id/rows/move/', { params, body }, extra);
    }
    case 'delete':
      return api('POST /versions/:id/rows/delete/', { params, body: meant }, extra);
    case 'step':
      return api('POST /rows/:id/step/', { params: { id: change.id }, body: { by: change.by } }, extra);
  }
}

/** Makes the call of an edit. Every answer to a person's own edit passes here once, so that the feeds learn of its event. */
export const sendingEdits = (api: Api, feeds: Feeds, isOpen: IsOpen) =>
  fromPromise<Taken, { edit: Edit | undefined }>(async ({ input, signal }) => {
    const edit = required(input.edit);
    const extra = { signal, key: edit.key };
    const isShown = () => isOpen(edit.table);
    if (edit.kind === 'cell') return sendCell(api, feeds, edit, extra, isShown);
    const send = () => (edit.kind === 'block' ? sendBlock(api, edit, extra) : sendRows(api, edit, extra));
    const answer = await feeds.edit<SetRows>(send, isShown);
    const row = isInsert(edit) ? answer.rows?.[0] : undefined;
    const made = row && isInsert(edit) ? { made: { here: edit.change.row.id, id: row.id, revision: row.revision } } : {};
    return { answer, value: '', step: null, ...made, ...(edit.kind === 'block' && answer.rows && { rows: answer.rows }) };
  });
