import type { SnapshotFrom } from 'xstate';
import type { CarryHead, carryingMachine } from '../../machines/carrying/carrying.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { shownMoney, signedMoney } from '../figures.tsx';
import { CarryFigures } from './CarryFigures.tsx';
import styles from './carrying.module.css';

interface ConfirmCarryProps {
  readonly snapshot: SnapshotFrom<typeof carryingMachine>;
  readonly head: CarryHead;
  readonly currency: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** States the effect of carrying before it is done. Figures that have changed since they were shown are beside the earlier ones. */
export function ConfirmCarry({ snapshot, head, currency, onConfirm, onClose }: ConfirmCarryProps) {
  const { movedFrom, sentence } = snapshot.context;
  const busy = snapshot.matches('carrying') || snapshot.matches('rereading');
  const from = head.from.number;
  const moved = (name: string, of: (each: CarryHead) => string) =>
    movedFrom !== null && of(movedFrom) !== of(head) ? <li>{m.carry_moved_from({ name, old: of(movedFrom), now: of(head) })}</li> : null;
  return (
    <Dialog
      open={busy || snapshot.matches('confirming')}
      broad
      title={head.into === null ? m.carry_confirm_title_import() : m.carry_confirm_title({ into: head.into.number, from })}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button onClick={onClose} blocked={busy ? m.carry_busy() : null}>
            {m.action_cancel()}
          </Button>
          <Button kind="primary" loading={busy} blocked={sentenceText(head.blocked)} onClick={onConfirm}>
            {head.into === null ? m.carry_make_and_carry() : m.carry_do()}
          </Button>
        </>
      }
    >
      {movedFrom !== null && !busy && (
        <div className={styles.moved} role="alert">
          <p className="waits">{m.carry_moved_lead()}</p>
          <ul>
            {moved(m.carry_before(), ({ before }) => shownMoney(before.gross.total))}
            {moved(m.carry_carried(), ({ carried }) => shownMoney(carried.gross.total))}
            {moved(m.carry_settled(), ({ settled }) => shownMoney(settled.gross.total))}
            {moved(m.carry_revaluation(), ({ revaluation }) => signedMoney(revaluation.gross.total))}
          </ul>
        </div>
      )}
      <CarryFigures value={head} currency={currency} />
      <ul className={styles.means}>
        <li>{m.carry_means_on({ from })}</li>
        {head.counts.settled > 0 && <li>{m.carry_means_settled({ count: head.counts.settled })}</li>}
        <li>{m.carry_means_undo()}</li>
      </ul>
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
    </Dialog>
  );
}
