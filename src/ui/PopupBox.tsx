import { Popover as Primitive } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { Layer, useLayer } from './layers.tsx';
import styles from './Popup.module.css';

interface PopupBoxProps {
  readonly label: string;
  readonly open: boolean;
  readonly button: HTMLElement | null;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The box of a popup. The keyboard stays in it until it is closed, as in a dialog. */
export function PopupBox({ label, open, button, side = 'top', align = 'start', onClose, children }: PopupBoxProps) {
  const layer = useLayer();
  return (
    <Primitive.Root
      open={open}
      modal="trap-focus"
      onOpenChange={(next, { event }) => {
        // A press of its button is the button's to decide.
        const isOnButton = event.target instanceof Node && button?.contains(event.target);
        if (!next && !isOnButton) onClose();
      }}
    >
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={button} side={side} align={align} sideOffset={4}>
          <Primitive.Popup className={styles.popup} aria-label={label} finalFocus={() => button}>
            <Layer>{children}</Layer>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
