import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListCosts, Row } from '../../../domain/api/shapes.ts';
import { enteredIn, isFormula } from '../../../domain/entered.ts';
import { FILLED_FIELDS, ROW_TEXTS } from '../../../domain/rowFields.ts';
import { isArranged } from '../../../domain/rowView.ts';
import { cellKey } from '../../machines/editQueue/selectors.ts';
import { listTable } from '../../machines/editQueue/tables.ts';
import { blockOf } from '../../machines/grid/range.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { onlyRow, touchedRows } from '../../machines/projectFeed/touched.ts';
import { spokenFormula } from '../../messages/formats.ts';
import { m } from '../../messages/messages.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn, GridHandle } from '../../ui/grid/types.ts';
import { laterPart, preloadedPart } from '../../ui/part.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownMoney, shownQuantity, shownUnitPrice } from '../figures.tsx';
import { RowsUnread } from '../grid/RowsUnread.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useProjectChanges, useStored } from '../reading.ts';
import { useIdParam } from '../routing.tsx';
import { useScreens } from '../screens.tsx';
import { columnName } from '../sections/columnName.ts';
import { listFoot, NoRows } from '../sections/listFoot.tsx';
import { useRowView } from '../sections/useRowView.ts';
import { useCommentsKey, useRowComments } from '../together/rowComments.tsx';
import { useEstimate } from './context.ts';
import styles from './estimate.module.css';
import { isEmptyRow, useListColumns } from './listColumns.tsx';

const ListTools = preloadedPart(() => import('./tools/ListTools.tsx').then((module) => module.ListTools));
const ViewChips = preloadedPart(() => import('../sections/ViewChips.tsx').then((module) => module.ViewChips));
const Comments = laterPart(() => import('../together/Comments.tsx').then((module) => module.Comments));

const TEXTS: readonly string[] = ROW_TEXTS;

/** A heading has a code and a name only. */
function subjectIn(row: Row, column: GridColumn<Row>, makes: Subject['makes']): Subject | null {
  const field = FILLED_FIELDS.find((each) => each === column.id);
  if (field === undefined || (row.kind === 'section' && field !== 'name' && field !== 'code')) return null;
  return {
    key: cellKey(row.id, field),
    table: listTable(row.list_id),
    route: 'PUT /rows/:id/',
    id: row.id,
    field,
    name: row.name,
    value: enteredIn(row, field),
    revision: row.revision,
    reads: TEXTS.includes(field) ? 'text' : 'number',
    ...(makes && isEmptyRow(row) && { makes }),
  };
}

const looksOf = (row: Row) => (row.kind === 'section' ? 'section' : isEmptyRow(row) ? 'open' : undefined);
const shown = ({ field, value, reads }: Subject) =>
  reads === 'text'
    ? value === ''
      ? m.value_empty()
      : value
    : isFormula(value)
      ? spokenFormula(value)
      : (field === 'quantity' ? shownQuantity : shownUnitPrice)(value);

function KnownList({ list }: { readonly list: ListCosts }) {
  const { estimate, summary, readSummary, about, blocked, priced } = useEstimate();
  const { rows, windows, grid: machine, tools, addRow, ...shownAs } = useMemo(() => estimate.list(list.id), [estimate, list.id]);
  const { count, failure, onSeen, retry, reload, refresh, isRead } = useWindows(rows, windows, readSummary);
  const whole = useStored(shownAs.shown);
  const { view, viewing, onFlip, onArrange } = useRowView(shownAs, rows, reload);
  const places = useSyncExternalStore(rows.subscribeArrivals, rows.places);
  useProjectChanges(about.project.id, (change) => {
    const row = onlyRow(change, list.id);
    if (row !== null && !isArranged(view)) refresh([row]);
    else if (touchedRows(change, list.id).length > 0) reload();
  });
  const { open, mark, onReady } = useRowComments(rows);
  const { columns, allColumns, isNarrow } = useListColumns({
    rows,
    store: estimate.layout,
    currency: about.project.currency,
    digits: String(count ?? 0).length,
    money: shownMoney(list.total).length,
    priced,
    mark,
    view,
    onFlip,
  });
  const startCol = Math.max(
    columns.findIndex(({ id }) => id === 'quantity'),
    0,
  );
  const makes = useMemo(
    () => ({ version: summary.version_id, list: list.id, title: list.title }),
    [summary.version_id, list.id, list.title],
  );
  const subjectOf = useCallback(
    (row: Row, column: GridColumn<Row>) => (summary.frozen ? null : subjectIn(row, column, makes)),
    [summary.frozen, makes],
  );
  const indexOf = useCallback(({ id }: Pick<Subject, 'id'>) => rows.indexOf(id), [rows]);
  const { queue } = useScreens();
  const table = listTable(list.id);
  const { grid, props } = useGrid<Row>({
    machine,
    queue,
    table,
    columns,
    rows,
    count: places ?? 0,
    startCol,
    subjectOf,
    indexOf,
    shown,
  });
  const range = useSelector(grid, ({ context }) => context.range);
  const picked = useSelector(grid, ({ context }) => context.picked);
  const chosen = useMemo(
    () => ({ block: range && blockOf(range), isPicked: picked.length > 0 ? ({ id }: Row) => picked.includes(id) : undefined }),
    [range, picked],
  );
  const totals = useMemo(() => listFoot(list, whole, count ?? 0), [list, whole, count]);
  const handle = useRef<GridHandle>(null);
  const [firstRowSlot, setFirstRowSlot] = useState<HTMLElement | null>(null);
  const current = useCallback(() => rows.at(grid.getSnapshot().context.cursor.row), [rows, grid]);
  const pressCommentsKey = useCommentsKey(current, open);
  if (failure !== null && count === null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (count === null) return <SkeletonRows label={m.list_reading()} />;
  return (
    <section onKeyDownCapture={pressCommentsKey} className={styles.screen} aria-label={listTitle(list.title)}>
      {isArranged(view) && <ViewChips mounted view={view} nameOf={(field) => columnName(allColumns, field)} onArrange={onArrange} />}
      <Grid
        {...props}
        label={listTitle(list.title)}
        looksOf={looksOf}
        onSeen={onSeen}
        chosen={chosen}
        handle={handle}
        totals={totals}
        isEmpty={count === 0}
        empty={
          <NoRows view={view} action={!summary.frozen && <span ref={setFirstRowSlot} />}>
            {m.estimate_no_rows_why()}
          </NoRows>
        }
      />
      <RowsUnread failure={failure} onRetry={retry} />
      <footer className={styles.status}>
        <ListTools
          mounted
          machines={tools}
          list={list}
          grid={grid}
          firstRowSlot={firstRowSlot}
          handle={handle}
          rows={rows}
          addRow={addRow}
          count={count}
          columns={columns}
          allColumns={allColumns}
          blocked={blocked}
          isNarrow={isNarrow}
          view={view}
          viewing={viewing}
          isRead={isRead}
          onComments={open}
          reload={reload}
        />
      </footer>
      <Comments projectId={about.project.id} versionId={summary.version_id} listId={list.id} current={current} onReady={onReady} />
    </section>
  );
}

/** One list of the estimate, row by row. */
export function EstimateList() {
  const { summary } = useEstimate();
  const listId = useIdParam('list');
  const list = summary.costs.find(({ id }) => id === listId);
  if (!list)
    return (
      <EmptyState isInstead title={m.estimate_no_such_list()}>
        {m.estimate_no_such_list_why()}
      </EmptyState>
    );
  return <KnownList key={list.id} list={list} />;
}
