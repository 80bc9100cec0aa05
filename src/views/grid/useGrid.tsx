import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { editQueueMachine } from '../../machines/editQueue/editQueue.ts';
import { cellsOf, unsentIn } from '../../machines/editQueue/selectors.ts';
import type { Cursor, Move } from '../../machines/grid/cursor.ts';
import type { gridMachine } from '../../machines/grid/grid.ts';
import type { CellRef } from '../../machines/grid/setup.ts';
import { type CellSnapshot, cellMode } from '../../machines/numberCell/selectors.ts';
import type { Subject } from '../../machines/numberCell/types.ts';
import type { GridColumn, GridProps, OpenEditor, RowSource } from '../../ui/grid/types.ts';
import { cellStates, type OfferFor, retryRefused } from './cellStates.tsx';
import { spokenEntry } from './entered.tsx';
import { loadNumberEditor, numberEditor } from './numberEditors.ts';
import { useInterruption } from './useInterruption.ts';
import { useShownEdits } from './useShownEdits.ts';

interface GridOptions<Row> {
  readonly machine: typeof gridMachine;
  readonly queue: ActorRefFrom<typeof editQueueMachine>;
  /** The name under which the queue knows edits of this table. */
  readonly table: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  readonly count: number;
  /** The cell the cursor starts in. */
  readonly startCol: number;
  readonly subjectOf: (row: Row, column: GridColumn<Row>) => Subject | null;
  readonly indexOf: (record: Pick<Subject, 'id'>) => number | undefined;
  readonly shown: (subject: Subject) => string;
  /** A further action offered with a refused text, besides dropping it. */
  readonly offerFor?: OfferFor;
  /** The effect of Enter on a cell where nothing can be typed. */
  readonly onEnter?: (row: Row, column: GridColumn<Row>) => void;
}

const NO_CELLS: readonly CellSnapshot[] = [];
const NEVER = () => () => undefined;
const NONE = () => 0;

/** The snapshots of all cells with an actor. The array stays the same while none of them changes. */
function useCells(cells: Readonly<Record<string, CellRef>>): readonly CellSnapshot[] {
  const refs = useMemo(() => Object.values(cells), [cells]);
  const held = useRef(NO_CELLS);
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = refs.map((ref) => ref.subscribe(listener));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    [refs],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = refs.map((ref) => ref.getSnapshot());
    const same = now.length === held.current.length && now.every((snapshot, index) => snapshot === held.current[index]);
    if (!same) held.current = now;
    return held.current;
  });
}

const areLaidAs = <Row,>(columns: readonly GridColumn<Row>[], others: readonly GridColumn<Row>[]) =>
  columns.length === others.length && columns.every(({ id }, index) => id === others[index]?.id);

/** Keeps the cursor on its row when rows are inserted or deleted above it. */
function useCarriedCursor(grid: ActorRefFrom<typeof gridMachine>, rows: GridOptions<unknown>['rows']): void {
  const held = useRef<{ readonly row: number; readonly key: number | undefined }>({ row: -1, key: undefined });
  useLayoutEffect(() => {
    const { row } = grid.getSnapshot().context.cursor;
    const key = rows.keySeenAt?.(row);
    // A row that is being loaded again keeps its identity.
    if (key !== undefined || row !== held.current.row) held.current = { row, key };
  });
  // The machine learns of it when the rows arrive, so that cursor and rows are rendered in their new positions together.
  useEffect(
    () =>
      rows.subscribeArrivals?.(() => {
        const { row, key } = held.current;
        // The cursor is moving to another row, which is rendered next.
        if (row !== grid.getSnapshot().context.cursor.row) return;
        const index = key === undefined ? undefined : rows.indexOf?.(key);
        if (index !== undefined && index !== grid.getSnapshot().context.cursor.row) grid.send({ type: 'row.carried', row: index });
      }),
    [rows, grid],
  );
}

/**
 * Hands unsent text to the queue when the table or the page is left, because its machines end before a removed editor could pass on its text, and before
 * the server has answered the preview of a claim. After the end of a session the session keeps the text itself.
 */
function useLeaving(
  grid: ActorRefFrom<typeof gridMachine>,
  queue: GridOptions<unknown>['queue'],
  reader: ReturnType<typeof useInterruption>['reader'],
): void {
  useLayoutEffect(() => {
    const leave = () => {
      if (queue.getSnapshot().matches('nobody')) return;
      const text = reader.current?.().text ?? null;
      if (text !== null && grid.getSnapshot().matches('editing')) grid.send({ type: 'edit.committed', text, next: null });
      grid.send({ type: 'table.closed' });
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [grid, queue, reader]);
}

/** The open editor and the text it begins with. */
function useEditor(isEditing: boolean, hand: CellSnapshot | undefined): OpenEditor | null {
  // An open editor stays the one it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when an editor opens
  const NumberEditor = useMemo(numberEditor, [isEditing]);
  useEffect(() => void loadNumberEditor(), []);
  return useMemo(() => {
    if (!isEditing || !hand) return null;
    const { typed, subject, selected } = hand.context;
    const text = typed ?? subject.value;
    return { text: subject.reads === 'number' ? spokenEntry(text) : text, selected, NumberEditor };
  }, [isEditing, hand, NumberEditor]);
}

/** Drives a table by its machine: the cursor, the open editor, and the cells that are unsaved or were refused. */
export function useGrid<Row>(options: GridOptions<Row>) {
  const { machine, queue, table, columns: given, rows, count, startCol, subjectOf, indexOf, shown, offerFor, onEnter } = options;
  // A new order of columns is rendered together with the cursor's new position, so that an open editor stays open.
  const [laid, setLaid] = useState(given);
  const columns = areLaidAs(given, laid) ? given : laid;
  const latest = useRef({ columns, rows, subjectOf });
  useLayoutEffect(() => {
    latest.current = { columns, rows, subjectOf };
  });
  const subjectAt = useCallback(
    ({ row, col }: Cursor) => {
      const { columns: known, rows: source, subjectOf: find } = latest.current;
      const [record, column] = [source.at(row), known[col]];
      const subject = record !== undefined && column?.accepts ? find(record, column) : null;
      return subject && { ...subject, unsent: unsentIn(queue.getSnapshot(), subject.table, subject.key) };
    },
    [queue],
  );
  const grid = useActorRef(machine, { input: { rows: count, cols: columns.length, col: startCol, subjectAt, queue } });
  useEffect(() => grid.send({ type: 'rows.counted', rows: count }), [grid, count]);
  // The cursor is on its row again before a text typed ahead is opened there.
  useCarriedCursor(grid, rows);
  useEffect(
    () => rows.subscribeArrivals?.(() => grid.send({ type: 'rows.arrived', isRead: (row) => rows.at(row) !== undefined })),
    [rows, grid],
  );
  const place = useInterruption({ grid, table, columns, rows });
  useLeaving(grid, queue, place.reader);

  useLayoutEffect(() => {
    if (areLaidAs(given, laid)) return;
    const { col } = grid.getSnapshot().context.cursor;
    const index = given.findIndex(({ id }) => id === laid[col]?.id);
    latest.current = { ...latest.current, columns: given };
    if (index === -1) grid.send({ type: 'edit.reverted' });
    grid.send({ type: 'columns.laid', cols: given.length, col: Math.max(0, index) });
    setLaid(given);
  }, [grid, given, laid]);

  const cursor = useSelector(grid, ({ context }) => context.cursor);
  const cells = useSelector(grid, ({ context }) => context.cells);
  const inHand = useSelector(grid, ({ context }) => context.inHand);
  const isEditing = useSelector(grid, (snapshot) => snapshot.matches('editing'));
  const isAway = useSelector(grid, (snapshot) => snapshot.matches('away'));
  const snapshots = useCells(cells);
  const hand = inHand === null ? undefined : cells[inHand];
  const handSnapshot = snapshots.find(({ context }) => context.subject.key === inHand);
  const unsaved = useSelector(queue, ({ context }) => context);
  const unsent = useMemo(() => cellsOf({ context: unsaved }, table), [unsaved, table]);

  const arrivals = useSyncExternalStore(rows.subscribeArrivals ?? NEVER, rows.arrivals ?? NONE);
  // Rows may have other positions after an arrival.
  const places = useMemo(() => ({ arrivals, of: indexOf }), [arrivals, indexOf]);
  useShownEdits({ table, columns, rows, places });
  const known = useMemo(
    () => ({ grid, queue, cells, snapshots, unsent, rows, columns, indexOf: places.of, subjectOf, shown, offerFor }),
    [grid, queue, cells, snapshots, unsent, rows, columns, places, subjectOf, shown, offerFor],
  );
  const states = useMemo(() => cellStates(known), [known]);
  const editor = useEditor(isEditing, handSnapshot);
  const isWritable = useCallback(
    (row: Row, column: GridColumn<Row>) => column.accepts !== undefined && subjectOf(row, column) !== null,
    [subjectOf],
  );
  const props: Pick<GridProps<Row>, 'columns' | 'rows' | 'count' | 'cursor' | 'editor' | 'states' | 'isWritable' | 'place'> & {
    readonly onMove: (move: Move) => void;
    readonly onPlace: (cursor: Cursor) => void;
    readonly onEdit: (draft: string | null) => void;
    readonly onCommit: (text: string, next: Move | null) => void;
    readonly onRevert: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  } = {
    columns,
    rows,
    count,
    cursor,
    editor,
    states,
    place,
    isWritable,
    onMove: (move) => grid.send({ type: 'cursor.moved', move }),
    onPlace: (place) => grid.send({ type: 'cursor.placed', cursor: place }),
    onEdit: (draft) => {
      const at = grid.getSnapshot().context.cursor;
      const [row, column] = [rows.seenAt ? rows.seenAt(at.row) : rows.at(at.row), columns[at.col]];
      if (row !== undefined && column && !isWritable(row, column)) {
        if (onEnter) onEnter(row, column);
        // Enter continues in the next row from a computed number too, where tabbing through a row ends.
        else if (draft === null) grid.send({ type: 'cursor.moved', move: 'enter' });
      } else if (rows.at(at.row) === undefined) {
        grid.send({ type: 'text.typedAhead', draft, over: (row && column && subjectOf(row, column)) ?? null });
      } else grid.send({ type: 'edit.started', draft });
    },
    onCommit: (text, next) => grid.send({ type: 'edit.committed', text, next }),
    onRevert: () => grid.send({ type: 'edit.reverted' }),
    onFocus: () => grid.send({ type: 'grid.entered' }),
    onBlur: () => grid.send({ type: 'grid.left' }),
  };
  const handMode = handSnapshot && cellMode(handSnapshot, unsent.get(handSnapshot.context.subject.key));
  return {
    grid,
    props,
    cells,
    snapshots,
    retryRefused: (isMeant: (cell: Pick<Subject, 'id'>) => boolean) => retryRefused(known, isMeant),
    hand: isAway ? undefined : hand,
    handSnapshot: isAway ? undefined : handSnapshot,
    handMode: isAway ? undefined : handMode,
  };
}
