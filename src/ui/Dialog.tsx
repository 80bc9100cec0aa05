import { Dialog as Primitive } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '../messages/messages.ts';
import { Button } from './Button.tsx';
import { Back } from './back.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import { Layer, useLayer } from './layers.tsx';
import { type WayBack, wayBack } from './wayBack.ts';

export type CloseReason = 'escape' | 'outside' | 'other';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly wide?: boolean;
  /** As wide as a list of names needs. */
  readonly middle?: boolean;
  /** As wide as two columns of fields need. */
  readonly broad?: boolean;
  /** Shown under the title, or beside it when the dialog is wide. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  /** The person wants to close it; the owner decides. */
  readonly onClose: (reason: CloseReason) => void;
}

export const reasonOf = (reason: string): CloseReason =>
  reason === 'escape-key' ? 'escape' : reason === 'outside-press' ? 'outside' : 'other';

/** A modal dialog. Only its owner opens and closes it. */
export function Dialog({ open, title, wide = false, middle = false, broad = false, lead, children, actions, onClose }: DialogProps) {
  const layer = useLayer();
  const popup = useRef<HTMLDivElement>(null);
  // A field that takes the focus at once does so before the dialog can note the previously focused element.
  const [opened, setOpened] = useState<{ readonly is: boolean; readonly back: WayBack }>({ is: false, back: () => null });
  if (opened.is !== open) setOpened({ is: open, back: open ? wayBack() : opened.back });
  return (
    <Primitive.Root open={open} onOpenChange={(next, { reason }) => !next && onClose(reasonOf(reason))}>
      <Primitive.Portal className={styles.portal} container={layer}>
        <Primitive.Backdrop forceRender className={classNames(styles.veil, layer === undefined && styles.above)} />
        <Layer>
          <Back onBack={() => onClose('escape')} />
          <Primitive.Popup
            ref={popup}
            data-modal=""
            // A choice that led from one dialog to the other keeps the focus.
            initialFocus={() => popup.current?.querySelector<HTMLElement>('fieldset [aria-pressed=true]') ?? true}
            // Without a way back a neighbour takes the focus (KeptFocus).
            finalFocus={() => opened.back() ?? false}
            className={classNames(styles.dialog, wide && styles.wide, middle && styles.middle, broad && styles.broad)}
          >
            <div className={styles.head}>
              <Primitive.Title className={styles.title}>{title}</Primitive.Title>
              {lead !== undefined && <div className={styles.lead}>{lead}</div>}
            </div>
            {children !== undefined && <div className={styles.body}>{children}</div>}
            <div className={styles.foot}>{actions}</div>
          </Primitive.Popup>
        </Layer>
      </Primitive.Portal>
    </Primitive.Root>
  );
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
