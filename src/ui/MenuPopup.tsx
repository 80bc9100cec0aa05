import { Menu as Primitive } from '@base-ui/react/menu';
import { type KeyboardEvent, useCallback, useMemo } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { showGuards, useLayer } from './layers.tsx';
import styles from './Menu.module.css';
import type { MenuOption } from './menuOption.ts';

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

/** Tab closes the menu and moves on from the element that opened it. */
const closedByTab = (onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Tab') onClose();
};

interface MenuPopupProps extends OptionsProps {
  readonly id: string;
  /** The button it is attached to. */
  readonly anchor: HTMLElement | null;
  readonly open: boolean;
  /** The option that has the focus when it opens. */
  readonly focus: 'none' | 'first' | 'last';
  readonly onClose: () => void;
}

/** The options of a button, shown below it. The button gets the focus back when they close. */
export function MenuPopup({ id, anchor, open, focus, options, onChoose, onClose }: MenuPopupProps) {
  const layer = useLayer();
  // The callback must stay the same while the menu is open: a new ref would be called at every render and move the focus again.
  const begin = useCallback(
    (popup: HTMLElement | null) => {
      if (focus === 'none' || popup === null) return;
      requestAnimationFrame(() => {
        const items = [...popup.querySelectorAll<HTMLElement>('[role=menuitem]:not([data-disabled])')];
        items.at(focus === 'first' ? 0 : -1)?.focus({ preventScroll: true });
      });
    },
    [focus],
  );
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={anchor} side="bottom" align="end" sideOffset={4}>
          <Primitive.Popup
            ref={begin}
            id={id}
            className={styles.menu}
            aria-labelledby={anchor?.id}
            finalFocus={() => anchor}
            onKeyDown={closedByTab(onClose)}
          >
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

/** A menu at a given top left corner. Its owner flips it where it would leave the window, and closes it when the page around it moves. */
export function PointerMenu({ at, width = 120, options, onChoose, onClose }: PointerMenuProps) {
  const layer = useLayer();
  const open = at !== null;
  const x = at?.x ?? 0;
  const y = at?.y ?? 0;
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  return (
    <Primitive.Root open={open} modal={false} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal container={layer}>
        <Primitive.Positioner className={styles.layer} anchor={anchor} side="bottom" align="start" collisionAvoidance={STAYS}>
          <Primitive.Popup
            ref={showGuards}
            className={classNames(styles.menu, styles.atPointer)}
            style={{ width }}
            onKeyDown={closedByTab(onClose)}
          >
            <Options options={options} onChoose={onChoose} />
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
