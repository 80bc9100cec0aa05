import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import { useLayer } from './layers.tsx';
import styles from './Tooltip.module.css';

interface TooltipProps {
  /** The element it explains; null while none is explained. */
  readonly anchor: Element | null;
  readonly text: string;
}

/** A few words about an element, above it from its left edge. Screen readers need the words as a description or a name as well. */
export function Tooltip({ anchor, text }: TooltipProps) {
  const layer = useLayer();
  return (
    <Primitive.Root open={anchor !== null}>
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={anchor} side="top" align="start" sideOffset={6}>
          <Primitive.Popup className={styles.tooltip} data-tooltip>
            {text}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
