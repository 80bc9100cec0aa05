import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'size'> {
  readonly label: string;
  /** Shown at the far end of the label's line, such as a link. */
  readonly aside?: ReactNode;
  readonly note?: ReactNode;
  /** Why the value is refused; shown under the field and read out with it. */
  readonly problem?: string | null;
}

/** A labelled text field with its note or its problem beneath. */
export function Field({ label, aside, note, problem = null, ...input }: FieldProps) {
  const id = useId();
  const remark = problem === null ? note : problem;
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <input
        {...input}
        id={id}
        className={classNames(styles.input, problem !== null && styles.wrong)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={remark ? `${id}-remark` : undefined}
      />
      {remark && (
        <p id={`${id}-remark`} className={classNames(styles.note, problem !== null && 'wrong')}>
          {remark}
        </p>
      )}
    </div>
  );
}

/** A field that filters or searches the screen. */
export function SearchField({ label, ...input }: { readonly label: string } & Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...input} type="search" aria-label={label} placeholder={label} className={classNames(styles.input, styles.search)} />;
}

/** A field on one line with others: its name is its placeholder. */
export function LineField({ label, ...input }: { readonly label: string } & Omit<ComponentProps<'input'>, 'className'>) {
  return <input {...input} type="text" aria-label={label} placeholder={label} className={styles.input} />;
}
