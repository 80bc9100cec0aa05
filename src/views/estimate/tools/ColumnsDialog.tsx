import type { KeyboardEvent, PointerEvent } from 'react';
import type { Row } from '../../../../domain/api/shapes.ts';
import {
  ALWAYS_SHOWN,
  type ColumnLayout,
  frozenCount,
  type LayoutChange,
  LIST_COLUMNS,
  type ListColumn,
  orderedColumns,
} from '../../../../domain/columnLayout.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { columnName } from '../../sections/columnName.ts';
import styles from './columns.module.css';

interface ColumnsDialogProps {
  readonly layout: ColumnLayout;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly change: (change: LayoutChange) => void;
  /** All columns, hidden ones too. */
  readonly columns: readonly GridColumn<Row>[];
}

/** The column whose line is under the pointer. */
function columnUnder({ clientX, clientY }: PointerEvent): ListColumn | undefined {
  const line = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]');
  return LIST_COLUMNS.find((column) => column === line?.dataset.column);
}

/** Shows, hides, orders and freezes the columns of the list. A choice takes effect at once. */
export function ColumnsDialog({ layout, isOpen, close, change, columns }: ColumnsDialogProps) {
  const order = orderedColumns(layout);
  const frozen = frozenCount(layout);
  const moveTo = (column: ListColumn, to: number) => {
    if (to >= 0 && to < order.length && to !== order.indexOf(column)) change({ kind: 'moved', column, to });
  };
  const step = (column: ListColumn, at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    moveTo(column, at + (event.key === 'ArrowDown' ? 1 : -1));
  };
  const drag = (column: ListColumn) => (event: PointerEvent<HTMLElement>) => {
    const over = event.currentTarget.hasPointerCapture(event.pointerId) ? columnUnder(event) : undefined;
    if (over !== undefined) moveTo(column, order.indexOf(over));
  };
  const take = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  return (
    <Dialog
      open={isOpen}
      title={m.columns_title()}
      lead={<span className="muted">{m.columns_lead()}</span>}
      onClose={close}
      actions={
        <>
          <Button onClick={() => change({ kind: 'reset' })}>{m.columns_reset()}</Button>
          <Button kind="primary" onClick={close}>
            {m.columns_done()}
          </Button>
        </>
      }
    >
      <ol className={styles.columns}>
        {order.map((column, at) => {
          const name = columnName(columns, column);
          const isEdge = at === frozen - 1;
          return (
            <li
              key={column}
              data-column={column}
              className={classNames(styles.column, at < frozen && styles.frozen, isEdge && styles.edge)}
              onKeyDown={step(column, at)}
            >
              <span className={styles.grip} aria-hidden="true" title={m.columns_drag()} onPointerDown={take} onPointerMove={drag(column)} />
              <Checkbox
                checked={!layout.hidden.includes(column)}
                disabled={column === ALWAYS_SHOWN}
                onChange={(isShown) => change({ kind: 'shown', column, isShown })}
              >
                {name}
              </Checkbox>
              <span className={styles.moves}>
                <Button
                  kind="ghost"
                  size="extra-small"
                  icon="chevronUp"
                  aria-label={m.columns_up({ column: name })}
                  onClick={() => moveTo(column, at - 1)}
                />
                <Button
                  kind="ghost"
                  size="extra-small"
                  icon="chevronDown"
                  aria-label={m.columns_down({ column: name })}
                  onClick={() => moveTo(column, at + 1)}
                />
                <Button
                  kind="ghost"
                  size="extra-small"
                  icon="lock"
                  aria-pressed={isEdge}
                  aria-label={m.columns_freeze({ column: name })}
                  title={m.columns_freeze({ column: name })}
                  onClick={() => change({ kind: 'frozen', upTo: isEdge ? null : column })}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <Checkbox checked={layout.wraps} onChange={(wraps) => change({ kind: 'wrapped', wraps })}>
        {m.columns_wrap()}
      </Checkbox>
    </Dialog>
  );
}
