import { type ReactNode, useState } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import type { CloseReason, DialogProps } from './dialogProps.ts';
import { preloadedPart } from './part.tsx';
import { type WayBack, wayBack } from './wayBack.ts';

/** The code of dialogs is loaded once the browser is idle. */
export const DialogPopup = preloadedPart(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup));

/** A modal dialog. Only its owner opens and closes it. */
export function Dialog(props: DialogProps) {
  const { open } = props;
  // A field that takes the focus at once does so before the dialog can note the previously focused element.
  const [opened, setOpened] = useState<{ readonly is: boolean; readonly back: WayBack }>({ is: false, back: () => null });
  if (opened.is !== open) setOpened({ is: open, back: open ? wayBack() : opened.back });
  return <DialogPopup {...props} mounted={open} back={opened.back} />;
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** States what will be lost, in numbers. */
  readonly description: ReactNode;
  readonly action?: string;
  /** The label of the button that changes nothing, where Cancel could be taken for the action. */
  readonly cancel?: string;
  /** The kind of the action's button: red unless nothing is lost. */
  readonly kind?: 'danger' | 'primary';
  readonly busy?: boolean;
  readonly problem?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: (reason: CloseReason) => void;
}

/** Asks before something is lost: title, description, Cancel, and the action, which is Delete by default. */
export function ConfirmDialog({
  description,
  action = m.action_delete(),
  cancel = m.action_cancel(),
  kind = 'danger',
  busy = false,
  problem = null,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onClose('other')}>{cancel}</Button>
          <Button kind={kind} loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p className="muted">{description}</p>
      {problem !== null && (
        <p className={classNames('wrong', styles.problem)} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
