import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ActStatus } from '../../../domain/api/graphql.ts';
import type { Act } from '../../../domain/api/shapes.ts';
import { statusName } from '../../../domain/sentences/acts.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText, sentenceTexts } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Radios } from '../../ui/Radios.tsx';
import { useRefusedFocus } from '../forms.tsx';
import { useEmitted } from '../reading.ts';
import styles from './act.module.css';
import { ClaimDialog } from './ClaimDialog.tsx';
import type { ActDetails, ActScreen } from './needs.ts';
import type { ActRestrictions } from './restrictions.ts';

/** The statuses that need a check of the act before they are set. */
const STEPS = ['submitted', 'accepted'] as const;

interface DetailsDialogProps {
  readonly dialog: ActorRefFrom<ActScreen['details']>;
  readonly screen: Pick<ActScreen, 'claimCheck'>;
  readonly act: Act;
  readonly restrictions: ActRestrictions;
  readonly statuses: readonly ActStatus[];
}

/** The fields changed in the form since it was opened; what others have set meanwhile stays. A field without an input stays as it is. */
function changesIn(form: FormData, opened: Act, now: Act): ActDetails {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const [number, day, status] = [text('number'), text('finish_date'), text('status_id')];
  const typed = { number, finish_date: day === '' ? null : day, status_id: Number(status) };
  const isChanged = (field: keyof typeof typed) => typed[field] !== opened[field] && typed[field] !== now[field];
  return {
    ...(number !== null && isChanged('number') && { number }),
    ...(day !== null && isChanged('finish_date') && { finish_date: typed.finish_date }),
    ...(status !== null && isChanged('status_id') && { status_id: typed.status_id }),
  };
}

/** Number, finish date and status of the act. A locked field shows the act that locks it. */
export function DetailsDialog({ dialog, screen, act, restrictions, statuses }: DetailsDialogProps) {
  const form = useId();
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const { context } = useSelector(dialog, (current) => current);
  const final = statuses.at(-1);
  const [problems, sentence] = [sentenceTexts(context.problems), sentenceText(context.sentence)];
  const { editBlockedBy, statusBlockedBy, settleBlockedBy, canOnlyBeAccepted } = restrictions;
  const mayBe = (id: number) => (id === final?.id ? settleBlockedBy === null : !canOnlyBeAccepted);
  const offered = statuses.filter(({ id }) => id === act.status_id || mayBe(id));
  const check = useActorRef(screen.claimCheck);
  const isChecking = useSelector(check, (snapshot) => snapshot.matches('checking'));
  const formElement = useRefusedFocus(context.problems);
  const given = () => (formElement.current ? changesIn(new FormData(formElement.current), context.subject ?? act, act) : {});
  useEmitted(check, 'step.cleared', ({ isConfirmed }) =>
    dialog.send({ type: 'form.submitted', given: { ...given(), ...(isConfirmed && { deductions_seen: true as const }) } }),
  );
  const close = () => dialog.send({ type: 'dialog.closed' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changes = given();
    const step = STEPS.find((each) => each === statuses.find(({ id }) => id === changes.status_id)?.code);
    if (Object.keys(changes).length === 0) close();
    else if (step !== undefined) check.send({ type: 'step.requested', step });
    else dialog.send({ type: 'form.submitted', given: changes });
  };
  return (
    <>
      <Dialog
        open={isOpen}
        title={m.act_numbered({ number: act.number })}
        lead={editBlockedBy ?? undefined}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.action_cancel()}</Button>
            <Button kind="primary" type="submit" form={form} loading={isBusy || isChecking} blocked={statusBlockedBy}>
              {m.save()}
            </Button>
          </>
        }
      >
        <form id={form} ref={formElement} onSubmit={submit} noValidate className={styles.fields}>
          <Radios
            label={m.act_status()}
            name="status_id"
            options={offered.map((each) => ({ key: String(each.id), label: sentenceText(statusName(each)), mark: each.color }))}
            defaultKey={String(act.status_id)}
            disabled={statusBlockedBy !== null}
            note={
              editBlockedBy !== null || final === undefined
                ? undefined
                : settleBlockedBy !== null
                  ? settleBlockedBy
                  : m.act_status_note({ status: sentenceText(statusName(final)).toLowerCase() })
            }
            problem={problems.status_id ?? sentence}
          />
          <Field
            name="number"
            label={m.act_number()}
            defaultValue={act.number}
            autoComplete="off"
            disabled={editBlockedBy !== null}
            problem={problems.number ?? null}
          />
          {editBlockedBy === null && (
            <DateField
              name="finish_date"
              label={m.estimate_finish_date()}
              defaultDay={act.finish_date}
              problem={problems.finish_date ?? null}
            />
          )}
        </form>
      </Dialog>
      <ClaimDialog check={check} name={m.act_numbered({ number: act.number })} currency={act.currency} />
    </>
  );
}
