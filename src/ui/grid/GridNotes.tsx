import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import { leastWidth, trackOf } from './columns.ts';
import styles from './Grid.module.css';
import { noteOf } from './notes.ts';
import type { CellState, GridColumn, GridCursor } from './types.ts';
import type { RowWindow } from './useRowWindow.ts';

const NOTE_HEIGHT = 112;
/**
 * On a phone: the height of a note, which is as wide as the screen, and how much of its own row it covers, which is the line with the name above the
 * figures.
 */
const [WIDE_NOTE_HEIGHT, NAME_HEIGHT] = [80, 28];
/** In px; a note at a column further left than this starts at the column's left edge. */
const NOTE_WIDTH = 264;

interface NoteProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly cell: GridCursor;
  /** Whether the note is as wide as the row, because the columns are in several lines. */
  readonly isAcross: boolean;
  readonly children: ReactNode;
}

function noteClass<Row>(columns: readonly GridColumn<Row>[], cell: GridCursor, isAcross: boolean): string {
  const isLeft = leastWidth(columns.slice(0, cell.col + 1)) < NOTE_WIDTH;
  return classNames(styles.note, isAcross ? styles.across : isLeft && styles.fromLeft);
}
const noteColumn = <Row,>(columns: readonly GridColumn<Row>[], cell: GridCursor, isAcross: boolean): CSSProperties => ({
  gridColumn: isAcross ? '1 / -1' : trackOf(columns, cell.col),
});

function Note<Row>({ columns, cell, isAcross, children }: NoteProps<Row>) {
  return (
    <div className={noteClass(columns, cell, isAcross)} style={noteColumn(columns, cell, isAcross)} role="alert" data-note={noteOf(cell)}>
      <div className={styles.noteBox}>
        <Icon name="alert" />
        <span>{children}</span>
      </div>
    </div>
  );
}

interface GridNotesProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly cursor: GridCursor;
  readonly isEditing: boolean;
  /** Receives the element in which an open editor shows its remarks. */
  readonly onSlot: (slot: HTMLElement | null) => void;
  readonly states: ReadonlyMap<number, Readonly<Record<string, CellState>>>;
  readonly rowWindow: RowWindow;
  readonly isStacked: boolean;
  readonly tracks: CSSProperties;
}

/**
 * Notes lie over the rows. The note of a refused cell leaves the cell below it free, because Enter goes there: it is beside its cell, or on a phone above
 * it, over the headings if necessary. The note of the open editor is below its cell, or above where there is no room.
 */
export function GridNotes<Row>(props: GridNotesProps<Row>) {
  const { columns, cursor, isEditing, onSlot, states, rowWindow, isStacked, tracks } = props;
  const lowest = Math.max(rowWindow.bottom, NOTE_HEIGHT * 2);
  const hangingFrom = (row: number, isRefused: boolean) => {
    const { start, size } = rowWindow.boxOf(row);
    const isAbove =
      isRefused && isStacked
        ? start + NAME_HEIGHT + rowWindow.headHeight - WIDE_NOTE_HEIGHT >= rowWindow.top
        : row > 2 && start + size + NOTE_HEIGHT > lowest;
    return {
      className: classNames(styles.hanging, isAbove && styles.above, isRefused && !isStacked && styles.beside),
      style: { ...tracks, top: start, height: size },
    };
  };
  return (
    <div className={styles.layer} style={{ top: rowWindow.headHeight + 1 }}>
      {[...states].flatMap(([row, byColumn]) =>
        columns.flatMap(({ id }, col) => {
          const note = byColumn[id]?.note;
          if (note === undefined || (isEditing && row === cursor.row && col === cursor.col)) return [];
          return [
            <div key={`${row}:${id}`} {...hangingFrom(row, true)}>
              <Note columns={columns} cell={{ row, col }} isAcross={isStacked}>
                {note}
              </Note>
            </div>,
          ];
        }),
      )}
      {isEditing && (
        <div {...hangingFrom(cursor.row, false)}>
          <div className={noteClass(columns, cursor, isStacked)} style={noteColumn(columns, cursor, isStacked)}>
            <div ref={onSlot} className={styles.editorNote} />
          </div>
        </div>
      )}
    </div>
  );
}
