import type { DragEvent } from 'react';
import type { CarryKind, CarryRow } from '../../../domain/api/contractShapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { listTitle, shownMoney, shownQuantity, shownUnitPrice, signedMoney, zeroTone } from '../figures.tsx';
import styles from './carrying.module.css';
import { carriedValueOf, rowName } from './words.ts';

/** The pairing of rows, with its actions; null where the rows are only shown. */
export interface Pairing {
  readonly picked: CarryRow | null;
  readonly onPick: (row: CarryRow) => void;
  readonly onUndo: (row: CarryRow) => void;
  readonly onDragEnd: () => void;
}
interface RowProps {
  readonly row: CarryRow;
  readonly kind: CarryKind;
  readonly pairing: Pairing | null;
}

const unitOf = ({ from, into }: CarryRow) => (into ?? from)?.unit ?? '';

/** The row under its present name, its list, and its former name. */
function Name({ row }: { readonly row: CarryRow }) {
  const { from, into } = row;
  const shown = into ?? from;
  const was = from !== null && into !== null && rowName(from) !== rowName(into) ? rowName(from) : null;
  return (
    <th scope="row" className={styles.name}>
      {shown?.code && <span className="faint">{shown.code} </span>}
      {shown?.name}
      <small>
        {listTitle(shown?.list_title ?? '')}
        {was !== null && <> · {m.carry_was_called({ name: was })}</>}
      </small>
    </th>
  );
}

const Quantity = ({ name, amount, unit }: { readonly name: string; readonly amount: string; readonly unit: string }) => (
  <td data-heading={name} className="num">
    <span>
      {shownQuantity(amount)} <span className="sign">{unit}</span>
    </span>
  </td>
);
const Money = ({ name, amount, isSum = false, signed = false }: MoneyProps) => (
  <td data-heading={name} className={classNames('num', isSum ? 'strong' : zeroTone(amount))}>
    {signed ? signedMoney(amount) : shownMoney(amount)}
  </td>
);
interface MoneyProps {
  readonly name: string;
  readonly amount: string;
  readonly isSum?: boolean;
  readonly signed?: boolean;
}

/** Pairs a row with another, or names the row it was paired with. */
function Pair({ row, kind, pairing }: RowProps) {
  if (pairing === null) return null;
  const isOpen = pairing.picked !== null && pairing.picked.from?.row_id === row.from?.row_id;
  return (
    <td className={styles.pair}>
      {row.by_hand && (
        <>
          <Chip>{m.carry_by_hand()}</Chip>
          <Button kind="func" size="extra-small" icon="undo" onClick={() => pairing.onUndo(row)}>
            {m.carry_unpair()}
          </Button>
        </>
      )}
      {kind === 'settled' && row.into === null && (
        <Button
          kind="secondary"
          size="extra-small"
          icon="swap"
          aria-expanded={isOpen}
          aria-label={m.carry_pair_of({ name: rowName(row.from) })}
          data-pair={row.from?.row_id}
          onClick={() => pairing.onPick(row)}
        >
          {m.carry_pair()}
        </Button>
      )}
      {kind === 'settled' && row.into !== null && !row.by_hand && <span className="muted">{m.carry_no_room()}</span>}
    </td>
  );
}

function Cells({ row, kind, pairing }: RowProps) {
  const unit = unitOf(row);
  switch (kind) {
    case 'settled':
      return (
        <>
          <Quantity name={m.carry_done()} amount={row.done} unit={unit} />
          <Quantity name={m.carry_settled()} amount={row.settled} unit={unit} />
          <Money name={m.carry_value()} amount={row.settled_value} isSum />
          <Pair row={row} kind={kind} pairing={pairing} />
        </>
      );
    case 'added':
      return (
        <>
          <Quantity name={m.column_quantity()} amount={row.into?.quantity ?? '0'} unit={unit} />
          <td data-heading={m.carry_unit_price()} className="num">
            {shownUnitPrice(row.into?.unit_total ?? '0')}
          </td>
          <Money name={m.carry_value()} amount={row.total} isSum />
        </>
      );
    default:
      return (
        <>
          <Quantity name={m.carry_carried()} amount={row.carried} unit={unit} />
          <td data-heading={m.carry_unit_price()} className="num">
            {row.from && row.into && row.from.unit_total !== row.into.unit_total
              ? m.carry_price_moved({ old: shownUnitPrice(row.from.unit_total), now: shownUnitPrice(row.into.unit_total) })
              : shownUnitPrice(row.into?.unit_total ?? '0')}
          </td>
          <Money name={m.carry_before()} amount={row.before} />
          <Money name={m.carry_carried()} amount={carriedValueOf(row)} />
          <Money name={m.carry_revaluation()} amount={row.revaluation} isSum={kind === 'revalued'} signed />
          <Pair row={row} kind={kind} pairing={pairing} />
        </>
      );
  }
}

function headsOf(kind: CarryKind): readonly string[] {
  if (kind === 'settled') return [m.carry_done(), m.carry_settled(), m.carry_value()];
  if (kind === 'added') return [m.column_quantity(), m.carry_unit_price(), m.carry_value()];
  return [m.carry_carried(), m.carry_unit_price(), m.carry_before(), m.carry_carried_value(), m.carry_revaluation()];
}

interface CarryRowsProps {
  readonly rows: readonly CarryRow[];
  readonly kind: CarryKind;
  readonly currency: string;
  readonly pairing: Pairing | null;
}

/** The rows of one kind; settled ones can be dragged onto a new row. */
export function CarryRows({ rows, kind, currency, pairing }: CarryRowsProps) {
  const drag = (row: CarryRow) => (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'link';
    event.dataTransfer.setData('text/plain', rowName(row.from));
    pairing?.onPick(row);
  };
  return (
    <table className={styles.rows}>
      <caption className="sr-only">{m.carry_rows({ currency })}</caption>
      <thead>
        <tr>
          <th scope="col">{m.carry_row()}</th>
          {headsOf(kind).map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
          {pairing !== null && kind !== 'added' && (
            <th scope="col">
              <span className="sr-only">{m.carry_pair_head()}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isDragged = pairing !== null && kind === 'settled' && row.into === null;
          return (
            <tr
              key={`${row.from?.row_id ?? ''} ${row.into?.row_id ?? ''}`}
              className={classNames(
                isDragged && styles.draggable,
                pairing?.picked != null && pairing.picked.from?.row_id === row.from?.row_id && styles.picked,
              )}
              {...(isDragged && { draggable: true, onDragStart: drag(row), onDragEnd: pairing.onDragEnd })}
            >
              <Name row={row} />
              <Cells row={row} kind={kind} pairing={pairing} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
