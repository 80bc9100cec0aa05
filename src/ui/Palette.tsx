import { Dialog as Primitive } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Back } from './back.tsx';
import { classNames } from './classNames.ts';
import { reasonOf } from './DialogPopup.tsx';
import type { CloseReason } from './dialogProps.ts';
import { Icon } from './Icon.tsx';
import { Layer, useLayer } from './layers.tsx';
import styles from './Palette.module.css';
import { wayBack } from './wayBack.ts';

interface PaletteLine {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Why it cannot be chosen now, or null. */
  readonly blocked: string | null;
}
interface PaletteGroup {
  readonly key: string;
  readonly name: string;
  readonly lines: readonly PaletteLine[];
  /** A note that there are more options than are shown, or null. */
  readonly more: string | null;
}
type PaletteMove = 'next' | 'previous' | 'first' | 'last';

interface PaletteProps {
  readonly open: boolean;
  readonly title: string;
  readonly placeholder: string;
  readonly listLabel: string;
  readonly text: string;
  readonly groups: readonly PaletteGroup[];
  readonly highlighted: string | null;
  /** The number of options found, for screen readers. */
  readonly found: string;
  /** Shown under the options: loading, an error, or nothing found. */
  readonly remark: ReactNode;
  readonly foot: ReactNode;
  readonly onText: (text: string) => void;
  readonly onMove: (to: PaletteMove) => void;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (id: string) => void;
  /** The person wants to close it; the owner decides. */
  readonly onClose: (reason: CloseReason) => void;
  /** It has closed, and the focus is back where it was. */
  readonly onClosed: () => void;
}

// The focus stays in the field, which points at the options, as in the ARIA combobox pattern.
const fieldPart = (list: string, highlighted: string | undefined) =>
  ({
    role: 'combobox',
    'aria-expanded': true,
    'aria-controls': list,
    'aria-activedescendant': highlighted,
    'aria-autocomplete': 'list',
  }) as const;
const listPart = (label: string) => ({ role: 'listbox', 'aria-label': label }) as const;
const groupPart = (name: string) => ({ role: 'group', 'aria-labelledby': name }) as const;
const linePart = (isHighlighted: boolean, isBlocked: boolean) =>
  ({ role: 'option', 'aria-selected': isHighlighted, 'aria-disabled': isBlocked || undefined }) as const;

interface LineProps {
  readonly id: string;
  readonly line: PaletteLine;
  readonly highlighted: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Line({ id, line: { name, detail, blocked }, highlighted, onPoint, onChoose }: LineProps) {
  const box = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (highlighted) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [highlighted]);
  return (
    <button
      {...linePart(highlighted, blocked !== null)}
      type="button"
      tabIndex={-1}
      ref={box}
      id={id}
      className={classNames(styles.line, highlighted && styles.highlighted, blocked !== null && styles.blocked)}
      onPointerMove={() => !highlighted && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.name}>
        {blocked !== null && <Icon name="lock" />}
        <span>{name}</span>
      </span>
      {detail !== '' && <span className={styles.detail}>{detail}</span>}
      {blocked !== null && <span className={styles.reason}>{blocked}</span>}
    </button>
  );
}

function moveOf({ key, ctrlKey, metaKey }: KeyboardEvent): PaletteMove | null {
  const far = ctrlKey || metaKey;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  // Without Ctrl these move the caret in the text.
  if (far && key === 'Home') return 'first';
  return far && key === 'End' ? 'last' : null;
}

/** A field over the page that finds an option by its words. Arrows highlight an option, Enter chooses it. */
export function Palette({ open, onClose, onClosed, ...rest }: PaletteProps) {
  const layer = useLayer();
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next, { reason }) => !next && onClose(reasonOf(reason))}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <Primitive.Portal container={layer}>
        <Primitive.Backdrop className={styles.veil} />
        <Layer>
          <Back onBack={() => onClose('escape')} />
          <Content {...rest} />
        </Layer>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Content(props: Omit<PaletteProps, 'open' | 'onClose' | 'onClosed'>) {
  const { title, placeholder, listLabel, text, groups, highlighted, found, remark, foot, onText, onMove, onPoint, onChoose } = props;
  const base = useId();
  const field = useRef<HTMLInputElement>(null);
  const [back] = useState(wayBack);
  const giveBack = () => {
    // A dialog that was chosen has the focus by then, and keeps it.
    queueMicrotask(() => {
      if (document.activeElement === document.body) back()?.focus();
    });
    return false;
  };
  const lineId = (id: string) => `${base}-${id.replaceAll(/\s/g, '-')}`;
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = moveOf(event);
    if (move !== null) onMove(move);
    else if (event.key === 'Enter' && highlighted !== null) onChoose(highlighted);
    else return;
    event.preventDefault();
  };
  return (
    <Primitive.Popup data-palette="" className={styles.palette} initialFocus={field} finalFocus={giveBack}>
      <Primitive.Title className="sr-only">{title}</Primitive.Title>
      <div className={styles.top}>
        <Icon name="search" />
        <input
          {...fieldPart(`${base}-list`, highlighted === null ? undefined : lineId(highlighted))}
          ref={field}
          className={styles.field}
          aria-label={title}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div className={styles.options}>
        <div {...listPart(listLabel)} id={`${base}-list`}>
          {groups.map(({ key, name, lines, more }) => (
            <div key={key} {...groupPart(`${base}-${key}-name`)}>
              <div id={`${base}-${key}-name`} className={styles.group}>
                {name}
              </div>
              {lines.map((line) => (
                <Line
                  key={line.id}
                  id={lineId(line.id)}
                  line={line}
                  highlighted={line.id === highlighted}
                  onPoint={() => onPoint(line.id)}
                  onChoose={() => onChoose(line.id)}
                />
              ))}
              {more !== null && <div className={styles.more}>{more}</div>}
            </div>
          ))}
        </div>
        {remark !== null && <div className={styles.remark}>{remark}</div>}
      </div>
      <p role="status" className="sr-only">
        {found}
      </p>
      <div className={styles.foot}>{foot}</div>
    </Primitive.Popup>
  );
}
