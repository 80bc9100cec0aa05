import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ListCosts, Row } from '../../../../domain/api/shapes.ts';
import { exact, fixed, SCALE } from '../../../../domain/decimal.ts';
import { meantRows } from '../../../machines/rowEdit/chosenRows.ts';
import type { RowStore } from '../../../machines/rowWindow/rowStore.ts';
import { m } from '../../../messages/messages.ts';
import { sentenceText } from '../../../messages/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { listTitle, shownMoney } from '../../figures.tsx';
import type { ListTools } from './needs.ts';
import { SectionDialog } from './SectionDialog.tsx';
import styles from './tools.module.css';

const NO_ROWS = { ids: [] };

interface DeleteRowsProps {
  readonly deletion: ActorRefFrom<ListTools['deletion']>;
  readonly rows: RowStore<Row>;
  readonly currency: string;
}

/** Asks for confirmation before many rows are deleted, and names the amounts deleted with them. */
function DeleteRows({ deletion, rows, currency }: DeleteRowsProps) {
  const isBusy = useSelector(deletion, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(deletion, ({ context }) => context.sentence));
  const subject = useSelector(deletion, ({ context }) => context.subject);
  const { count, known } = meantRows(subject ?? NO_ROWS, rows);
  const total = fixed(
    known
      .filter(({ id, kind }) => kind === 'row' || subject?.withRowsOf?.includes(id))
      .reduce((sum, row) => sum + exact(row.total, SCALE.money), 0n),
    SCALE.money,
  );
  return (
    <ConfirmDialog
      open
      title={m.rows_delete_title({ count })}
      description={
        known.length === (subject?.ids.length ?? 0) && subject?.between === undefined
          ? m.rows_delete_sum({ count, amount: `${shownMoney(total)} ${currency}` })
          : m.rows_delete_undone({ count })
      }
      busy={isBusy}
      problem={problem}
      onConfirm={() => deletion.send({ type: 'form.submitted', given: null })}
      onClose={() => deletion.send({ type: 'dialog.closed' })}
    />
  );
}

interface MoveRowsProps {
  readonly moving: ActorRefFrom<ListTools['moving']>;
  readonly rows: RowStore<Row>;
  readonly lists: readonly ListCosts[];
}

/** Asks for the list to move rows to; they go to its end. */
function MoveRows({ moving, rows, lists }: MoveRowsProps) {
  const form = useId();
  const subject = useSelector(moving, ({ context }) => context.subject);
  const { count } = meantRows(subject ?? NO_ROWS, rows);
  const isBusy = useSelector(moving, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(moving, ({ context }) => context.sentence));
  const close = () => moving.send({ type: 'dialog.closed' });
  return (
    <Dialog
      open
      title={m.rows_move_title({ count })}
      lead={m.rows_move_lead()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            {m.rows_move()}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = Number(new FormData(event.currentTarget).get('list'));
          if (chosen > 0) moving.send({ type: 'form.submitted', given: chosen });
        }}
      >
        <fieldset className={styles.lists}>
          <legend className="sr-only">{m.rows_move_into()}</legend>
          {lists.map(({ id, title }, at) => (
            <label key={id} className={styles.list}>
              <input type="radio" name="list" value={id} defaultChecked={at === 0} />
              {listTitle(title)}
            </label>
          ))}
        </fieldset>
        {problem !== null && (
          <p className="wrong" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface RowDialogsProps extends DeleteRowsProps, MoveRowsProps {
  readonly section: ActorRefFrom<ListTools['section']>;
}

/** The questions before rows are deleted or moved. */
export function RowDialogs({ deletion, moving, section, rows, lists, currency }: RowDialogsProps) {
  const isDeleting = useSelector(deletion, (snapshot) => !snapshot.matches('closed'));
  const isMoving = useSelector(moving, (snapshot) => !snapshot.matches('closed'));
  const isAsked = useSelector(section, (snapshot) => !snapshot.matches('closed'));
  return (
    <>
      {isDeleting && <DeleteRows deletion={deletion} rows={rows} currency={currency} />}
      {isMoving && <MoveRows moving={moving} rows={rows} lists={lists} />}
      {isAsked && <SectionDialog asking={section} currency={currency} />}
    </>
  );
}
