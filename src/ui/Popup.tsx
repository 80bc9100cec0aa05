import { Popover as Primitive } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { Layer, useLayer } from './layers.tsx';
import styles from './Popup.module.css';

interface PopupProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly open: boolean;
  /** The person wants to open or close it; the owner decides. */
  readonly onOpenChange: (open: boolean) => void;
  /** Above the button at its left edge by default; on the other side where there is no room. */
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A small box attached to its button, with any content. */
export function Popup({ trigger, label, open, onOpenChange, side = 'top', align = 'start', children }: PopupProps) {
  const layer = useLayer();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} side={side} align={align} sideOffset={4}>
          <Primitive.Popup className={styles.popup} aria-label={label}>
            <Layer>{children}</Layer>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
