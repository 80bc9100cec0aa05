import { useActorRef, useSelector } from '@xstate/react';
import { use, useCallback, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ActorRefFrom } from 'xstate';
import { isArranged } from '../../../../domain/rowView.ts';
import type { Cursor } from '../../../machines/grid/cursor.ts';
import type { Block } from '../../../machines/grid/range.ts';
import { noticeMachine } from '../../../machines/notice/notice.ts';
import { chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { focusTable } from '../../../ui/grid/pointing.ts';
import { preloadedPart } from '../../../ui/part.tsx';
import { useShowNotice } from '../../actum.tsx';
import { useKeptActor } from '../../keptActor.ts';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import { useGo, usePathname, useSearchParam } from '../../routing.tsx';
import { useEstimate } from '../context.ts';
import { AddRows, FirstRow } from './AddRows.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { DropLine } from './DropLine.tsx';
import { FillBox } from './FillBox.tsx';
import { FindBar } from './FindBar.tsx';
import { columnOfHit } from './hits.ts';
import { isCommand } from './isCommand.ts';
import { NumbersMeant } from './NumbersMeant.tsx';
import type { ListTools as Machines } from './needs.ts';
import { RefusedCells } from './RefusedCells.tsx';
import { RowDialogs } from './RowDialogs.tsx';
import { StatusBar } from './StatusBar.tsx';
import type { OpenList } from './types.ts';
import { useArranging } from './useArranging.ts';
import { useAwaitedRows } from './useAwaitedRows.ts';
import { useBlocks } from './useBlocks.ts';
import { useColumnEdges } from './useColumnEdges.ts';
import { useColumnLayout } from './useColumnLayout.ts';
import { useFillHandle } from './useFillHandle.ts';
import { headingsAround, useFolding } from './useFolding.ts';
import { useNewRows } from './useNewRows.ts';
import { useReplacing } from './useReplacing.tsx';
import { useRowActions } from './useRowActions.ts';
import { useRowDrag } from './useRowDrag.ts';
import { useSelecting } from './useSelecting.ts';
import { useSuggestions } from './useSuggestions.tsx';
import { useTableListeners } from './useTableListeners.ts';

const Arranging = preloadedPart(() => import('./ArrangeDialog.tsx').then((module) => module.Arranging));

interface ListToolsProps extends OpenList {
  /** The element in which an empty list offers its first row. */
  readonly firstRowSlot: HTMLElement | null;
  readonly machines: () => Promise<Machines>;
}

function goTo({ grid, handle }: OpenList, cell: Cursor): void {
  grid.send({ type: 'range.placed', range: { anchor: cell, reach: cell }, cursor: cell });
  handle.current?.show(cell);
}

/** Moves the table to the hits. Returns a function that says whether a key opened the search. */
function useFinding(open: OpenList, find: ActorRefFrom<Machines['find']>, awaitBlock: (block: Block) => void) {
  const { grid, handle, rows, columns, view, viewing, isRead } = open;
  useEffect(() => rows.subscribeChanges(() => find.send({ type: 'rows.changed' })), [rows, find]);
  useEmitted(find, 'hit.shown', ({ index, field }) => {
    const col = columnOfHit(columns, field);
    goTo(open, { row: index, col });
    // The search may be answered before the rows that it unfolds.
    if (!isRead(index, index)) awaitBlock({ top: index, bottom: index, left: col, right: col });
  });
  useEmitted(find, 'find.closed', () => {
    viewing.send({ type: 'search.ended', headings: headingsAround(rows, grid.getSnapshot().context.cursor.row) });
    focusTable(handle.current?.element);
  });
  const openFind = () => {
    viewing.send({ type: 'search.began' });
    find.send({ type: 'find.opened', from: grid.getSnapshot().context.cursor.row });
  };
  useScreenActions([{ name: m.find_title(), run: openFind }]);
  const sought = useSearchParam('find');
  const rowId = Number(useSearchParam('row'));
  const [go, path] = [useGo(), usePathname()];
  const seek = () => {
    if (sought === null || sought.trim() === '') return;
    // The row may be hidden by the view.
    if (isArranged(view)) viewing.send({ type: 'arrangement.given', arrangement: { sort: null, filters: [] } });
    openFind();
    find.send({ type: 'text.typed', text: sought, ...(Number.isSafeInteger(rowId) && rowId > 0 && { rowId }) });
    openFind();
    go(path, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that names a row leads there once
  useEffect(seek, [sought, rowId]);
  return (event: KeyboardEvent): boolean => {
    const isAsked = isCommand(event, 'f');
    if (isAsked) openFind();
    return isAsked;
  };
}

/** The tools for many cells and rows of a list: selecting, copying, pasting, filling, moving, finding, and column widths. */
export function ListTools({ machines, firstRowSlot, ...open }: ListToolsProps) {
  const { grid, handle, rows, count, columns, list, blocked, isNarrow, reload } = open;
  const { estimate, summary, about } = useEstimate();
  // Renders again when rows arrive, because the tools show facts about the loaded rows.
  useSyncExternalStore(rows.subscribeArrivals, rows.arrivals);
  const { share, suggestions, replace, ...made } = use(machines());
  const blocks = useActorRef(made.blocks);
  const find = useKeptActor(made.find, list.id);
  const edits = useActorRef(made.rowEdits);
  const [deletion, moving] = [useActorRef(made.deletion), useActorRef(made.moving)];
  const section = useActorRef(made.section);
  const columnLayout = useColumnLayout(made.layout, estimate.layout);
  const showNotice = useShowNotice();
  const spoken = useActorRef(noticeMachine);
  const said = useSelector(spoken, ({ context }) => context.text);
  const isArranging = useSelector(open.viewing, ({ context }) => context.arranged !== null);
  const isFinding = useSelector(find, (snapshot) => !snapshot.matches('closed'));
  const say = useCallback((text: string) => spoken.send({ type: 'notice.shown', text, kind: 'done' }), [spoken]);

  const awaited = useAwaitedRows(open);
  const leaveRows = () => {
    const { context } = grid.getSnapshot();
    const { row, col } = context.cursor;
    const top = chosenRows(context, rows, count, list.id)?.top ?? row;
    grid.send({ type: 'cursor.placed', cursor: { row: Math.max(0, Math.min(row, top)), col } });
    reload();
    focusTable(handle.current?.element);
  };
  useEmitted(edits, 'edit.postponed', () => showNotice(m.rows_busy()));
  useEmitted(edits, 'edit.refused', ({ sentence }) => {
    showNotice(sentenceText(sentence));
    reload();
  });
  useEmitted(edits, 'edit.done', ({ edit, ids }) => (edit.kind === 'delete' ? leaveRows() : awaited.chooseRows(ids)));
  useEmitted(deletion, 'form.accepted', ({ output }) => {
    if (output === null) return;
    leaveRows();
    say(m.rows_deleted({ count: output.length }));
  });
  useEmitted(moving, 'form.accepted', ({ output }) => {
    if (output === null) return;
    leaveRows();
    say(m.rows_moved({ count: output.length }));
  });

  useEmitted(section, 'form.accepted', ({ output: { kind, ids } }) => {
    if (ids === null) return;
    if (kind !== 'delete') return awaited.chooseRows(ids);
    leaveRows();
    say(m.rows_deleted({ count: ids.length }));
  });
  const folding = useFolding(open);
  const edges = useColumnEdges(open, columnLayout);
  const arranging = useArranging(open, edges.wasPressed);

  const lists = summary.costs.filter(({ id }) => id !== list.id);
  const selecting = useSelecting(open);
  const block = useBlocks({ ...open, blocks, say, onSet: awaited.chooseBlock });
  const hasOtherLists = lists.length > 0;
  const newRows = useNewRows(open);
  const suggesting = useSuggestions({ ...open, machine: suggestions });
  const actions = useRowActions({
    ...open,
    edits,
    deletion,
    section,
    moving,
    hasOtherLists,
    newRows,
    onCopy: block.copyChosen,
    onFill: block.fill,
    onFillRight: block.fillRight,
  });
  const rowDrag = useRowDrag(open, actions.drop);
  const fillHandle = useFillHandle(open, block.carryOn);
  const findKey = useFinding(open, find, awaited.awaitBlock);
  const replacing = useReplacing({ ...open, find, machine: replace });
  useTableListeners(handle, count === 0, blocked === null && !isNarrow && !isArranged(open.view), {
    pointerdown: selecting.notePointer,
    mousedown: (event) => {
      awaited.notePress();
      return [edges.press, fillHandle.press, rowDrag.press, selecting.press].some((press) => press(event));
    },
    keydown: (event) => {
      if (suggesting.key(event) || newRows.key(event)) return true;
      if (event.target instanceof HTMLInputElement) return false;
      awaited.noteKey(event);
      return [findKey, arranging, edges.key, folding, actions.key, block.key, selecting.key].some((key) => key(event));
    },
    focusin: suggesting.opened,
    input: suggesting.typed,
    focusout: suggesting.close,
    copy: block.copy,
    cut: block.cut,
    paste: block.paste,
  });

  const element = handle.current?.element;
  return (
    <>
      {suggesting.node}
      <AddRows blocked={newRows.blockedPlace} onAdd={newRows.insert} />
      <StatusBar open={open} onColumns={columnLayout.open} blocks={blocks} edits={edits} share={share} said={said} />
      <FirstRow slot={firstRowSlot} onAdd={newRows.insert} />
      {element && rowDrag.gap !== null && createPortal(<DropLine scroller={element} gap={rowDrag.gap} />, element)}
      {element && fillHandle.box && createPortal(<FillBox scroller={element} block={fillHandle.box} />, element)}
      {isFinding && element?.parentElement && createPortal(<FindBar find={find}>{replacing}</FindBar>, element.parentElement)}
      <NumbersMeant blocks={blocks} />
      <RefusedCells blocks={blocks} columns={columns} count={count} onGo={(cell) => goTo(open, cell)} />
      <RowDialogs deletion={deletion} moving={moving} section={section} rows={rows} lists={lists} currency={about.project.currency} />
      <Arranging mounted={isArranging} viewing={open.viewing} columns={open.allColumns} />
      <ColumnsDialog {...columnLayout} columns={open.allColumns} />
    </>
  );
}
