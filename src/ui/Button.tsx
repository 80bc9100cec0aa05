import { type ComponentProps, type MouseEvent, useId } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

export type ButtonKind = 'primary' | 'outline-primary' | 'secondary' | 'ghost' | 'func';
export type ButtonSize = 'large' | 'medium' | 'small' | 'extra-small';

interface Looks {
  readonly kind?: ButtonKind | 'danger';
  readonly size?: ButtonSize;
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({ kind = 'secondary', size = 'medium' }: Looks = {}, iconOnly = false): string =>
  classNames(styles.button, styles[kind], styles[size], iconOnly && styles.square);

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className'> {
  readonly icon?: IconName;
  /** The action is running: the button cannot be pressed again and is announced as busy. */
  readonly loading?: boolean;
  /** Another button's action is running, and this one has to wait for it. */
  readonly waits?: boolean;
  /** The button can be pressed while it is loading: the presses follow one another. */
  readonly repeats?: boolean;
  /** Why the action is not possible now and how to make it possible; null while it is. A blocked button can be focused, because its reason appears then. */
  readonly blocked?: string | null;
  /** Its tooltip while it is not blocked. */
  readonly tip?: string | undefined;
}

/**
 * A button that shows on hover, on focus and on a press why it is blocked and how to unblock it. `kind` is danger in a confirm dialog only. Without
 * children the button is its icon and needs an `aria-label`.
 */
export function Button({
  kind,
  size,
  icon,
  loading = false,
  waits = false,
  repeats = false,
  blocked = null,
  tip,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const reason = useId();
  const looks = { ...(kind ? { kind } : {}), ...(size ? { size } : {}) };
  const isOff = (loading && !repeats) || waits || blocked !== null;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(looks, children === undefined)}
      onClick={press}
      aria-disabled={isOff || undefined}
      aria-busy={loading || undefined}
      data-tip={blocked ?? tip}
      aria-describedby={blocked === null ? rest['aria-describedby'] : reason}
    >
      {loading ? <Spinner size="small" delayed /> : icon && <Icon name={icon} />}
      {children}
      {blocked !== null && (
        <span id={reason} hidden>
          {blocked}
        </span>
      )}
    </button>
  );
}
