import type { Row } from '../../../../domain/api/shapes.ts';
import { isArranged, isFolded } from '../../../../domain/rowView.ts';
import { DEEPEST_SECTION } from '../../../../domain/sections.ts';
import { m } from '../../../messages/messages.ts';
import { useScreenActions } from '../../palette/actions.ts';
import { useEmitted } from '../../reading.ts';
import type { OpenList } from './types.ts';

/** The headings above a row, the nearest first. */
export function headingsAround(rows: OpenList['rows'], row: number): readonly Row[] {
  const found: Row[] = [];
  for (let at = rows.find(rows.at(row)?.section_id ?? 0); at !== undefined; at = rows.find(at.section_id)) found.push(at);
  return found;
}

/** Folds and unfolds sections by keys and from the palette. The cursor goes to the heading that hides its row. */
export function useFolding({ grid, rows, view, viewing }: OpenList) {
  const headingOf = (row: Row | undefined): Row | undefined => (row?.kind === 'section' ? row : row && rows.find(row.section_id));
  const cursorRow = () => rows.at(grid.getSnapshot().context.cursor.row);

  useEmitted(viewing, 'view.changed', ({ view: next }) => {
    const { row, col } = grid.getSnapshot().context.cursor;
    const hiding = headingsAround(rows, row).findLast((heading) => isFolded(next, heading));
    const index = hiding && rows.indexOf(hiding.id);
    if (index !== undefined) grid.send({ type: 'cursor.placed', cursor: { row: index, col } });
  });

  const chooseLevel = (foldedFrom: number | null) => () => viewing.send({ type: 'level.chosen', foldedFrom });
  useScreenActions(
    isArranged(view)
      ? []
      : [
          { name: m.sections_fold_all(), run: chooseLevel(1) },
          { name: m.sections_unfold_all(), run: chooseLevel(null) },
          ...Array.from({ length: DEEPEST_SECTION - 1 }, (_, at) => ({
            name: m.sections_to_level({ level: at + 1 }),
            run: chooseLevel(at + 2),
          })),
        ],
  );

  /** Alt and left folds the section around the cursor, Alt and right unfolds it; Alt, Shift and up or down all sections. */
  return ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean => {
    if (!altKey || ctrlKey || metaKey) return false;
    if (shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      chooseLevel(key === 'ArrowUp' ? 1 : null)();
      return true;
    }
    if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const isFold = key === 'ArrowLeft';
    const row = cursorRow();
    const own = headingOf(row);
    // On a folded heading the key folds the section around it.
    const heading = isFold && own && isFolded(view, own) ? rows.find(own.section_id) : own;
    if (heading !== undefined && isFolded(view, heading) !== isFold) viewing.send({ type: 'section.flipped', id: heading.id });
    return true;
  };
}
