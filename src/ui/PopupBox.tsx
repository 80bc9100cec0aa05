import { Popover as Primitive } from '@base-ui/react/popover';
import type { KeyboardEvent, ReactNode } from 'react';
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

/** Tab goes from the last element of a box to its first, and back. */
function stayWithin(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, input, select, textarea')];
  const stops = elements.filter(({ tabIndex }) => tabIndex >= 0);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** The box of a popup. The keyboard stays in it until it is closed, as in a dialog. */
export function PopupBox({ label, open, button, side = 'top', align = 'start', onClose, children }: PopupBoxProps) {
  const layer = useLayer();
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the popup's own button is left to that button.
        const isOnButton = event.target instanceof Node && button?.contains(event.target);
        if (!next && !isOnButton) onClose();
      }}
    >
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={button} side={side} align={align} sideOffset={4}>
          <Primitive.Popup className={styles.popup} aria-label={label} finalFocus={() => button} onKeyDown={stayWithin}>
            <Layer>{children}</Layer>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
