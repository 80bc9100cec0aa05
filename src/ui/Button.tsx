import type { ComponentProps } from 'react';
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

/** The looks of a button, for a link that acts as one. */
export const buttonClass = ({ kind = 'secondary', size = 'medium' }: Looks = {}, iconOnly = false): string =>
  classNames(styles.button, styles[kind], styles[size], iconOnly && styles.square);

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className'> {
  readonly icon?: IconName;
  /** The action is on its way: it cannot be pressed again, and it says so. */
  readonly loading?: boolean;
}

/** `kind` is danger in a confirm dialog only. Without children the button is its icon and needs an `aria-label`. */
export function Button({ kind, size, icon, loading = false, children, disabled, type = 'button', ...rest }: ButtonProps) {
  const looks = { ...(kind ? { kind } : {}), ...(size ? { size } : {}) };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(looks, children === undefined)}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner size="small" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
