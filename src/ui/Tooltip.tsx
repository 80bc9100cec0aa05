import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './Tooltip.module.css';

/** Long enough that a pointer passing by opens nothing. */
const DELAY = 250;

interface TooltipProps {
  readonly text: ReactNode;
  /** What it explains; it can be focused, so that the keyboard opens the tooltip too. */
  readonly children: ReactElement;
}

/** A few words about what the pointer or the focus is on, above it and from its left edge. To a screen reader, give the words as a description. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} delay={DELAY} closeOnClick={false} />
      <Primitive.Portal>
        <Primitive.Positioner className={styles.layer} side="top" align="start" sideOffset={6}>
          <Primitive.Popup className={styles.tooltip}>{text}</Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
