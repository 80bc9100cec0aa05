import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Row } from '../../../../domain/api/shapes.ts';
import { sentenceOfCell } from '../../../../domain/sentences/sentence.ts';
import { firstRowSet } from '../../../machines/blockEdit/asking.ts';
import type { blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import type { Cursor } from '../../../machines/grid/cursor.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { columnLabel } from '../../../ui/grid/GridRow.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { fieldOf } from './blockTable.ts';
import styles from './tools.module.css';

interface RefusedCellsProps {
  readonly blocks: ActorRefFrom<typeof blockEditMachine>;
  readonly columns: readonly GridColumn<Row>[];
  readonly count: number;
  readonly onGo: (cell: Cursor) => void;
}

/** Lists the cells of a block that cannot be set, and moves to them. */
export function RefusedCells({ blocks, columns, count, onGo }: RefusedCellsProps) {
  const { asked, refusal } = useSelector(blocks, ({ context }) => context);
  const close = () => blocks.send({ type: 'refusal.dismissed' });
  const go = (cell: Cursor) => {
    close();
    onGo(cell);
  };
  const top = firstRowSet(asked, count);
  const isFirstOnly = refusal !== null && refusal.cells.length < refusal.count;
  return (
    <Dialog
      open={refusal !== null}
      middle
      title={m.block_refused_title({ count: refusal?.count ?? 0 })}
      lead={m.block_refused_lead()}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {m.action_close()}
        </Button>
      }
    >
      <table className={styles.refused}>
        <thead>
          <tr>
            <th scope="col">{m.block_cell()}</th>
            <th scope="col">{m.block_value()}</th>
            <th scope="col">{m.block_problem()}</th>
          </tr>
        </thead>
        <tbody>
          {refusal?.cells.map(({ row, column, field, value, ...about }) => {
            const col = columns.findIndex((each) => fieldOf(each) === field);
            const name = columns[col] ? columnLabel(columns[col]) : m.block_beyond();
            const where = m.block_place({ row: top + row + 1, column: name });
            return (
              <tr key={`${row} ${column}`}>
                <td>
                  {top + row < count && col >= 0 ? (
                    <Button kind="func" size="small" onClick={() => go({ row: top + row, col })}>
                      {where}
                    </Button>
                  ) : (
                    where
                  )}
                </td>
                <td className={styles.value}>{value}</td>
                <td className="wrong">{sentenceText(sentenceOfCell(about))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {isFirstOnly && <p className="muted">{m.block_refused_more({ count: refusal.count - refusal.cells.length })}</p>}
    </Dialog>
  );
}
