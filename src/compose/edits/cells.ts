import * as v from 'valibot';
import type { Answer } from '../../../domain/contract/routes.ts';
import { Line, Row, type VersionSummary } from '../../../domain/contract/shapes.ts';
import { isInsert } from '../../machines/editQueue/rowsHere.ts';
import { listTable, summaryTable } from '../../machines/editQueue/tables.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { type Edits, isNews, takingAnswers } from './answers.ts';
import { showingMadeRows } from './madeRows.ts';

/** A table of estimate rows: the answer to an edit has the rows it changed and the new totals. */
export function estimateGrid(edits: Edits, listId: number, rows: RowStore<Row>, summary: ValueStore<VersionSummary>) {
  const take = (edit: Edit, answer: unknown) => {
    if (edit.kind === 'rows') {
      const { rows: made, summary: sums } = answer as Partial<Answer<'POST /lists/:id/rows/'>> &
        Pick<Answer<'POST /lists/:id/rows/'>, 'summary'>;
      const row = made?.[0];
      summary.set(sums);
      if (isInsert(edit) && row && !rows.settle(edit.change.row.id, row)) edits.refresh();
      return;
    }
    const changed = edit.kind === 'block' ? (answer as Answer<'POST /lists/:id/paste/'>).rows : [(answer as Answer<'PUT /rows/:id/'>).row];
    const news = changed.filter((row) => isNews(rows.find(row.id), row));
    news.forEach(rows.put);
    // Totals are as old as the rows they come with.
    if (news.length === changed.length) summary.set((answer as Answer<'PUT /rows/:id/'>).summary);
  };
  const takeTheirs = (theirs: unknown) => rows.put(v.parse(Row, theirs));
  const show = showingMadeRows(edits.queue, listId, rows, summary);
  return gridMachine.provide({ actors: { takeAnswers: takingAnswers(edits, { name: listTable(listId), take, takeTheirs, show }) } });
}

/** The table of an estimate's summary: names and percents of its lines. Ids of taxes and additional costs are of one series. */
export function lineGrid(edits: Edits, versionId: number, summary: ValueStore<VersionSummary>) {
  const known = (id: number) => {
    const { taxes = [], additional = [] } = summary.get() ?? {};
    return [...taxes, ...additional].find((line) => line.id === id);
  };
  const take = (_: Edit, answer: unknown) => {
    const { record, summary: sums } = answer as Answer<'PUT /taxes/:id/'>;
    if (isNews(known(record.id), record)) summary.set(sums);
  };
  const takeTheirs = (theirs: unknown) => {
    const [line, shown] = [v.parse(Line, theirs), summary.get()];
    const replaced = (lines: readonly Line[]) => lines.map((each) => (each.id === line.id ? line : each));
    if (shown) summary.set({ ...shown, additional: replaced(shown.additional), taxes: replaced(shown.taxes) });
  };
  return gridMachine.provide({
    actors: { takeAnswers: takingAnswers(edits, { name: summaryTable(versionId), take, takeTheirs }) },
  });
}
