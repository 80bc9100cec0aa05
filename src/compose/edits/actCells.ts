import * as v from 'valibot';
import type { MovedAct } from '../../../domain/api/actShapes.ts';
import type { Api } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { ActRow, type ActSummary } from '../../../domain/api/shapes.ts';
import { actCellMachine } from '../../machines/actCell/actCell.ts';
import { actTable } from '../../machines/editQueue/tables.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { Range, Subject } from '../../machines/numberCell/types.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { calling } from '../calls/calling.ts';
import { type AnsweredTable, type Edits, isNews, takingAnswers } from './answers.ts';

interface ClaimedInto {
  readonly actId: number;
  readonly listId: number;
  readonly rows: RowStore<ActRow>;
  readonly summary: ValueStore<ActSummary>;
  /** Whether an edit may change other acts. */
  readonly mayMoveOthers: () => boolean;
}

/** A table of act rows: cells with the range of their value, and with the changes they make to later acts. */
export function actGrid(api: Api, edits: Edits, { actId, listId, rows, summary, mayMoveOthers }: ClaimedInto) {
  const table: AnsweredTable = {
    name: actTable(actId, listId),
    take(_, answer) {
      const { row, sections, summary: sums } = answer as Answer<'PUT /act_rows/:id/'>;
      if (!isNews(rows.find(row.id), row)) return;
      for (const each of [row, ...sections]) rows.put(each);
      summary.set(sums);
    },
    takeTheirs: (theirs) => rows.put(v.parse(ActRow, theirs)),
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
  return gridMachine.provide({
    actors: {
      cell: actCellMachine.provide({ actors: { loadRange, previewMove } }),
      takeAnswers: takingAnswers(edits, table),
    },
  });
}
