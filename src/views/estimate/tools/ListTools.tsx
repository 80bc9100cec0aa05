import { useActorRef, useSelector } from '@xstate/react';
import { use, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Block } from '../../../machines/grid/range.ts';
import { noticeMachine } from '../../../machines/notice/notice.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { useShowNotice } from '../../actum.tsx';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import { useEstimate } from '../context.ts';
import { chosenRows, isCommand } from './choice.ts';
import { DropLine } from './DropLine.tsx';
import { FindBar } from './FindBar.tsx';
import type { ListTools as Machines } from './needs.ts';
import { RefusedCells } from './RefusedCells.tsx';
import { DeleteRows, MoveRows } from './RowDialogs.tsx';
import { StatusBar } from './StatusBar.tsx';
import type { OpenList } from './types.ts';
import { useAfterReading } from './useAfterReading.ts';
import { useBlocks } from './useBlocks.ts';
import { focusTable, useChoosing } from './useChoosing.ts';
import { useColumnEdges } from './useColumnEdges.ts';
import { useRowActions } from './useRowActions.ts';
import { useRowDrag } from './useRowDrag.ts';

interface ListToolsProps extends OpenList {
  /** Where an empty list offers its first row. */
  readonly firstRowSlot: HTMLElement | null;
  readonly machines: () => Promise<Machines>;
}

/** What is done to many cells and rows of a list: choosing, copying, pasting, filling, moving, finding, and the widths of its columns. */
export function ListTools({ machines, firstRowSlot, ...open }: ListToolsProps) {
  const { grid, handle, rows, count, columns, list, blocked, isNarrow, reload } = open;
  const { estimate, summary, about } = useEstimate();
  const { rowEdits, blocks: blockMachine, find: findMachine, deletion: deleting, moving: movingAway, share } = use(machines());
  const [blocks, find] = [useActorRef(blockMachine), useActorRef(findMachine)];
  const edits = useActorRef(rowEdits);
  const [deletion, moving] = [useActorRef(deleting), useActorRef(movingAway)];
  const showNotice = useShowNotice();
  const spoken = useActorRef(noticeMachine);
  const said = useSelector(spoken, ({ context }) => context.text);
  const isFinding = useSelector(find, (snapshot) => !snapshot.matches('closed'));
  const isDeleting = useSelector(deletion, (snapshot) => !snapshot.matches('closed'));
  const isMoving = useSelector(moving, (snapshot) => !snapshot.matches('closed'));
  const say = useCallback((text: string) => spoken.send({ type: 'notice.shown', text }), [spoken]);

  const chooseRows = (top: number, bottom: number) => {
    const { cursor } = grid.getSnapshot().context;
    const range = { anchor: { row: top, col: 0 }, reach: { row: bottom, col: columns.length - 1 } };
    if (top === bottom) grid.send({ type: 'cursor.placed', cursor: { row: top, col: cursor.col } });
    else grid.send({ type: 'range.placed', range, cursor: { row: top, col: cursor.col } });
    handle.current?.show({ row: top, col: cursor.col });
  };
  const after = useAfterReading(open, chooseRows);
  const chooseLater = ({ top, bottom, left, right }: Block) =>
    after.then(() => {
      const range = { anchor: { row: top, col: left }, reach: { row: bottom, col: right } };
      grid.send({ type: 'range.placed', range, cursor: range.anchor });
      return true;
    });
  const takeGone = () => {
    const { row, col } = grid.getSnapshot().context.cursor;
    grid.send({ type: 'cursor.placed', cursor: { row: Math.max(0, Math.min(row, chosenRows(open)?.top ?? row)), col } });
    reload();
    focusTable(handle.current?.element);
  };
  useEmitted(edits, 'edit.refused', ({ sentence }) => {
    showNotice(sentenceText(sentence));
    reload();
  });
  useEmitted(edits, 'edit.done', ({ edit, ids }) => (edit.kind === 'delete' ? takeGone() : after.choose(ids)));
  useEmitted(deletion, 'form.accepted', ({ output }) => {
    takeGone();
    say(m.rows_deleted({ count: output.length }));
  });
  useEmitted(moving, 'form.accepted', ({ output }) => {
    takeGone();
    say(m.rows_moved({ count: output.length }));
  });
  useEffect(() => rows.subscribeArrivals(() => find.send({ type: 'rows.changed' })), [rows, find]);
  useEmitted(find, 'hit.shown', ({ place, field }) => {
    const cell = {
      row: place,
      col: Math.max(
        0,
        columns.findIndex(({ id }) => id === field),
      ),
    };
    grid.send({ type: 'range.placed', range: { anchor: cell, reach: cell }, cursor: cell });
    handle.current?.show(cell);
  });
  useEmitted(find, 'find.closed', () => focusTable(handle.current?.element));

  const choosing = useChoosing(open);
  const block = useBlocks({ ...open, blocks, say, chooseLater });
  const lists = summary.costs.filter(({ id }) => id !== list.id);
  const actions = useRowActions({
    ...open,
    edits,
    deletion,
    moving,
    hasOtherLists: lists.length > 0,
    copyNow: block.copyNow,
    fill: block.fill,
  });
  const rowDrag = useRowDrag(open, actions.move);
  const edges = useColumnEdges(open, estimate.widths);
  const openFind = () => find.send({ type: 'find.opened', from: grid.getSnapshot().context.cursor.row });
  useScreenActions([{ name: m.find_title(), run: openFind }]);
  const findKey = (event: KeyboardEvent) => {
    const isAsked = isCommand(event, 'f');
    if (isAsked) openFind();
    return isAsked;
  };

  const isEmpty = count === 0;
  // The table's own handlers hear what means nothing here.
  const listeners = {
    pointerdown: (event: PointerEvent) => choosing.notePointer(event),
    mousedown: (event: MouseEvent) => [edges.press, rowDrag.press, choosing.press].some((press) => press(event)),
    keydown: (event: KeyboardEvent) =>
      !(event.target instanceof HTMLInputElement) && [findKey, edges.key, actions.key, block.key, choosing.key].some((key) => key(event)),
    copy: (event: ClipboardEvent) => block.copy(event),
    cut: (event: ClipboardEvent) => block.cut(event),
    paste: (event: ClipboardEvent) => block.paste(event),
  };
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const element = handle.current?.element;
    const leave = new AbortController();
    for (const type of Object.keys(latest.current) as (keyof typeof listeners)[]) {
      // An empty list holds no focus: what is pasted then arrives at the page.
      const target = type === 'paste' && isEmpty ? document : element;
      target?.addEventListener(
        type,
        (event) => {
          if (latest.current[type](event as never) !== true) return;
          event.preventDefault();
          event.stopPropagation();
        },
        leave,
      );
    }
    if (element) element.dataset.movable = String(blocked === null && !isNarrow);
    return () => leave.abort();
  }, [handle, isEmpty, blocked, isNarrow]);

  const element = handle.current?.element;
  const chosen = isDeleting || isMoving ? chosenRows(open) : null;
  return (
    <>
      <StatusBar open={open} blocks={blocks} share={share} said={said} />
      {firstRowSlot &&
        createPortal(
          <Button kind="primary" icon="plus" onClick={actions.insertFirst}>
            {m.rows_add_first()}
          </Button>,
          firstRowSlot,
        )}
      {element && rowDrag.gap !== null && createPortal(<DropLine scroller={element} gap={rowDrag.gap} />, element)}
      {isFinding && element?.parentElement && createPortal(<FindBar find={find} />, element.parentElement)}
      <RefusedCells
        blocks={blocks}
        columns={columns}
        count={count}
        onGo={(cell) => {
          blocks.send({ type: 'refusal.dismissed' });
          grid.send({ type: 'range.placed', range: { anchor: cell, reach: cell }, cursor: cell });
          handle.current?.show(cell);
        }}
      />
      {isDeleting && <DeleteRows deletion={deletion} chosen={chosen} currency={about.project.currency} />}
      {isMoving && <MoveRows moving={moving} count={chosen?.count ?? 0} lists={lists} />}
    </>
  );
}
