import { useActorRef, useSelector } from '@xstate/react';
import { type CSSProperties, type KeyboardEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn, RowLooks } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { shownMoney } from '../figures.tsx';
import { type MenuAction, useActionsMenu } from '../menus.tsx';
import { paths, useGo } from '../routing.tsx';
import { useEstimate } from './context.ts';
import styles from './estimate.module.css';
import type { EstimateScreen } from './needs.ts';
import { summaryColumns } from './summaryColumns.tsx';
import { type SummaryRow, summaryRows } from './summaryRows.ts';
import { useListActions } from './useListActions.ts';
import { type AddingLines, useAddLine, useSummaryGrid } from './useSummaryGrid.ts';

const NO_ACTS = { acts: [], claimed: '0.00', settled: '0.00' };
const Pictures = preloadedPart(() => import('../pictures/VersionPictures.tsx').then((module) => module.VersionPictures));

const ContractSums = preloadedPart(() => import('../extras/ContractSums.tsx').then((module) => module.ContractSums));

type Removal = ActorRefFrom<EstimateScreen['lineRemoval']>;
type ListActions = ReturnType<typeof useListActions>;

const looksOf = (row: SummaryRow): RowLooks | undefined =>
  row.kind === 'subtotal' || row.kind === 'total' ? 'total' : row.kind === 'list' ? undefined : 'sub';

interface RowMenus {
  readonly rows: readonly SummaryRow[];
  readonly lists: ListActions;
  readonly add: AddingLines['add'];
  readonly removal: Removal;
  readonly blocked: string | null;
}

/** The menu of each row, and the keys that do the same. */
function useRowMenus({ rows, lists, add, removal, blocked }: RowMenus) {
  const { summary } = useEstimate();
  const go = useGo();
  const { openFor, openAt } = useActionsMenu();
  const menuOf = (row: SummaryRow | undefined): readonly MenuAction[] => {
    if (row?.kind === 'list') return lists.actionsOf(row.list);
    if (!row || !('line' in row)) return [];
    const run = () => removal.send({ type: 'dialog.opened', subject: row });
    return [{ id: 'delete', label: m.action_delete(), destructive: true, run, blocked }];
  };
  const rowOf = (target: EventTarget) => {
    const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
    return index === undefined ? undefined : rows[Number(index)];
  };
  const openAtCursor = (row: SummaryRow) => {
    const box = document.activeElement?.getBoundingClientRect();
    if (box) openAt({ pageX: box.left, pageY: box.bottom }, menuOf(row));
  };
  return {
    onEnter(row: SummaryRow, column: GridColumn<SummaryRow>) {
      if (row.kind === 'list' && column.id === 'actions') openAtCursor(row);
      else if (row.kind === 'list') go(paths.list(summary.project_id, summary.version_id, row.list.id));
      else if ('line' in row && column.id === 'actions' && !summary.frozen) removal.send({ type: 'dialog.opened', subject: row });
    },
    events: {
      onContextMenu: (event: Parameters<typeof openFor>[0]) => openFor(event, menuOf(rowOf(event.target))),
      onKeyDownCapture(event: KeyboardEvent) {
        const row = rowOf(event.target);
        if (event.key === 'Insert' && row && row.kind !== 'list' && blocked === null) {
          event.preventDefault();
          add(row.kind === 'subtotal' || row.kind === 'additional' ? 'additional' : 'tax');
        }
        if (!event.altKey || !(event.key === 'ArrowUp' || event.key === 'ArrowDown') || row?.kind !== 'list') return;
        event.preventDefault();
        event.stopPropagation();
        lists.move(row.list, event.key === 'ArrowUp' ? -1 : 1);
      },
    },
  };
}

function NoLists({ blocked, onAdd }: { readonly blocked: string | null; readonly onAdd: () => void }) {
  return (
    <EmptyState
      title={m.lists_none()}
      action={
        <Button kind="primary" icon="plus" blocked={blocked} onClick={onAdd}>
          {m.lists_add_first()}
        </Button>
      }
    >
      {m.lists_none_why()}
    </EmptyState>
  );
}

function LineRemoval({ removal, currency }: { readonly removal: Removal; readonly currency: string }) {
  const removing = useSelector(removal, (snapshot) => snapshot);
  const { line } = removing.context.subject ?? {};
  return (
    <ConfirmDialog
      open={!removing.matches('closed')}
      busy={removing.matches('submitting')}
      problem={sentenceText(removing.context.sentence)}
      title={m.estimate_delete_title({ name: line?.name ?? '' })}
      description={line ? m.estimate_delete_why({ amount: `${shownMoney(line.total)} ${currency}` }) : ''}
      onConfirm={() => removal.send({ type: 'form.submitted', given: null })}
      onClose={() => removal.send({ type: 'dialog.closed' })}
    />
  );
}

/** The estimate in one table: lists, parameters, taxes. */
export function EstimateSummary() {
  const { estimate, summary, about, version, listChanges, blocked, priced } = useEstimate();
  const { currency, id: projectId } = about.project;
  const rows = useMemo(() => summaryRows(summary).filter(({ kind }) => priced || kind === 'list'), [summary, priced]);
  const { newLine, add, problem } = useAddLine(estimate, blocked);
  const removal = useActorRef(estimate.lineRemoval);
  const lists = useListActions({ changes: listChanges, summary, blocked });
  const { actionsOf } = lists;
  const isNarrow = useNarrow();
  const digits = shownMoney(summary.total_with_taxes.total).length;
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
        // Without prices only the name is left, which needs no second line.
        isNarrow && priced,
        digits,
      ).filter(({ id }) => priced || id === 'name'),
    [isNarrow, priced, currency, digits, projectId, summary.version_id, blocked, add, removal, actionsOf],
  );
  const { onEnter, events } = useRowMenus({ rows, lists, add, removal, blocked });
  const grid = useSummaryGrid({ rows, columns, newLine, onEnter });
  const { total, labour, materials, tools } = summary.total_with_taxes;
  return (
    <section className={styles.summary} aria-label={m.estimate_summary()} {...events}>
      {problem !== null && <Banner>{sentenceText(problem)}</Banner>}
      {summary.costs.length === 0 && <NoLists blocked={blocked} onAdd={lists.add} />}
      <div className={styles.sheet} style={{ '--rows': rows.length } as CSSProperties}>
        <Grid
          {...grid}
          label={m.estimate_summary()}
          looksOf={looksOf}
          grandTotals
          {...(priced && {
            totals: {
              name: m.summary_total_with_taxes(),
              total: shownMoney(total),
              labour: shownMoney(labour),
              materials: shownMoney(materials),
              tools: shownMoney(tools),
            },
          })}
        />
      </div>
      {priced && summary.extras && <ContractSums mounted isBeneath original={total} extras={summary.extras} currency={currency} />}
      {priced && <Pictures mounted summary={summary} version={version ?? NO_ACTS} currency={currency} />}
      <LineRemoval removal={removal} currency={currency} />
    </section>
  );
}
