import * as v from 'valibot';
import { fromAmounts, minus, plus, toAmounts } from '../../../domain/amounts.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { Line, Row } from '../../../domain/api/rowShapes.ts';
import type { VersionSummary } from '../../../domain/api/shapes.ts';
import { isInsert } from '../../machines/editQueue/rowsHere.ts';
import { listTable, summaryTable } from '../../machines/editQueue/tables.ts';
import type { Edit } from '../../machines/editQueue/types.ts';
import { gridMachine } from '../../machines/grid/grid.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { ListView } from '../calls/windows.ts';
import { type Edits, isNews, takingAnswers } from './answers.ts';
import { showingMadeRows } from './madeRows.ts';

type RowsMade = Pick<Answer<'POST /lists/:id/rows/'>, 'ids'> & Partial<Pick<Answer<'POST /lists/:id/rows/'>, 'sections'>>;

/** A table of estimate rows: the answer to an edit has the rows it changed and the new totals. */
export function estimateGrid(
  edits: Edits,
  listId: number,
  rows: RowStore<Row>,
  summary: ValueStore<VersionSummary>,
  { view, shown, entered }: ListView,
) {
  /** Edited rows stay on screen until they are loaded again, even if a filter no longer passes them, so the sum of the shown rows follows them. */
  const follow = (row: Row) => {
    const [before, sum] = [rows.find(row.id), shown.get()];
    if (before !== undefined && sum?.amounts)
      shown.set({ ...sum, amounts: toAmounts(plus(fromAmounts(sum.amounts), minus(fromAmounts(row), fromAmounts(before)))) });
  };
  /** Rows that were made or moved must be visible, so the sections around them are unfolded; a moved section itself stays folded. */
  const enter = ({ ids, sections = [] }: RowsMade) => {
    const made = new Set(ids);
    entered.set(sections.filter(({ id }) => !made.has(id)));
  };
  const take = (edit: Edit, answer: unknown) => {
    if (edit.kind !== 'cell') enter(answer as RowsMade);
    if (edit.kind === 'rows') {
      const { rows: made, summary: sums } = answer as Partial<Answer<'POST /lists/:id/rows/'>> &
        Pick<Answer<'POST /lists/:id/rows/'>, 'summary'>;
      const row = made?.[0];
      summary.set(sums);
      if (!isInsert(edit) || !row) return;
      const isWhole = rows.settle(edit.change.row.id, row);
      for (const section of (answer as RowsMade).sections ?? []) rows.put(section);
      const whole = shown.get();
      if (whole !== null) shown.set({ ...whole, stored: whole.stored + 1 });
      // The rows below a new heading belong to it now.
      const isLast = rows.indexOf(row.id) === (rows.size() ?? 0) - 1;
      if (!isWhole || (row.kind === 'section' && !isLast)) edits.refresh();
      return;
    }
    const changed = edit.kind === 'block' ? (answer as Answer<'POST /lists/:id/paste/'>).rows : [(answer as Answer<'PUT /rows/:id/'>).row];
    const news = changed.filter((row) => isNews(rows.find(row.id), row));
    news.forEach(follow);
    news.forEach(rows.put);
    (answer as Answer<'PUT /rows/:id/'>).sections.forEach(rows.put);
    // Totals are of the same age as the rows they come with.
    if (news.length === changed.length) summary.set((answer as Answer<'PUT /rows/:id/'>).summary);
  };
  const takeTheirs = (theirs: unknown) => rows.put(v.parse(Row, theirs));
  const show = showingMadeRows(edits.queue, listId, rows, summary, view);
  return gridMachine.provide({ actors: { takeAnswers: takingAnswers(edits, { name: listTable(listId), take, takeTheirs, show }) } });
}

/** The table of an estimate's summary: names and percents of its lines. Ids are unique among taxes and additional costs together. */
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
