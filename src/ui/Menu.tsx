import { Menu as Primitive } from '@base-ui/react/menu';
import { type ReactElement, useEffect, useMemo } from 'react';
import { classNames } from './classNames.ts';
import styles from './Menu.module.css';

export interface MenuOption {
  readonly key: string;
  readonly label: string;
  readonly chosen?: boolean;
  /** Destroys something: stands apart, and never first. */
  readonly danger?: boolean;
}

function Options({ options, onChoose }: { readonly options: readonly MenuOption[]; readonly onChoose: (key: string) => void }) {
  return options.map(({ key, label, chosen = false, danger = false }) => (
    <Primitive.Item
      key={key}
      className={classNames(styles.item, chosen && styles.chosen, danger && styles.danger)}
      aria-current={chosen || undefined}
      onClick={() => onChoose(key)}
    >
      {label}
    </Primitive.Item>
  ));
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
}

/** A menu hanging from its button. */
export function Menu({ trigger, options, onChoose }: MenuProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner className={styles.layer} side="bottom" align="end" sideOffset={4}>
          <Primitive.Popup className={styles.menu}>
            <Options options={options} onChoose={onChoose} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface PointerMenuProps {
  /** Where the pointer was, or null while closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

/** A menu at the pointer: flips where it would leave the window, closes on resize, scroll and a press elsewhere. */
export function PointerMenu({ at, options, onChoose, onClose }: PointerMenuProps) {
  const open = at !== null;
  const x = at?.x ?? 0;
  const y = at?.y ?? 0;
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  useEffect(() => {
    if (!open) return;
    const leave = new AbortController();
    addEventListener('resize', onClose, { signal: leave.signal });
    addEventListener('scroll', onClose, { signal: leave.signal, capture: true });
    return () => leave.abort();
  }, [open, onClose]);
  return (
    <Primitive.Root open={open} modal={false} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Positioner className={styles.layer} anchor={anchor} side="bottom" align="start">
          <Primitive.Popup className={styles.menu}>
            <Options options={options} onChoose={onChoose} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
