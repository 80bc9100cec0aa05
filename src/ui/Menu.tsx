import { Menu as Primitive } from '@base-ui/react/menu';
import { type ReactElement, useEffect, useMemo } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { showGuards, useLayer } from './layers.tsx';
import styles from './Menu.module.css';

export interface MenuOption {
  readonly key: string;
  readonly label: string;
  readonly chosen?: boolean;
  /** A destructive option is set apart, and never first. */
  readonly danger?: boolean;
  /** Why it cannot be chosen now; shown under its name. */
  readonly blocked?: string | null;
  /** The option's effect, in a smaller line under its name. */
  readonly note?: string;
  /** Not possible now. The owner says why when it is chosen. */
  readonly locked?: boolean;
  /** A heading over neighbouring options that share it. */
  readonly group?: string;
}
interface OptionsProps {
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
}

const Items = ({ options, onChoose }: OptionsProps) =>
  options.map(({ key, label, chosen = false, danger = false, locked = false, blocked = null, note }) => (
    <Primitive.Item
      key={key}
      className={classNames(styles.item, chosen && styles.chosen, danger && styles.danger, locked && styles.locked)}
      aria-current={chosen || undefined}
      disabled={blocked !== null}
      onClick={() => onChoose(key)}
    >
      <span className={styles.label}>
        {label}
        {(blocked ?? note) !== undefined && <small>{blocked ?? note}</small>}
      </span>
      {chosen && <Icon name="check" />}
      {locked && <Icon name="lock" />}
    </Primitive.Item>
  ));

/** Neighbouring options of one group, together. */
function grouped(options: readonly MenuOption[]): readonly (readonly MenuOption[])[] {
  const groups: MenuOption[][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0]?.group === option.group) last.push(option);
    else groups.push([option]);
  }
  return groups;
}

const Options = ({ options, onChoose }: OptionsProps) =>
  grouped(options).map((group) => (
    <Primitive.Group key={group[0]?.key ?? ''} className={styles.group}>
      {group[0]?.group !== undefined && <Primitive.GroupLabel className={styles.heading}>{group[0].group}</Primitive.GroupLabel>}
      <Items options={group} onChoose={onChoose} />
    </Primitive.Group>
  ));

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
}

export function Menu({ trigger, options, onChoose }: MenuProps) {
  const layer = useLayer();
  return (
    <Primitive.Root>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} side="bottom" align="end" sideOffset={4}>
          <Primitive.Popup className={styles.menu}>
            <Options options={options} onChoose={onChoose} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const STAYS = { side: 'none', align: 'none', fallbackAxisSide: 'none' } as const;

interface PointerMenuProps {
  /** The pointer's position, or null while closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  /** In px; longer options are cut. */
  readonly width?: number;
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

/** A menu at a given top left corner. Its owner flips it where it would leave the window. It closes on resize, scroll and a press elsewhere. */
export function PointerMenu({ at, width = 120, options, onChoose, onClose }: PointerMenuProps) {
  const layer = useLayer();
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
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={anchor} side="bottom" align="start" collisionAvoidance={STAYS}>
          <Primitive.Popup ref={showGuards} className={classNames(styles.menu, styles.atPointer)} style={{ width }}>
            <Options options={options} onChoose={onChoose} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
