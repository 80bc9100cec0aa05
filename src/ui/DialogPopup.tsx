import { Dialog as Primitive } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { Back } from './back.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import type { CloseReason, DialogProps } from './dialogProps.ts';
import { Layer, useLayer } from './layers.tsx';
import type { WayBack } from './wayBack.ts';

export const reasonOf = (reason: string): CloseReason =>
  reason === 'escape-key' ? 'escape' : reason === 'outside-press' ? 'outside' : 'other';

interface DialogPopupProps extends DialogProps {
  /** Finds the element that gets the focus once the dialog is closed. */
  readonly back: WayBack;
}

/** The part of a dialog that is shown once it has been opened. */
export function DialogPopup({
  open,
  title,
  wide = false,
  middle = false,
  broad = false,
  lead,
  children,
  actions,
  onClose,
  back,
}: DialogPopupProps) {
  const layer = useLayer();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root open={open} onOpenChange={(next, { reason }) => !next && onClose(reasonOf(reason))}>
      <Primitive.Portal className={styles.portal} container={layer}>
        <Primitive.Backdrop forceRender className={classNames(styles.veil, layer === undefined && styles.above)} />
        <Layer>
          <Back onBack={() => onClose('escape')} />
          <Primitive.Popup
            ref={popup}
            data-modal=""
            // Where a pressed choice led from one dialog to another, the same choice has the focus there.
            initialFocus={() => popup.current?.querySelector<HTMLElement>('fieldset [aria-pressed=true]') ?? true}
            // Where the opener is gone, KeptFocus gives the focus to a neighbour.
            finalFocus={() => back() ?? false}
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
