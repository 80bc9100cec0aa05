import type { MovedAct } from '../../../domain/api/actShapes.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { shownMoney } from '../figures.tsx';
import styles from './act.module.css';

const Moved = ({ moved }: { readonly moved: MovedAct['price'] }) =>
  moved.old === moved.new ? (
    <span className="faint">{shownMoney(moved.new)}</span>
  ) : (
    <>
      <del className="faint">{shownMoney(moved.old)}</del> <span className="sr-only">{m.act_moves_to()}</span>
      <ins>{shownMoney(moved.new)}</ins>
    </>
  );

interface MovesDialogProps {
  /** The later acts and their changes; null while the dialog is closed. */
  readonly moved: readonly MovedAct[] | null;
  /** Null for somebody who sees no prices. */
  readonly currency: string | null;
  /** A sentence before the table. */
  readonly note?: string;
  readonly busy?: boolean;
  /** Why the edit failed. */
  readonly problem?: string | null;
  readonly onConfirm: () => void;
  readonly onDecline: () => void;
}

/** Asks for confirmation before an edit of this act changes later acts. */
export const MovesDialog = ({ moved, currency, note, busy = false, problem = null, onConfirm, onDecline }: MovesDialogProps) => (
  <Dialog
    open={moved !== null}
    title={m.act_moves_title()}
    lead={m.act_moves_lead()}
    middle
    onClose={onDecline}
    actions={
      <>
        <Button onClick={onDecline}>{m.action_cancel()}</Button>
        <Button kind="primary" loading={busy} onClick={onConfirm}>
          {m.save()}
        </Button>
      </>
    }
  >
    {note !== undefined && <p className={styles.movesNote}>{note}</p>}
    <table className={styles.moves}>
      <thead>
        <tr>
          <th scope="col">{m.act_later()}</th>
          {currency !== null && (
            <>
              <th scope="col" className="num">
                {m.column_of_currency({ name: m.act_price(), currency })}
              </th>
              <th scope="col" className="num">
                {m.column_of_currency({ name: m.act_balance(), currency })}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {(moved ?? []).map(({ id, number, price, balance }) => (
          <tr key={id}>
            <th scope="row">{m.act_numbered({ number })}</th>
            {currency !== null && (
              <>
                <td className="num" data-heading={m.act_price()}>
                  <Moved moved={price} />
                </td>
                <td className="num" data-heading={m.act_balance()}>
                  <Moved moved={balance} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
    {problem !== null && (
      <p className="wrong" role="alert">
        {problem}
      </p>
    )}
  </Dialog>
);
