import type { ActRow } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import styles from './act.module.css';

interface WholeNameProps {
  readonly row: ActRow;
  /** Whether the name is set on three small lines, beside the other columns. */
  readonly isLong?: boolean;
}

/** A name on one line of a phone's screen. A tap opens the whole of it over the page, with code and unit; a tap elsewhere or Escape closes it. */
export function WholeName({ row: { id, kind, code, name, unit }, isLong = false }: WholeNameProps) {
  if (kind === 'section') return <span title={name}>{name}</span>;
  const whole = `name-${id}`;
  return (
    <>
      <button type="button" tabIndex={-1} className={classNames(styles.nameButton, isLong && styles.long)} popoverTarget={whole}>
        {isLong ? <span className={styles.longName}>{name}</span> : name}
        {!isLong && unit !== '' && <span className="sign">, {unit}</span>}
      </button>
      <span id={whole} popover="auto" role="dialog" aria-label={m.act_row_whole()} className={styles.whole}>
        {code !== '' && <span className="faint">{code}</span>}
        <span>{name}</span>
        {unit !== '' && <span className="muted">{unit}</span>}
      </span>
    </>
  );
}
