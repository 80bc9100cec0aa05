import { useTable } from '@tanstack/react-table';
import { type CSSProperties, type RefObject, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { m } from '../../messages/messages.ts';
import { classNames } from '../classNames.ts';
import { gridPart, groupPart } from './aria.ts';
import { columnDefinitions, coveredWidth, features, heightsOf, leastWidth, leftEdges, NO_ROWS, trackOf, tracks } from './columns.ts';
import styles from './Grid.module.css';
import { GridFoot } from './GridFoot.tsx';
import { GridHead } from './GridHead.tsx';
import { GridNotes } from './GridNotes.tsx';
import { GridRow, NONE_CHOSEN } from './GridRow.tsx';
import { MOST_PRINTED } from './printing.ts';
import type { Chosen, GridHandle, GridProps, OpenEditor } from './types.ts';
import { useGridListeners } from './useGridListeners.ts';
import { useKeptPlace } from './useKeptPlace.ts';
import { type RowWindow, useRowWindow } from './useRowWindow.ts';

/**
 * Commits an editor that was left. If its row was deleted, the table gives up the focus: further typing must not go into the row that is now at the cursor.
 * The function stays the same for the table's lifetime, so that rows do not render again with their owner.
 */
function useOnLeave<Row>(props: GridProps<Row>, letGo: () => void): (text: string) => void {
  const latest = useRef({ props, letGo });
  const edited = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const { editor, rows, cursor } = props;
    latest.current = { props, letGo };
    edited.current = editor === null ? undefined : (edited.current ?? rows.keyAt?.(cursor.row));
  });
  return useCallback((text: string) => {
    const { rows, cursor, onCommit } = latest.current.props;
    const [before, now] = [edited.current, rows.keyAt?.(cursor.row)];
    onCommit(text, null);
    if (before !== undefined && now !== undefined && now !== before) latest.current.letGo();
  }, []);
}

function useGridHandle<Row>({ handle }: GridProps<Row>, scroller: RefObject<HTMLDivElement | null>, scrollTo: (row: number) => void): void {
  useImperativeHandle(
    handle,
    (): GridHandle => ({
      element: scroller.current as HTMLElement,
      show: ({ row, col }) => {
        scrollTo(row);
        scroller.current
          ?.querySelector(`[role=columnheader][aria-colindex="${col + 1}"]`)
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      },
    }),
    [scroller, scrollTo],
  );
}

interface GridBodyProps<Row> {
  readonly props: GridProps<Row>;
  readonly editor: OpenEditor | null;
  readonly rowWindow: RowWindow;
  readonly heights: ReturnType<typeof heightsOf<Row>>;
  readonly template: string;
  readonly lefts: readonly (string | undefined)[];
  readonly headCount: number;
  readonly onLeave: (text: string) => void;
}

/** The visible rows. Each subscribes to its own index in the source, so an edit renders one row. */
function GridBody<Row>({ props, editor, rowWindow, heights, template, lefts, headCount, onLeave }: GridBodyProps<Row>) {
  const { rows, columns, cursor, states, looksOf, isWritable, chosen } = props;
  const bodyStyle: CSSProperties & { '--cell-height': string } = { height: rowWindow.height, '--cell-height': `${heights.line}px` };
  const blockIn = ({ block }: Chosen<Row>, index: number) => (block && index >= block.top && index <= block.bottom ? block : NONE_CHOSEN);
  return (
    <div {...groupPart} className={styles.body} style={bodyStyle}>
      {rowWindow.items.map(({ index, start, size }) => (
        <GridRow
          key={rows.keyAt?.(index) ?? -index - 1}
          index={index}
          start={start}
          height={heights.isEven ? undefined : size}
          rowIndex={index + headCount + 1}
          template={template}
          lefts={lefts}
          columns={columns}
          rows={rows}
          activeCol={index === cursor.row ? cursor.col : -1}
          editor={index === cursor.row ? editor : null}
          states={states.get(index)}
          looksOf={looksOf}
          hasBelow={heights.hasBelow}
          isWritable={isWritable}
          onLeave={onLeave}
          chosen={chosen && blockIn(chosen, index)}
          isPicked={chosen?.isPicked}
        />
      ))}
    </div>
  );
}

/**
 * A table of any number of rows, of which only the visible ones are rendered. It is one tab stop. Arrows, Home, End and Page keys move in it; Enter, F2 or
 * typing open the cell; Escape reverts.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, count, cursor, editor, states, looksOf, chosen, totals, grandTotals = false, empty, onSeen } = props;
  const { isEmpty = count === 0 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [noteSlot, setNoteSlot] = useState<HTMLElement | null>(null);
  const openEditor = useMemo(() => editor && { ...editor, noteSlot }, [editor, noteSlot]);
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const headers = useTable({ features, columns: definitions, data: NO_ROWS }).getHeaderGroups();
  const template = useMemo(() => tracks(columns), [columns]);
  const lefts = useMemo(() => leftEdges(columns), [columns]);
  const inTracks = useMemo(() => ({ gridTemplateColumns: template }), [template]);
  const heights = useMemo(() => heightsOf(columns, looksOf), [columns, looksOf]);
  const isNoted = !heights.isStacked && columns.some(({ note }) => note !== undefined);
  const headHeight = (headers.length > 1 ? 52 : 32) + (isNoted ? 12 : 0);
  const footHeight = totals === undefined ? 0 : heights.isStacked ? 64 : grandTotals ? 44 : 36;
  const rowWindow = useRowWindow({ scroller, rows, count, cursor, heights, headHeight, footHeight, onSeen });
  const { listeners, hovered, letGo } = useGridListeners(props, scroller, rowWindow.scrollTo);
  useGridHandle(props, scroller, rowWindow.scrollTo);
  useKeptPlace(scroller, props.place);
  const onLeave = useOnLeave(props, letGo);

  const covered = heights.isStacked ? undefined : coveredWidth(columns);
  const least = leastWidth(columns);
  const contentStyle: CSSProperties & { '--lines': string; '--least': number } = {
    minWidth: least,
    '--lines': heights.lines,
    '--least': least,
  };
  const rowCount = count + headers.length + (totals ? 1 : 0);
  return (
    <div ref={scroller} className={styles.scroller} style={{ scrollPaddingLeft: covered }} {...listeners}>
      <div className={classNames(styles.content, heights.isStacked && styles.stacked)} style={contentStyle}>
        {rowWindow.isCut && <p className={styles.cut}>{m.print_cut({ most: MOST_PRINTED })}</p>}
        <div className={styles.table}>
          <div {...gridPart(label, rowCount, columns.length, chosen !== undefined)}>
            <GridHead groups={headers} columns={columns} tracks={inTracks} lefts={lefts} isNoted={isNoted} />
            <GridBody
              props={props}
              editor={openEditor}
              rowWindow={rowWindow}
              heights={heights}
              template={template}
              lefts={lefts}
              headCount={headers.length}
              onLeave={onLeave}
            />
            {totals && (
              <GridFoot columns={columns} totals={totals} isGrand={grandTotals} rowIndex={rowCount} tracks={inTracks} lefts={lefts} />
            )}
          </div>
          {hovered !== null && (
            <div className={styles.hoverBar} style={inTracks} aria-hidden="true">
              <div style={{ gridColumn: trackOf(columns, hovered) }} />
            </div>
          )}
        </div>
        {isEmpty && <div className={styles.empty}>{empty}</div>}
        <GridNotes
          columns={columns}
          cursor={cursor}
          isEditing={editor !== null}
          onSlot={setNoteSlot}
          states={states}
          rowWindow={rowWindow}
          isStacked={heights.isStacked}
          tracks={inTracks}
        />
      </div>
    </div>
  );
}
