import { type CSSProperties, useId } from 'react';
import fields from './Field.module.css';
import styles from './Radios.module.css';

interface RadiosProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly key: string; readonly label: string; readonly mark?: string }[];
  readonly defaultKey: string;
  readonly disabled?: boolean;
  readonly note?: string | undefined;
  readonly problem?: string | null;
}

/** One of a few ordered options, side by side. */
export function Radios({ label, name, options, defaultKey, disabled = false, note, problem = null }: RadiosProps) {
  const id = useId();
  const remark = problem === null ? note : problem;
  return (
    <fieldset className={styles.group} aria-describedby={remark ? id : undefined} disabled={disabled}>
      <legend className={fields.label}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => {
          const style: CSSProperties & { '--mark'?: string } = option.mark === undefined ? {} : { '--mark': option.mark };
          return (
            <label key={option.key} className={styles.option} style={style}>
              <input type="radio" name={name} value={option.key} defaultChecked={option.key === defaultKey} />
              {option.mark !== undefined && <i aria-hidden="true" />}
              {option.label}
            </label>
          );
        })}
      </div>
      {remark && (
        <p id={id} className={problem === null ? fields.note : `${fields.note} wrong`}>
          {remark}
        </p>
      )}
    </fieldset>
  );
}
