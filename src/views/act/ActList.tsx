import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ActRow, ActSummary } from '../../../domain/api/shapes.ts';
import { isFormula } from '../../../domain/entered.ts';
import type { ActRowsOnly } from '../../../domain/rowView.ts';
import { cellKey } from '../../machines/editQueue/selectors.ts';
import { actTable } from '../../machines/editQueue/tables.ts';
import { askedMove, isRangeKnown } from '../../machines/numberCell/selectors.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { touchedActRows } from '../../machines/projectFeed/touched.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { spokenFormula } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { laterPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownPercent, shownQuantity } from '../figures.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useOpenPast } from '../history/useOpenPast.ts';
import type { MenuAction } from '../menus.tsx';
import { useProjectChanges, useStored } from '../reading.ts';
import { paths, useIdParam } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { FoldTools } from '../sections/FoldTools.tsx';
import { useRowView } from '../sections/useRowView.ts';
import type { CommentsHandle } from '../together/Comments.tsx';
import { useCommentsKey, useRowComments } from '../together/rowComments.tsx';
import styles from './act.module.css';
import { listTotals, placeOf, startColumn, useActColumns } from './actColumns.tsx';
import { useBeforeNoted } from './beforeNote.ts';
import { useAct } from './context.ts';
import { MovesDialog } from './MovesDialog.tsx';
import { RangeHelper } from './RangeHelper.tsx';
import { NoRowsLikeThat, RowsOnly, useRowsOnly } from './RowsOnly.tsx';
import { useCompleteMenu } from './useCompleteMenu.ts';
import { useWidening, type Widen } from './useWidening.tsx';

const Comments = laterPart(() => import('../together/Comments.tsx').then((module) => module.Comments));

type ListProgress = ActSummary['costs'][number];
const FIELDS = ['quantity', 'percent'] as const;

function subjectIn(row: ActRow, column: GridColumn<ActRow>, table: string): Subject | null {
  const field = FIELDS.find((each) => each === column.id);
  if (field === undefined || row.kind === 'section') return null;
  const { id, name, revision, unit } = row;
  return {
    key: cellKey(id, field),
    table,
    route: 'PUT /act_rows/:id/',
    id,
    field,
    name,
    value: row[field],
    revision,
    reads: 'number',
    unit,
  };
}
const looksOf = (row: ActRow) => (row.kind === 'section' ? 'section' : undefined);
const shown = ({ field, value }: Subject) =>
  isFormula(value) ? spokenFormula(value) : field === 'percent' ? `${shownPercent(value)} %` : shownQuantity(value);

/** The actions on the row of an event: its comments, its history, and asking for an extra. */
function useRowActionsAt(projectId: number, rows: RowStore<ActRow>, openComments: (row: ActRow) => void, widen: Widen | null) {
  const openPast = useOpenPast();
  return ({ target }: MouseEvent): readonly MenuAction[] => {
    const at = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
    const row = at === undefined ? undefined : rows.at(Number(at));
    if (row === undefined) return [];
    const { id, name } = row;
    return [
      { id: 'comments', label: m.comments_on_row(), run: () => openComments(row) },
      ...(row.kind === 'section'
        ? []
        : [
            ...(widen === null ? [] : [{ id: 'extra', label: m.extra_ask_for_row(), run: () => widen(row, '') }]),
            { id: 'past', label: m.history_this_row(), run: () => openPast({ projectId, of: 'act_row', id, name }) },
          ]),
    ];
  };
}

const NoRows = ({ only, addressOf }: { readonly only: ActRowsOnly | null; readonly addressOf: (which: ActRowsOnly | null) => string }) =>
  only === null ? (
    <EmptyState title={m.list_empty()}>{m.act_nothing_to_claim()}</EmptyState>
  ) : (
    <NoRowsLikeThat only={only} addressOf={addressOf} />
  );

/** The columns of the list, with the version that work done before comes from. */
function useColumns(
  list: ListProgress,
  rows: RowStore<ActRow>,
  count: number | null,
  folds: Parameters<typeof useActColumns>[4],
  mark: CommentsHandle['mark'],
) {
  const { act, summary, priced } = useAct();
  const columns = useActColumns(act.currency, list, rows, count, folds, priced, mark, act.answer !== null);
  return useBeforeNoted(columns, act.carried, summary);
}

interface Followed {
  readonly reload: () => void;
  readonly refresh: (rows: readonly number[]) => void;
  readonly hand: ReturnType<typeof useGrid<ActRow>>['hand'];
  readonly cells: ReturnType<typeof useGrid<ActRow>>['cells'];
}
/** Reloads the rows that a completion, or somebody else, has changed. */
function useFollowing({ reload, refresh, hand, cells }: Followed): void {
  const { act, completions } = useAct();
  useEffect(() => {
    if (completions > 0) reload();
  }, [completions, reload]);
  useEffect(() => {
    if (completions > 0) hand?.send({ type: 'range.outdated' });
  }, [completions, hand]);
  useProjectChanges(act.project_id, (change) => {
    const touched = touchedActRows(change, act);
    if (touched.length === 0) return;
    const row = touched === 'all' || touched.length > 1 ? undefined : touched[0];
    if (row === undefined) reload();
    else refresh([row]);
    // A refused cell shows its range after the cursor has left it, too.
    for (const cell of Object.values(cells)) cell.send({ type: 'range.outdated' });
  });
}

function KnownList({ list, only }: { readonly list: ListProgress; readonly only: ActRowsOnly | null }) {
  const { screen, act, summary, readSummary, restrictions, priced } = useAct();
  const { editBlockedBy } = restrictions;
  const openMenu = useCompleteMenu();
  const { rows, windows, grid: machine, ...viewed } = useMemo(() => screen.list(list.id, only), [screen, list.id, only]);
  const { count, failure, onSeen, retry, reload, refresh } = useWindows(rows, windows, readSummary);
  const [whole, folds] = [useStored(viewed.shown), useRowView(viewed, rows, reload)];
  const { open, mark, onReady } = useRowComments(rows);
  const { widen, offerFor, dialogFor } = useWidening(act, list.id, rows, priced);
  const rowActionsAt = useRowActionsAt(act.project_id, rows, open, widen);
  const columns = useColumns(list, rows, count, folds, mark);
  const { queue } = useScreens();
  const table = actTable(act.id, list.id);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const subjectOf = useCallback(
    (row: ActRow, column: GridColumn<ActRow>) => (editBlockedBy === null ? subjectIn(row, column, table) : null),
    [editBlockedBy, table],
  );
  const indexOf = useCallback(({ id }: Pick<Subject, 'id'>) => rows.indexOf(id), [rows]);
  const section = useRef<HTMLElement>(null);
  const { grid, props, cells, snapshots, retryRefused, hand, handSnapshot, handMode } = useGrid<ActRow>({
    machine,
    queue,
    table,
    columns,
    rows,
    count: count ?? 0,
    startCol: startColumn(columns),
    subjectOf,
    indexOf,
    shown,
    offerFor,
  });
  useFollowing({ reload, refresh, hand, cells });
  const current = useCallback(() => rows.at(grid.getSnapshot().context.cursor.row), [rows, grid]);
  const pressCommentsKey = useCommentsKey(current, open);
  const asking = snapshots.find((snapshot) => askedMove(snapshot) !== null);
  const answer = (type: 'move.confirmed' | 'move.declined') => asking && cells[asking.context.subject.key]?.send({ type });
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  const claimed = summary.claimed?.costs.find(({ id }) => id === list.id);
  const addressOf = (which: ActRowsOnly | null) => paths.actList(act.id, list.id, which);
  const key = handSnapshot?.context.subject.key ?? null;
  if (dismissed !== null && dismissed !== key) setDismissed(null);
  const field = handSnapshot?.context.subject.field === 'percent' ? 'percent' : 'quantity';
  const held = handSnapshot && handMode !== 'refused' && dismissed !== key ? handSnapshot : null;
  return (
    <section ref={section} onKeyDownCapture={pressCommentsKey} className={styles.screen} aria-label={listTitle(list.title)}>
      <div className={styles.tools}>
        <RowsOnly only={only} addressOf={addressOf} count={count} isAnswered={act.answer !== null} />
        {only === null && (
          <FoldTools rows={rows} count={count} placeOf={placeOf} view={folds.view} viewing={folds.viewing} table={section} />
        )}
      </div>
      <Grid
        {...props}
        onRevert={() => {
          if (handMode !== 'editing') setDismissed(key);
          props.onRevert();
        }}
        label={listTitle(list.title)}
        looksOf={looksOf}
        onSeen={onSeen}
        onContextMenu={(event) => openMenu(event, { id: list.id, name: listTitle(list.title) }, rowActionsAt(event))}
        totals={listTotals(list, whole?.stored ?? count, priced, claimed, columns[0]?.above === true)}
        empty={<NoRows only={whole?.stored === 0 ? null : only} addressOf={addressOf} />}
      />
      {editBlockedBy === null && count > 0 && (
        <div className={styles.helper}>
          {held === null && <span className="faint">{m.act_range_hint()}</span>}
          {held !== null && (
            <RangeHelper
              field={field}
              unit={rows.find(held.context.subject.id)?.unit ?? ''}
              range={held.context.range}
              isKnown={isRangeKnown(held)}
              onChoose={(which) => {
                props.onEdit(null);
                props.onCommit(held.context.range[which], null);
              }}
            />
          )}
        </div>
      )}
      <RowsUnread failure={failure} onRetry={retry} />
      <Comments projectId={act.project_id} versionId={act.version_id} listId={list.id} actId={act.id} current={current} onReady={onReady} />
      {dialogFor((extra) => retryRefused(({ id }) => rows.find(id)?.row_id === extra.row_id))}
      <MovesDialog
        moved={asking ? askedMove(asking) : null}
        currency={priced ? act.currency : null}
        onConfirm={() => answer('move.confirmed')}
        onDecline={() => answer('move.declined')}
      />
    </section>
  );
}

/** One list of the act, row by row. */
export function ActList() {
  const { summary } = useAct();
  const only = useRowsOnly();
  const listId = useIdParam('list');
  const list = summary.costs.find(({ id }) => id === listId);
  if (!list)
    return (
      <EmptyState isInstead title={m.act_no_such_list()}>
        {m.act_no_such_list_why()}
      </EmptyState>
    );
  return <KnownList key={`${list.id} ${only}`} list={list} only={only} />;
}
