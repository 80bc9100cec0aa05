import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import own from './TextArea.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  readonly label: string;
  /** Why the text is refused; shown under it and read out with it. */
  readonly problem?: string | null;
}

/** A field for several lines of text. Its label is shown as its placeholder; it grows with the text. */
export function TextArea({ label, problem = null, ...textarea }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <textarea
        {...textarea}
        aria-label={label}
        placeholder={label}
        dir="auto"
        className={classNames(styles.input, own.area, problem !== null && styles.wrong)}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-remark`}
      />
      {problem !== null && (
        <p id={`${id}-remark`} role="alert" className={classNames(styles.note, 'wrong')}>
          {problem}
        </p>
      )}
    </div>
  );
}
