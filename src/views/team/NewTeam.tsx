import { useId } from 'react';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { CloseReason } from '../../ui/dialogProps.ts';
import { Field } from '../../ui/Field.tsx';
import { useForm } from '../forms.tsx';
import { usePeople } from '../people.tsx';
import { paths, useGo } from '../routing.tsx';

export const TeamNameField = ({ problem }: { readonly problem: string | null }) => (
  <Field name="name" label={m.team_name()} placeholder={m.team_name_example()} autoComplete="organization" autoFocus problem={problem} />
);

interface DialogProps {
  readonly open: boolean;
  readonly onClose: (reason: CloseReason) => void;
}

/** Makes another team and makes it the active one. */
export function NewTeamDialog({ open, onClose }: DialogProps) {
  const id = useId();
  const go = useGo();
  const { ref, problems, sentence, isBusy, onSubmit } = useForm(usePeople().newTeam, () => {
    onClose('other');
    go(paths.projects);
  });
  return (
    <Dialog
      open={open}
      title={m.team_new()}
      lead={m.team_new_lead()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onClose('other')}>{m.action_cancel()}</Button>
          <Button kind="primary" type="submit" form={id} loading={isBusy}>
            {m.team_create()}
          </Button>
        </>
      }
    >
      <form ref={ref} id={id} onSubmit={onSubmit} noValidate>
        <TeamNameField problem={problems.name ?? sentence} />
      </form>
    </Dialog>
  );
}
