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
  // It has no attribute.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed;
  }, [mixed]);
  const press = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    // The browser has ended it, which is the owner's to decide.
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
