import { Checkbox as Primitive } from '@base-ui/react/checkbox';
import { type ReactNode, useId } from 'react';
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
  const id = useId();
  return (
    <label htmlFor={id} className={styles.line} data-disabled={disabled || undefined}>
      <Primitive.Root id={id} className={styles.box} checked={checked} indeterminate={mixed} disabled={disabled} onCheckedChange={onChange}>
        <Primitive.Indicator className={styles.mark}>
          {mixed ? <span className={styles.dash} /> : <Icon name="check" />}
        </Primitive.Indicator>
      </Primitive.Root>
      {children}
    </label>
  );
}
