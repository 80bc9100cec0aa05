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
  /** Finds the element that has the focus once it is closed. */
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
            // A choice that led from one dialog to the other keeps the focus.
            initialFocus={() => popup.current?.querySelector<HTMLElement>('fieldset [aria-pressed=true]') ?? true}
            // Without a way back a neighbour takes the focus (KeptFocus).
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
