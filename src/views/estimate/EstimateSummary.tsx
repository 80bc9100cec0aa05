import { useActorRef, useSelector } from '@xstate/react';
import { type CSSProperties, type KeyboardEvent, useCallback, useMemo } from 'react';
import { frozen } from '../../../domain/sentences/estimates.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn, RowLooks } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { latePart } from '../../ui/part.tsx';
import { shownMoney, shownPercent } from '../figures.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { type MenuAction, useActionsMenu } from '../menus.tsx';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import { useEstimate } from './context.ts';
import styles from './estimate.module.css';
import type { LineKind } from './needs.ts';
import { summaryColumns } from './summaryColumns.tsx';
import { type SummaryRow, summaryRows } from './summaryRows.ts';
import { useListActions } from './useListActions.ts';

const Pictures = latePart(() => import('../pictures/VersionPictures.tsx').then((module) => module.VersionPictures));

const looksOf = (row: SummaryRow): RowLooks | undefined =>
  row.kind === 'subtotal' || row.kind === 'total' ? 'total' : row.kind === 'list' ? undefined : 'sub';

const NOBODY = () => () => undefined;

function subjectIn(row: SummaryRow, column: GridColumn<SummaryRow>): Subject | null {
  if (!('line' in row)) return null;
  const { id, revision } = row.line;
  const field = column.id;
  const value = field === 'name' ? row.line.name : (row.line[field as `percent_${'total' | 'labour' | 'materials' | 'tools'}`] ?? '');
  return { key: `${id} ${field}`, id, field, name: row.line.name, value, revision, reads: field === 'name' ? 'text' : 'number' };
}

/** The estimate in one table: lists, parameters, taxes. */
export function EstimateSummary() {
  const { estimate, summary, about, version, listChanges } = useEstimate();
  const { currency, id: projectId } = about.project;
  const go = useGo();
  const rows = useMemo(() => summaryRows(summary), [summary]);
  // A line just added is there for the cursor before the screen has drawn it.
  const source = useMemo(
    () => ({
      at: (index: number) => {
        const now = estimate.summary.get();
        return now === null || now === summary ? rows[index] : summaryRows(now)[index];
      },
      subscribe: NOBODY,
    }),
    [estimate, summary, rows],
  );
  const newLine = useActorRef(estimate.newLine);
  const removal = useActorRef(estimate.lineRemoval);
  const removing = useSelector(removal, (snapshot) => snapshot);
  const addProblem = useSelector(newLine, ({ context }) => context.sentence);
  const { openFor, openAt } = useActionsMenu();
  const blocked = summary.frozen ? sentenceText(frozen()) : null;
  const { add: addList, move, actionsOf } = useListActions({ changes: listChanges, summary, blocked });
  const add = useCallback(
    (kind: LineKind) => {
      newLine.send({ type: 'dialog.closed' });
      newLine.send({ type: 'dialog.opened', subject: kind });
      newLine.send({ type: 'form.submitted', given: null });
    },
    [newLine],
  );
  useScreenActions([
    { name: m.estimate_add_parameters(), run: () => add('additional'), blocked },
    { name: m.estimate_add_taxes(), run: () => add('tax'), blocked },
  ]);
  const isNarrow = useNarrow();
  const columns = useMemo(
    () =>
      summaryColumns(
        currency,
        {
          addressOf: (listId) => paths.list(projectId, summary.version_id, listId),
          onAdd: add,
          blocked,
          onRemove: (line, kind) => removal.send({ type: 'dialog.opened', subject: { line, kind } }),
          actionsOf,
        },
        isNarrow,
      ),
    [isNarrow, currency, projectId, summary.version_id, blocked, add, removal, actionsOf],
  );
  const subjectOf = useCallback(
    (row: SummaryRow, column: GridColumn<SummaryRow>) => (summary.frozen ? null : subjectIn(row, column)),
    [summary.frozen],
  );
  const placeOf = useCallback(
    ({ id }: Subject) => {
      const place = rows.findIndex((row) => 'line' in row && row.line.id === id);
      return place === -1 ? undefined : place;
    },
    [rows],
  );
  const shown = useCallback(
    ({ field, value }: Subject) => (field === 'name' ? value : value === '' ? m.value_empty() : `${shownPercent(value)} %`),
    [],
  );
  const openAtCursor = (row: SummaryRow) => {
    const box = document.activeElement?.getBoundingClientRect();
    if (box) openAt({ pageX: box.left, pageY: box.bottom }, menuOf(row));
  };
  const onEnter = (row: SummaryRow, column: GridColumn<SummaryRow>) => {
    if (row.kind === 'list' && column.id === 'actions') openAtCursor(row);
    else if (row.kind === 'list') go(paths.list(projectId, summary.version_id, row.list.id));
    else if ('line' in row && column.id === 'actions' && !summary.frozen) removal.send({ type: 'dialog.opened', subject: row });
    else if (!('line' in row) && column.id === 'name' && !summary.frozen) {
      add(row.kind === 'subtotal' ? 'additional' : 'tax');
    }
  };
  const { grid, props } = useGrid<SummaryRow>({
    machine: estimate.lines,
    columns,
    rows: source,
    count: rows.length,
    startCol: 0,
    subjectOf,
    placeOf,
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
  const { line } = removing.context.subject ?? {};
  useEmitted(listChanges, 'form.accepted', ({ output: { change, listId } }) => {
    const row = estimate.summary.get()?.costs.findIndex(({ id }) => id === listId) ?? -1;
    if (change.kind === 'move' && row >= 0) grid.send({ type: 'cursor.placed', cursor: { row, col: props.cursor.col } });
  });
  const rowOf = (target: EventTarget) => {
    const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
    return index === undefined ? undefined : rows[Number(index)];
  };
  const menuOf = (row: SummaryRow | undefined): readonly MenuAction[] => {
    if (row?.kind === 'list') return actionsOf(row.list);
    if (!row || !('line' in row)) return [];
    const run = () => removal.send({ type: 'dialog.opened', subject: row });
    return [{ id: 'delete', label: m.action_delete(), destructive: true, run, blocked }];
  };
  const moveByKey = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    if (!event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown') || row?.kind !== 'list') return;
    event.preventDefault();
    event.stopPropagation();
    move(row.list, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <section
      className={styles.summary}
      aria-label={m.estimate_summary()}
      onContextMenu={(event) => openFor(event, menuOf(rowOf(event.target)))}
      onKeyDownCapture={moveByKey}
    >
      {addProblem !== null && <Banner>{sentenceText(addProblem)}</Banner>}
      {summary.costs.length === 0 && (
        <EmptyState
          title={m.lists_none()}
          action={
            <Button kind="primary" icon="plus" blocked={blocked} onClick={addList}>
              {m.lists_add_first()}
            </Button>
          }
        >
          {m.lists_none_why()}
        </EmptyState>
      )}
      <div className={styles.sheet} style={{ '--rows': rows.length } as CSSProperties}>
        <Grid
          {...props}
          label={m.estimate_summary()}
          looksOf={looksOf}
          grandTotals
          totals={{
            name: m.summary_total_with_taxes(),
            total: shownMoney(summary.total_with_taxes.total),
            labour: shownMoney(summary.total_with_taxes.labour),
            materials: shownMoney(summary.total_with_taxes.materials),
            tools: shownMoney(summary.total_with_taxes.tools),
          }}
        />
      </div>
      <Pictures wanted summary={summary} acts={version?.acts ?? []} currency={currency} />
      <ConfirmDialog
        open={!removing.matches('closed')}
        busy={removing.matches('submitting')}
        problem={sentenceText(removing.context.sentence)}
        title={m.estimate_delete_title({ name: line?.name ?? '' })}
        description={line ? m.estimate_delete_why({ amount: `${shownMoney(line.total)} ${currency}` }) : ''}
        onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
        onClose={() => removal.send({ type: 'dialog.closed' })}
      />
    </section>
  );
}
