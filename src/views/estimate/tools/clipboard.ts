import { blockTable, blockText, type Cells } from '../../../../domain/blockText.ts';
import type { Row } from '../../../../domain/contract/shapes.ts';
import { enteredIn } from '../../../../domain/entered.ts';
import { isRowNumber } from '../../../../domain/rowFields.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { OWN_CELLS } from '../../grid/ownCells.ts';

/** A cell as it was entered: a formula in the place of the number it gives. */
function enteredOf(row: Row, { id }: GridColumn<Row>, copied: string): string {
  return isRowNumber(id) && copied !== '' ? enteredIn(row, id) : copied;
}

/** Puts cells on the clipboard, as text, as a table, and as they were entered. */
export function putCells(clipboard: DataTransfer | null, rows: readonly Row[], columns: readonly GridColumn<Row>[]): void {
  const cells = rows.map((row) => columns.map((column) => column.copied?.(row) ?? ''));
  const textOf = (block: Cells) => (block.length === 1 && columns.length === 1 ? (block[0]?.[0] ?? '') : blockText(block));
  clipboard?.setData('text/plain', textOf(cells));
  // Pasted here again, a number keeps its formula and is never taken for another.
  clipboard?.setData(
    OWN_CELLS,
    textOf(rows.map((row, at) => columns.map((column, place) => enteredOf(row, column, cells[at]?.[place] ?? '')))),
  );
  clipboard?.setData(
    'text/html',
    blockTable(cells, (column) => columns[column]?.figures === true),
  );
}

/** Copies as the keyboard would, because the browser gives the clipboard to such an event only. False where it does not, as long after a key press. */
export function copyNow(copy: (event: ClipboardEvent) => boolean): boolean {
  let isDone = false;
  const hear = (event: ClipboardEvent) => {
    isDone = copy(event);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('copy', hear, { capture: true });
  const isAllowed = document.execCommand('copy');
  document.removeEventListener('copy', hear, { capture: true });
  return isAllowed && isDone;
}
