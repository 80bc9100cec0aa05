import type { CopiedCells } from '../../../machines/blockEdit/copied.ts';
import { OWN_CELLS } from '../../grid/ownCells.ts';

/** Puts cells on the clipboard. Pasted in Actum again, a number keeps its formula and is read exactly. */
export function putCells(clipboard: DataTransfer | null, { text, entered, table }: CopiedCells): void {
  clipboard?.setData('text/plain', text);
  clipboard?.setData(OWN_CELLS, entered);
  clipboard?.setData('text/html', table);
}

/** Copies in a copy event, because browsers give the clipboard to that event only. Returns false where they do not, for example long after a key press. */
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
