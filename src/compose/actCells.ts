import * as v from 'valibot';
import type { MovedAct } from '../../domain/contract/actShapes.ts';
import type { Api } from '../../domain/contract/call.ts';
import { ActRow, type ActSummary } from '../../domain/contract/shapes.ts';
import { actCellMachine } from '../machines/actCell/actCell.ts';
import { gridMachine } from '../machines/grid/grid.ts';
import type { Range, Subject } from '../machines/numberCell/types.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import type { RowStore } from '../machines/rowWindow/rowStore.ts';
import { calling } from './calling.ts';
import { type Save, savingActors, valueIn } from './cells.ts';

interface ClaimedInto {
  readonly rows: RowStore<ActRow>;
  readonly summary: ValueStore<ActSummary>;
  /** Whether an edit may move what other acts say. */
  readonly mayMoveOthers: () => boolean;
}

/** A table of act rows: cells with the range their value may lie in, and what they move in later acts. */
export function actGrid(api: Api, { rows, summary, mayMoveOthers }: ClaimedInto) {
  const save: Save = async ({ subject, text }, revision, signal) => {
    const answer = await api('PUT /act_rows/:id/', { params: { id: subject.id }, body: { [subject.field]: text } }, { signal, revision });
    rows.put(answer.row);
    summary.set(answer.summary);
    return { value: valueIn(answer.row, subject.field), revision: answer.row.revision };
  };
  const loadRange = calling<Range, { subject: Subject }>(async ({ input: { subject }, signal }) => {
    const field = subject.field === 'percent' ? 'percent' : 'quantity';
    const { min_value, max_value, used } = await api(
      'GET /act_rows/:id/helper/',
      { params: { id: subject.id }, query: { field } },
      { signal },
    );
    return { min: min_value, max: max_value, used };
  });
  const previewMove = calling<readonly MovedAct[], { subject: Subject; text: string }>(async ({ input: { subject, text }, signal }) => {
    if (!mayMoveOthers()) return [];
    const asked = { params: { id: subject.id }, body: { [subject.field]: text } };
    return (await api('POST /act_rows/:id/preview/', asked, { signal })).later;
  });
  const saving = savingActors(save, (theirs) => rows.put(v.parse(ActRow, theirs)));
  return gridMachine.provide({ actors: { cell: actCellMachine.provide({ actors: { ...saving, loadRange, previewMove } }) } });
}
