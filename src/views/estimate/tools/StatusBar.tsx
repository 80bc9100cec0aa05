import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Row } from '../../../../domain/api/shapes.ts';
import { divideRounded, exact, SCALE, shortest } from '../../../../domain/decimal.ts';
import type { blockEditMachine } from '../../../machines/blockEdit/blockEdit.ts';
import { onScreen } from '../../../machines/editQueue/onScreen.ts';
import { listTable } from '../../../machines/editQueue/tables.ts';
import { blockOf } from '../../../machines/grid/range.ts';
import type { GridContext } from '../../../machines/grid/setup.ts';
import type { ValueStore } from '../../../machines/resource/valueStore.ts';
import { chosenRows } from '../../../machines/rowEdit/chosenRows.ts';
import type { rowEditMachine } from '../../../machines/rowEdit/rowEdit.ts';
import { m } from '../../../messages/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { ProgressBar } from '../../../ui/Progress.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { shownNumber } from '../../figures.tsx';
import { useStored } from '../../reading.ts';
import { useScreens } from '../../screens.tsx';
import styles from './tools.module.css';
import type { OpenList } from './types.ts';
import { ViewButtons } from './ViewButtons.tsx';

/** The most rows that are summed. */
const MOST_SUMMED = 2_000;

const figure = (units: bigint) => shownNumber(shortest(units, SCALE.unitPrice));

/** The sums of the selected numbers; null where there are none, or not all are loaded. */
function sumOf(rows: readonly Row[], columns: readonly GridColumn<Row>[]) {
  const figures = columns.filter(({ figures: isFigure, copied }) => isFigure && copied !== undefined);
  // A heading's amounts are those of its rows, so they are not added.
  const values = rows.filter(({ kind }) => kind === 'row').flatMap((row) => figures.flatMap(({ copied }) => copied?.(row) || []));
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + exact(value, SCALE.unitPrice), 0n);
  return { sum: figure(sum), average: figure(divideRounded(sum, BigInt(values.length))) };
}

function Sums({ open }: { readonly open: OpenList }) {
  const { grid, columns, rows, count, list } = open;
  const context: GridContext = useSelector(grid, (snapshot) => snapshot.context);
  const queue = useSelector(useScreens().queue, (snapshot) => snapshot);
  const { range, picked } = context;
  const chosenNow = () => chosenRows(context, rows, count, list.id);
  const block = range && blockOf(range);
  if (picked.length === 0 && (block === null || block.top >= count || (block.top === block.bottom && block.left === block.right)))
    return null;
  const width = picked.length > 0 || block === null ? columns.length : block.right - block.left + 1;
  const isWhole = width === columns.length;
  const height = picked.length === 0 && block ? Math.min(block.bottom, count - 1) - block.top + 1 : (chosenNow()?.count ?? 0);
  const chosen = height <= MOST_SUMMED ? chosenNow() : null;
  const taken = isWhole ? columns.filter(({ id }) => id === 'total') : columns.slice(block?.left, (block?.right ?? 0) + 1);
  const sums = chosen && chosen.known.length === chosen.count ? sumOf(chosen.known.map(onScreen(queue, listTable(list.id))), taken) : null;
  return (
    <>
      <span>{isWhole ? m.chosen_rows({ count: height }) : m.chosen_cells({ count: height * width })}</span>
      {sums && (
        <>
          <span>
            {m.chosen_sum()} <b>{sums.sum}</b>
          </span>
          <span className="hide-phone">
            {m.chosen_average()} <b>{sums.average}</b>
          </span>
        </>
      )}
    </>
  );
}

interface StatusBarProps {
  readonly open: OpenList;
  readonly onColumns: () => void;
  readonly blocks: ActorRefFrom<typeof blockEditMachine>;
  readonly edits: ActorRefFrom<typeof rowEditMachine>;
  readonly share: ValueStore<number>;
  readonly said: string | null;
}

/** The line under the table: the last action, the progress of a running one, and the selection. */
export function StatusBar({ open, onColumns, blocks, edits, share, said }: StatusBarProps) {
  const isBlockLong = useSelector(blocks, (snapshot) => snapshot.matches({ doing: 'long' }));
  const isRowsLong = useSelector(edits, (snapshot) => snapshot.matches({ doing: 'long' }));
  const isLong = isBlockLong || isRowsLong;
  const isCopy = useSelector(blocks, ({ context }) => context.asked?.kind === 'copy') && isBlockLong;
  const read = useStored(share);
  return (
    <>
      <span className={styles.said} role="status">
        {isLong ? (isCopy ? m.block_reading() : isBlockLong ? m.block_setting() : m.rows_setting()) : said}
      </span>
      {isLong && (isCopy ? <ProgressBar value={read ?? 0} label={m.block_reading()} /> : <Spinner size="extra-small" />)}
      {isLong && isCopy && (
        <Button kind="func" size="extra-small" onClick={() => blocks.send({ type: 'block.dropped' })}>
          {m.action_cancel()}
        </Button>
      )}
      <ViewButtons open={open} onColumns={onColumns} />
      <span className={styles.chosen} role="status">
        <Sums open={open} />
      </span>
    </>
  );
}
