import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { preloadedPart } from '../../ui/part.tsx';
import { useEmitted } from '../reading.ts';
import { paths, useGo } from '../routing.tsx';
import type { EstimateShown } from './context.ts';
import type { ClaimedBefore, EstimateScreen } from './needs.ts';

const ElsewhereDialog = preloadedPart(() => import('../carrying/ElsewhereDialog.tsx').then((module) => module.ElsewhereDialog));

interface NewActProps {
  readonly dialog: ActorRefFrom<EstimateScreen['newAct']>;
  readonly shown: EstimateShown;
}

/** Asks for the last day of work, and explains how an act changes the version. */
export function NewAct({ dialog, shown: { version, about, priced } }: NewActProps) {
  const form = useId();
  const go = useGo();
  const isOpen = useSelector(dialog, (snapshot) => !snapshot.matches('closed'));
  const isBusy = useSelector(dialog, (snapshot) => snapshot.matches('submitting'));
  const problem = sentenceText(useSelector(dialog, ({ context }) => context.sentence));
  const [before, setBefore] = useState<ClaimedBefore | null>(null);
  useEmitted(dialog, 'form.accepted', ({ output }) => {
    if ('elsewhere' in output) setBefore(output);
    else go(paths.act(output.id));
  });
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
          version && (version.acts.length > 0 || version.carried_from)
            ? m.estimate_act_claims({ number: version.number })
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
      {version && (
        <ElsewhereDialog
          mounted={before !== null}
          before={before}
          about={about}
          version={version}
          priced={priced}
          onSeparate={(finish_date) => {
            setBefore(null);
            dialog.send({ type: 'dialog.opened', subject: null });
            dialog.send({ type: 'form.submitted', given: finish_date });
          }}
          onClose={() => setBefore(null)}
        />
      )}
    </>
  );
}
