import { blockTable, blockText } from '../../../../domain/blockText.ts';
import type { Row } from '../../../../domain/contract/shapes.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

/** Puts cells on the clipboard, as text and as a table. */
export function putCells(clipboard: DataTransfer | null, rows: readonly Row[], columns: readonly GridColumn<Row>[]): void {
  const cells = rows.map((row) => columns.map((column) => column.copied?.(row) ?? ''));
  const [only] = cells.length === 1 && columns.length === 1 ? cells : [];
  clipboard?.setData('text/plain', only?.[0] ?? blockText(cells));
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
