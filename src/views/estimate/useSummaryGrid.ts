import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { VersionSummary } from '../../../domain/api/shapes.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { cellKey } from '../../machines/editQueue/selectors.ts';
import { summaryTable } from '../../machines/editQueue/tables.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { useAsk } from '../changing.ts';
import { shownPercent } from '../figures.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { useEstimate } from './context.ts';
import type { EstimateScreen, LineKind } from './needs.ts';
import { type SummaryRow, summaryRows } from './summaryRows.ts';

type Column = GridColumn<SummaryRow>;
type NewLine = ActorRefFrom<EstimateScreen['newLine']>;

const NOBODY = () => () => undefined;

function subjectIn(row: SummaryRow, column: Column, table: string): Subject | null {
  if (!('line' in row)) return null;
  const { id, revision } = row.line;
  const field = column.id;
  const value = field === 'name' ? row.line.name : (row.line[field as `percent_${'total' | 'labour' | 'materials' | 'tools'}`] ?? '');
  const route = row.kind === 'tax' ? 'PUT /taxes/:id/' : 'PUT /additional_summary_costs/custom/:id/';
  const reads = field === 'name' ? 'text' : 'number';
  return { key: cellKey(id, field), table, route, id, field, name: row.line.name, value, revision, reads };
}

const shown = ({ field, value }: Subject) => (field === 'name' ? value : value === '' ? m.value_empty() : `${shownPercent(value)} %`);

export interface AddingLines {
  readonly newLine: NewLine;
  readonly add: (kind: LineKind) => void;
  /** Why the last line could not be added, or null. */
  readonly problem: Sentence | null;
}

/** Adds additional costs and taxes at once; offers the same in the command palette. */
export function useAddLine(estimate: EstimateScreen, blocked: string | null): AddingLines {
  const newLine = useActorRef(estimate.newLine);
  const problem = useSelector(newLine, ({ context }) => context.sentence);
  const { make } = useAsk(newLine);
  const add = useCallback((kind: LineKind) => make(kind, null), [make]);
  useScreenActions([
    { name: m.estimate_add_parameters(), run: () => add('additional'), blocked },
    { name: m.estimate_add_taxes(), run: () => add('tax'), blocked },
  ]);
  return { newLine, add, problem };
}

/** The rows as the grid reads them. They include an added line at once, so that the cursor can move to it before the screen is rendered again. */
function useSource(estimate: EstimateScreen, summary: VersionSummary, rows: readonly SummaryRow[]) {
  return useMemo(
    () => ({
      at: (index: number) => {
        const now = estimate.summary.get();
        return now === null || now === summary ? rows[index] : summaryRows(now)[index];
      },
      subscribe: NOBODY,
    }),
    [estimate, summary, rows],
  );
}

interface SummaryGrid {
  readonly rows: readonly SummaryRow[];
  readonly columns: readonly Column[];
  readonly newLine: NewLine;
  readonly onEnter: (row: SummaryRow, column: Column) => void;
}

/** The grid of the summary. Its cursor goes to an added line and follows a moved list. */
export function useSummaryGrid({ rows, columns, newLine, onEnter }: SummaryGrid) {
  const { estimate, summary, listChanges } = useEstimate();
  const { queue } = useScreens();
  const table = summaryTable(summary.version_id);
  const subjectOf = useCallback(
    (row: SummaryRow, column: Column) => (summary.frozen ? null : subjectIn(row, column, table)),
    [summary.frozen, table],
  );
  const indexOf = useCallback(
    ({ id }: Pick<Subject, 'id'>) => {
      const index = rows.findIndex((row) => 'line' in row && row.line.id === id);
      return index === -1 ? undefined : index;
    },
    [rows],
  );
  const { grid, props } = useGrid<SummaryRow>({
    machine: estimate.lines,
    queue,
    table,
    columns,
    rows: useSource(estimate, summary, rows),
    count: rows.length,
    startCol: 0,
    subjectOf,
    indexOf,
    shown,
    onEnter,
  });
  useEmitted(newLine, 'form.accepted', ({ output }) => {
    const now = estimate.summary.get();
    const fresh = now ? summaryRows(now) : [];
    grid.send({ type: 'rows.counted', rows: fresh.length });
    grid.send({ type: 'cursor.placed', cursor: { row: fresh.findIndex((row) => 'line' in row && row.line.id === output.id), col: 0 } });
    grid.send({ type: 'edit.started', draft: null });
  });
  useEmitted(listChanges, 'form.accepted', ({ output: { change, listId } }) => {
    const row = estimate.summary.get()?.costs.findIndex(({ id }) => id === listId) ?? -1;
    if (change.kind === 'move' && row >= 0) grid.send({ type: 'cursor.placed', cursor: { row, col: props.cursor.col } });
  });
  return props;
}
