import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useState,
} from 'react';
import { Arriving } from './Arriving.tsx';
import { useKeptApart } from './layers.tsx';
import type { MenuOption } from './menuOption.ts';
import { lazyPart } from './part.tsx';

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx').then((module) => module.MenuPopup));

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  readonly options: readonly MenuOption[];
  readonly onChoose: (key: string) => void;
}
interface Opening {
  readonly by: HTMLElement;
  /** The option that gets the focus; none in a menu opened by a pointer. */
  readonly focus: 'none' | 'first' | 'last';
  /** Numbers the openings, so that each mounts anew and asks again for code that could not be fetched. */
  readonly count: number;
}
const FOCUS_OF_KEY: Readonly<Record<string, Opening['focus']>> = { ArrowDown: 'first', ArrowUp: 'last' };

/** A press elsewhere closes the menu, even before its code, which does the same, is loaded. */
function useClosedByPress(by: HTMLElement | null, close: () => void): void {
  useEffect(() => {
    if (by === null) return;
    const leave = new AbortController();
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Element && !by.contains(target) && target.closest('[role=menu]') === null;
    addEventListener('pointerdown', ({ target }) => isElsewhere(target) && close(), leave);
    return () => leave.abort();
  }, [by, close]);
}

/** A button with a menu. The code of the menu itself is loaded after the button. */
export function Menu({ trigger, options, onChoose }: MenuProps) {
  const [id, buttonId] = [useId(), useId()];
  const [opening, setOpening] = useState<Opening | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const Apart = useKeptApart();
  const close = useCallback(() => setIsOpen(false), []);
  useClosedByPress(isOpen && opening !== null ? opening.by : null, close);
  const open = (by: HTMLElement, focus: Opening['focus']) => {
    if (by.getAttribute('aria-disabled') === 'true') return;
    setOpening((last) => ({ by, focus, count: (last?.count ?? 0) + 1 }));
    setIsOpen(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        id: buttonId,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onMouseDown: ({ button, currentTarget }: MouseEvent<HTMLElement>) => button === 0 && open(currentTarget, 'none'),
        onClick: ({ detail, currentTarget }: MouseEvent<HTMLElement>) => isOpen || open(currentTarget, detail === 0 ? 'first' : 'none'),
        onKeyDown(event: KeyboardEvent<HTMLElement>) {
          // The options, which handle these keys once they are shown, may not be there yet.
          if (event.key === 'Escape' || event.key === 'Tab') close();
          const focus = FOCUS_OF_KEY[event.key];
          if (focus === undefined) return;
          event.preventDefault();
          open(event.currentTarget, focus);
        },
      })}
      {opening !== null && (
        <Apart key={opening.count}>
          <Arriving>
            <MenuPopup
              id={id}
              anchor={opening.by}
              open={isOpen}
              focus={opening.focus}
              options={options}
              onChoose={onChoose}
              onClose={close}
            />
          </Arriving>
        </Apart>
      )}
    </>
  );
}
