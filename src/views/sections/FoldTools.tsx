import { type RefObject, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { isFolded, type RowView } from '../../../domain/rowView.ts';
import { DEEPEST_SECTION } from '../../../domain/sections.ts';
import type { rowViewMachine } from '../../machines/rowView/rowView.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import type { RowSource } from '../../ui/grid/types.ts';
import { useScreenActions } from '../palette/actions.ts';
import styles from './sections.module.css';

interface Placed {
  /** The heading's id in the view. */
  readonly id: number;
  readonly kind: 'row' | 'section';
  readonly level: number;
}
interface FoldToolsProps<Row> {
  readonly rows: RowSource<Row>;
  readonly count: number;
  readonly placeOf: (row: Row) => Placed;
  readonly view: RowView;
  readonly viewing: ActorRefFrom<typeof rowViewMachine>;
  /** The element with the table, in which the keys of folding work. */
  readonly table: RefObject<HTMLElement | null>;
  readonly className?: string | undefined;
}

/** Folds and unfolds the sections of a read-only table: by buttons, from the palette and by the keys of a list. */
export function FoldTools<Row>({ rows, count, placeOf, view, viewing, table, className }: FoldToolsProps<Row>) {
  const at = (index: number) => {
    const row = rows.at(index);
    return row && placeOf(row);
  };
  const hasSections = Array.from({ length: Math.min(count, 200) }, (_, index) => at(index)).some((row) => row?.kind === 'section');
  const chooseLevel = (foldedFrom: number | null) => () => viewing.send({ type: 'level.chosen', foldedFrom });
  useScreenActions(
    hasSections
      ? [
          { name: m.sections_fold_all(), run: chooseLevel(1) },
          { name: m.sections_unfold_all(), run: chooseLevel(null) },
          ...Array.from({ length: DEEPEST_SECTION - 1 }, (_, level) => ({
            name: m.sections_to_level({ level: level + 1 }),
            run: chooseLevel(level + 2),
          })),
        ]
      : [],
  );

  /** The nearest heading at or above an index, of this level or a higher one. */
  const headingFrom = (index: number, level: number): Placed | undefined => {
    for (let above = index; above >= 0; above -= 1) {
      const found = at(above);
      if (found === undefined || (found.kind === 'section' && found.level <= level)) return found;
    }
    return undefined;
  };
  const flip = (target: EventTarget | null, isFold: boolean): void => {
    const index = Number((target instanceof Element && target.closest<HTMLElement>('[data-index]')?.dataset.index) || Number.NaN);
    const own = headingFrom(index, DEEPEST_SECTION);
    // On a folded heading the key folds the section around it.
    const heading = isFold && own && isFolded(view, own) ? headingFrom(index - 1, own.level - 1) : own;
    if (heading !== undefined && isFolded(view, heading) !== isFold) viewing.send({ type: 'section.flipped', id: heading.id });
  };
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (!altKey || ctrlKey || metaKey || !/^Arrow(Up|Down|Left|Right)$/.test(key)) return;
    const isAll = key === 'ArrowUp' || key === 'ArrowDown';
    if (isAll !== shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (isAll) chooseLevel(key === 'ArrowUp' ? 1 : null)();
    else flip(target, key === 'ArrowLeft');
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const leave = new AbortController();
    // Listens before the table, which would move its cursor.
    table.current?.addEventListener('keydown', (event) => latest.current(event), { signal: leave.signal, capture: true });
    return () => leave.abort();
  }, [table]);
  if (!hasSections) return null;
  return (
    <span className={classNames(styles.folds, className)}>
      <Button kind="func" size="extra-small" onClick={chooseLevel(1)}>
        {m.sections_fold_all()}
      </Button>
      <Button kind="func" size="extra-small" onClick={chooseLevel(null)}>
        {m.sections_unfold_all()}
      </Button>
    </span>
  );
}
