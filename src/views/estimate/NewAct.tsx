import { useSelector } from '@xstate/react';
import { type FormEvent, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
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
  const name = version ? `version ${version.number}` : 'this version';
  return (
    <Dialog
      open={isOpen}
      title="New act"
      onClose={close}
      lead={
        summary.frozen
          ? `It claims work of ${name}, on top of the acts before it.`
          : `The first act freezes ${name} of the estimate: its rows can no longer be changed.`
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} loading={isBusy}>
            Create act
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field name="finish_date" type="date" label="Finish date" note="The last day of the period. It can stay empty." problem={problem} />
      </form>
    </Dialog>
  );
}
