import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { useLayer } from './layers.tsx';
import styles from './Tooltip.module.css';

/** Long enough that a pointer moving past opens nothing. */
const DELAY = 250;

interface TooltipProps {
  readonly text: ReactNode;
  /** The element it explains. It must be focusable, so that the keyboard opens the tooltip too. */
  readonly children: ReactElement;
}

/** A few words about the element under the pointer or the focus, above it from its left edge. Screen readers need the words as a description as well. */
export function Tooltip({ text, children }: TooltipProps) {
  const layer = useLayer();
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} delay={DELAY} closeOnClick={false} />
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} side="top" align="start" sideOffset={6}>
          <Primitive.Popup className={styles.tooltip}>{text}</Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
