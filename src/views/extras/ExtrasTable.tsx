import type { Extra } from '../../../domain/api/contractShapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { shownMoment } from '../dates.ts';
import { listTitle, shownMoney, shownQuantity } from '../figures.tsx';
import { personName } from '../personName.ts';
import { Link, paths } from '../routing.tsx';
import styles from './extras.module.css';
import { STATUS_NAMES, STATUS_TONES, signedQuantity } from './words.ts';

interface ExtraActions {
  /** Whether the person decides extras; others can only withdraw their own that are not decided. */
  readonly decides: boolean;
  /** Why nothing can be done here, or null. */
  readonly blocked: string | null;
  readonly onDecide: (extra: Extra, approves: boolean) => void;
  readonly onWithdraw: (extra: Extra) => void;
}
interface RowProps extends ExtraActions {
  readonly extra: Extra;
  readonly projectId: number;
  /** Null for somebody who sees no prices. */
  readonly currency: string | null;
}

function Actions({ extra, decides, blocked, onDecide, onWithdraw }: Omit<RowProps, 'projectId' | 'currency'>) {
  const named = { quantity: signedQuantity(extra), name: extra.name };
  const mayWithdraw = (extra.status === 'asked' && (extra.asked.is_own || decides)) || (extra.status === 'approved' && decides);
  return (
    <div className={styles.actions}>
      {extra.status === 'asked' && decides && (
        <>
          <Button
            size="small"
            kind="primary"
            blocked={blocked}
            aria-label={m.extra_approve_of(named)}
            onClick={() => onDecide(extra, true)}
          >
            {m.extra_approve()}
          </Button>
          <Button size="small" blocked={blocked} aria-label={m.extra_refuse_of(named)} onClick={() => onDecide(extra, false)}>
            {m.extra_refuse()}
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button size="small" kind="ghost" blocked={blocked} aria-label={m.extra_withdraw_of(named)} onClick={() => onWithdraw(extra)}>
          {m.extra_withdraw()}
        </Button>
      )}
    </div>
  );
}

function Row({ extra, projectId, currency, ...actions }: RowProps) {
  const { status, asked, decided, act } = extra;
  const to = act === null ? paths.list(projectId, extra.version_id, extra.list_id) : paths.actList(act.id, extra.list_id);
  return (
    <tr>
      <th scope="row">
        <Link to={to}>
          {extra.code !== '' && `${extra.code} `}
          {extra.name}
        </Link>
        <span className={styles.small}>{listTitle(extra.list_title)}</span>
      </th>
      <td className="num" data-heading={m.extra_column_quantity()}>
        <span>
          <b>{signedQuantity(extra)}</b>
          <span className={styles.small}>
            {m.extra_of_estimated({ estimated: shownQuantity(extra.row_quantity), done: shownQuantity(extra.row_done) })}
          </span>
        </span>
      </td>
      {currency !== null && (
        <td className="num" data-heading={m.column_of_currency({ name: m.extra_column_value(), currency })}>
          {shownMoney(extra.value)}
        </td>
      )}
      <td className={styles.said}>
        <p>{extra.reason}</p>
        <span className={styles.small}>
          {act === null
            ? m.extra_asked_by({ name: personName(asked.by), when: shownMoment(asked.at) })
            : m.extra_asked_by_in({ name: personName(asked.by), when: shownMoment(asked.at), act: act.number })}
        </span>
      </td>
      <td className={styles.said}>
        <Chip tone={STATUS_TONES[status]}>{STATUS_NAMES[status]()}</Chip>
        {decided !== null && (
          <span className={styles.small}>{m.extra_decided_by({ name: personName(decided.by), when: shownMoment(decided.at) })}</span>
        )}
        {decided !== null && decided.text !== '' && <p>{decided.text}</p>}
        <span className="off-paper">
          <Actions extra={extra} {...actions} />
        </span>
      </td>
    </tr>
  );
}

interface TableProps extends ExtraActions {
  readonly extras: readonly Extra[];
  readonly projectId: number;
  readonly currency: string | null;
}

/** Extras with their requester, day, reason and outcome; on a phone a card for each. */
export const ExtrasTable = ({ extras, ...rest }: TableProps) => (
  <table className={styles.table} aria-label={m.extras()}>
    <thead>
      <tr>
        <th scope="col">{m.column_row()}</th>
        <th scope="col" className="num">
          {m.extra_column_quantity()}
        </th>
        {rest.currency !== null && (
          <th scope="col" className="num">
            {m.column_of_currency({ name: m.extra_column_value(), currency: rest.currency })}
          </th>
        )}
        <th scope="col">{m.extra_reason()}</th>
        <th scope="col">{m.extra_column_decision()}</th>
      </tr>
    </thead>
    <tbody>
      {extras.map((extra) => (
        <Row key={extra.id} extra={extra} {...rest} />
      ))}
    </tbody>
  </table>
);
