import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './Checkbox.module.css';
import { Icon } from './Icon.tsx';

interface CheckboxProps {
  readonly checked: boolean;
  /** Whether some, but not all, of several items are ticked. */
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ checked, mixed = false, disabled = false, onChange, children }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  // `indeterminate` can be set by script only, because HTML has no attribute for it.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed;
  }, [mixed]);
  const press = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    // The browser clears `indeterminate` on a press; only the owner may do so.
    currentTarget.indeterminate = mixed;
    onChange(currentTarget.checked);
  };
  return (
    <label className={styles.line} data-disabled={disabled || undefined}>
      <span className={styles.box}>
        <input ref={box} type="checkbox" checked={checked} disabled={disabled} onChange={press} />
        {mixed ? <span className={styles.dash} /> : <Icon name="check" />}
      </span>
      {children}
    </label>
  );
}
