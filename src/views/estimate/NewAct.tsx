import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { shownMoney } from '../figures.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import type { EstimateShown } from './context.ts';
import type { EstimateScreen } from './needs.ts';
import styles from './newAct.module.css';

interface NewActProps {
  readonly dialog: ActorRefFrom<EstimateScreen['newAct']>;
  readonly shown: EstimateShown;
}

interface ClaimedBeforeProps {
  readonly dialog: ActorRefFrom<EstimateScreen['newActAnyway']>;
  readonly currency: string;
  readonly priced: boolean;
}

/** Names the acts of other versions and their claims, before an act is made beside them. */
function ClaimedBefore({ dialog, currency, priced }: ClaimedBeforeProps) {
  const snapshot = useSelector(dialog, (current) => current);
  const { subject, sentence } = snapshot.context;
  const close = () => dialog.send({ type: 'dialog.closed' });
  return (
    <Dialog
      open={!snapshot.matches('closed')}
      title={m.estimate_claimed_title()}
      lead={m.estimate_claimed_lead()}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{m.action_cancel()}</Button>
          <Button
            kind="primary"
            loading={snapshot.matches('submitting')}
            onClick={() => dialog.send({ type: 'form.submitted', given: null })}
          >
            {m.estimate_claimed_create()}
          </Button>
        </>
      }
    >
      <table className={styles.claimed}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{m.act()}</th>
            {priced && <th scope="col">{m.column_of_currency({ name: m.act_price(), currency })}</th>}
          </tr>
        </thead>
        <tbody>
          {subject?.acts.map(({ id, number, version_number, price }) => (
            <tr key={id}>
              <th scope="row">{m.estimate_claimed_act({ number, version: version_number })}</th>
              {priced && <td className="num">{shownMoney(price)}</td>}
            </tr>
          ))}
        </tbody>
        {priced && (
          <tfoot>
            <tr>
              <th scope="row">{m.estimate_claimed_sum()}</th>
              <td className="num">
                {shownMoney(subject?.claimed ?? '0.00')} <span className="sign">{currency}</span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {sentence !== null && (
        <p className="wrong" role="alert">
          {sentenceText(sentence)}
        </p>
      )}
    </Dialog>
  );
}

/** Asks for the last day of work, and explains how an act changes the version. */
export function NewAct({ dialog, shown: { version, estimate, about, priced } }: NewActProps) {
  const form = useId();
  const go = useGo();
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(dialog, ({ context }) => context.sentence));
  const anyway = useActorRef(estimate.newActAnyway);
  useEmitted(dialog, 'form.accepted', ({ output }) => {
    if ('claimed' in output) anyway.send({ type: 'dialog.opened', subject: output });
    else go(paths.act(output.id));
  });
  useEmitted(anyway, 'form.accepted', ({ output }) => go(paths.act(output.id)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('finish_date') ?? '');
    dialog.send({ type: 'form.submitted', given: day === '' ? null : day });
  };
  const close = () => dialog.send({ type: 'dialog.closed' });
  return (
    <>
      <Dialog
        open={isOpen}
        title={m.estimate_new_act()}
        onClose={close}
        lead={
          (version?.acts.length ?? 0) > 0
            ? version
              ? m.estimate_act_claims({ number: version.number })
              : m.estimate_act_claims_this()
            : version
              ? m.estimate_act_freezes({ number: version.number })
              : m.estimate_act_freezes_this()
        }
        actions={
          <>
            <Button onClick={close}>{m.action_cancel()}</Button>
            <Button kind="primary" type="submit" form={form} loading={isBusy}>
              {m.estimate_create_act()}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} noValidate>
          <DateField name="finish_date" label={m.estimate_finish_date()} note={m.estimate_finish_date_note()} problem={problem} />
        </form>
      </Dialog>
      <ClaimedBefore dialog={anyway} currency={about.project.currency} priced={priced} />
    </>
  );
}
