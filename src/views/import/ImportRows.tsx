import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ImportList, ImportListData, ImportRow } from '../../../domain/api/importShapes.ts';
import type { RecognizedAs } from '../../../domain/api/recognizedAs.ts';
import type { Sentence } from '../../../domain/sentences/sentence.ts';
import { importTable } from '../../machines/editQueue/tables.ts';
import { type Decisions, decidedColumns, type ErrorLocation, type ImportFilter } from '../../machines/import/found.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { EmptyState, FailedState } from '../../ui/EmptyState.tsx';
import { Grid } from '../../ui/grid/Grid.tsx';
import type { GridColumn, GridHandle } from '../../ui/grid/types.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { listTitle, shownMoney } from '../figures.tsx';
import { useGrid } from '../grid/useGrid.tsx';
import { useWindows } from '../grid/useWindows.ts';
import { useStored } from '../reading.ts';
import { useScreens } from '../screens.tsx';
import { ColumnsBar } from './ColumnsBar.tsx';
import { FileTotals } from './FileTotals.tsx';
import styles from './import.module.css';
import { importColumns, importSubject, shownText } from './importColumns.tsx';
import type { ImportScreen } from './needs.ts';
import { useOthers } from './screen.ts';

interface ImportRowsProps {
  readonly screen: ImportScreen;
  readonly list: ImportList;
  readonly isFirst: boolean;
  readonly currency: string;
  readonly filter: ImportFilter;
  /** The error to go to, and the last one visited. */
  readonly sought: ErrorLocation | null;
  readonly reached: RefObject<ErrorLocation | null>;
  readonly decisions: Decisions;
  readonly refused: { readonly column: number; readonly sentence: Sentence } | null;
  readonly onTake: (column: number, takenFor: RecognizedAs) => void;
  readonly onRemoveRow: (row: ImportRow) => void;
  readonly onTakeIn: (row: number) => void;
}

const looksOf = (row: ImportRow) => (row.kind === 'section' ? 'section' : undefined);
const NONE: ImportListData['columns'] = [];

/** The rows of one list as read from the file, for correction. */
export function ImportRows(given: ImportRowsProps) {
  const { screen, list, isFirst, currency, filter, sought, reached, decisions, refused, onTake, onRemoveRow, onTakeIn } = given;
  const { rows, about, windows, grid: machine } = useMemo(() => screen.list(list.id, filter), [screen, list.id, filter]);
  const { count, failure, onSeen, retry, reload } = useWindows(rows, windows);
  useOthers(screen, reload);
  const known = useStored(about);
  const read = known?.columns ?? NONE;
  const isNarrow = useNarrow();
  const errors = list.error_count;
  const money = shownMoney(list.total).length;
  const columns = useMemo(
    () => importColumns({ columns: read, isFirst, isNarrow, errors, money, currency, sheet: list.sheet, onRemove: onRemoveRow }),
    [read, isFirst, isNarrow, errors, money, currency, list.sheet, onRemoveRow],
  );
  const subjectOf = useCallback(
    (row: ImportRow, column: GridColumn<ImportRow>) => importSubject(row, column, read, { projectId: screen.projectId, listId: list.id }),
    [read, screen.projectId, list.id],
  );
  const indexOf = useCallback(({ id }: Pick<Subject, 'id'>) => rows.indexOf(id), [rows]);
  const { grid, props } = useGrid<ImportRow>({
    machine,
    queue: useScreens().queue,
    table: importTable(screen.projectId),
    columns,
    rows,
    count: count ?? 0,
    startCol: 0,
    subjectOf,
    indexOf,
    shown: shownText,
  });
  const handle = useRef<GridHandle>(null);
  const isThere = count !== null && known !== null;
  useEffect(() => {
    if (!isThere || sought === null || sought === reached.current || sought.listId !== list.id) return;
    reached.current = sought;
    const row = filter === 'errors' ? (rows.indexOf(sought.rowId) ?? sought.ordinal) : sought.position;
    const cursor = {
      row,
      col: Math.max(
        0,
        props.columns.findIndex(({ id }) => id === sought.field),
      ),
    };
    grid.send({ type: 'cursor.placed', cursor });
    handle.current?.show(cursor);
    const frame = requestAnimationFrame(() => {
      handle.current?.element.querySelector<HTMLElement>(`[data-index="${row}"] > [data-col="${cursor.col}"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere, sought, reached, list.id, filter, rows, grid, props.columns]);
  if (failure !== null) return <FailedState title={m.list_unreadable()} sentence={failure} onRetry={retry} />;
  if (!isThere) return <SkeletonRows label={m.list_reading()} />;
  return (
    <>
      <ColumnsBar about={{ ...known, columns: decidedColumns(list.id, known.columns, decisions) }} refused={refused} onTake={onTake} />
      {known.notices.length > 0 && (
        <ul className={styles.notices}>
          {known.notices.map((notice) => (
            <li key={notice.detail}>{sentenceText(notice)}</li>
          ))}
        </ul>
      )}
      <Grid
        {...props}
        label={m.import_rows_of({ list: listTitle(list.title) })}
        looksOf={looksOf}
        handle={handle}
        onSeen={onSeen}
        totals={{ name: m.list_with_rows({ title: listTitle(list.title), count: list.row_count }), amount: shownMoney(list.total) }}
        empty={
          <EmptyState title={filter === 'errors' ? m.import_no_errors() : m.import_nothing_changed()}>{m.import_show_all()}</EmptyState>
        }
      />
      <FileTotals list={list} about={known} onTakeIn={onTakeIn} />
    </>
  );
}
