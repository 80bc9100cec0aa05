import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  // No attribute says it, and a press takes it away.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed;
  });
  return (
    <label className={styles.line} data-disabled={disabled || undefined}>
      <span className={styles.box}>
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {mixed ? <span className={styles.dash} /> : <Icon name="check" />}
      </span>
      {children}
    </label>
  );
}
