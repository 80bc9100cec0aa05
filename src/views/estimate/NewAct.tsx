import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import type { EstimateScreen } from '../screens.tsx';
import type { EstimateShown } from './context.ts';

interface NewActProps {
  readonly dialog: ActorRefFrom<EstimateScreen['newAct']>;
  readonly shown: EstimateShown;
}

/** Asks for the day the work ends, and says what an act does to the version. */
export function NewAct({ dialog, shown: { version, summary } }: NewActProps) {
  const form = useId();
  const go = useGo();
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const problem = useSelector(dialog, ({ context }) => context.sentence);
  useEmitted(dialog, 'form.accepted', ({ output }) => go(paths.act(output.id)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const day = String(new FormData(event.currentTarget).get('finish_date') ?? '');
    dialog.send({ type: 'form.submitted', given: day === '' ? null : day });
  };
  const close = () => dialog.send({ type: 'dialog.closed' });
  return (
    <Dialog
      open={isOpen}
      title={m.estimate_new_act()}
      onClose={close}
      lead={
        summary.frozen
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
  );
}
