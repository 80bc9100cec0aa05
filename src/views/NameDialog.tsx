import { type FormEvent, type ReactNode, useId } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';

interface NameDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly label: string;
  /** The initial text of the field, selected. */
  readonly initial?: string;
  readonly placeholder?: string;
  readonly note?: string;
  /** The label of the button. */
  readonly action: string;
  /** The kind of the button: red where something is lost by the action. */
  readonly kind?: 'primary' | 'danger';
  readonly busy: boolean;
  readonly problem: string | null;
  /** Further fields under the name. */
  readonly children?: ReactNode;
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. The typed text stays until it is accepted. */
export function NameDialog({
  open,
  title,
  lead,
  label,
  initial = '',
  placeholder,
  note,
  action,
  kind = 'primary',
  busy,
  problem,
  children,
  onSubmit,
  onClose,
}: NameDialogProps) {
  const form = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('name') ?? ''));
  };
  return (
    <Dialog
      open={open}
      title={title}
      lead={lead}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.action_cancel()}</Button>
          <Button kind={kind} type="submit" form={form} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          name="name"
          label={label}
          defaultValue={initial}
          placeholder={placeholder}
          note={note}
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
          problem={problem}
        />
        {children}
      </form>
    </Dialog>
  );
}
