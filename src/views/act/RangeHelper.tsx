import type { Range } from '../../machines/numberCell/types.ts';
import { m } from '../../messages/messages.ts';
import { shownPercent, shownQuantity } from '../figures.tsx';
import styles from './act.module.css';

interface RangeHelperProps {
  readonly field: 'quantity' | 'percent';
  readonly unit: string;
  readonly range: Range;
  readonly isKnown: boolean;
  readonly onChoose: (which: 'min' | 'max') => void;
}

/** The range of the cell, in a line under the table so that it covers no cell; 0 to 100 until it is loaded. */
export function RangeHelper({ field, unit, range, isKnown, onChoose }: RangeHelperProps) {
  const shown = field === 'percent' ? shownPercent : shownQuantity;
  const bound = (which: 'min' | 'max', name: string) => (
    <button
      type="button"
      className={styles.bound}
      tabIndex={-1}
      disabled={!isKnown}
      title={isKnown ? undefined : m.act_range_reading()}
      // The cell keeps the focus, because the button only fills it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(which)}
    >
      <small>{name}</small>
      <span>
        {shown(range[which])}
        {field === 'percent' && <span className="sign"> %</span>}
      </span>
    </button>
  );
  return (
    <fieldset className={styles.range} aria-label={m.act_available_range()} aria-busy={!isKnown}>
      <span className={styles.rangeTitle}>
        {m.act_available_range()}
        <span className="sign">{field === 'percent' ? ' %' : ` ${unit}`}</span>
      </span>
      {bound('min', m.act_minimum())}
      {bound('max', m.act_maximum())}
      {range.used.length > 0 && <p className={styles.usedTitle}>{m.act_used_elsewhere()}</p>}
      {range.used.length > 0 && (
        <dl className={styles.used}>
          {range.used.map(({ act_id: id, number, quantity }) => (
            <div key={id}>
              <dt>{m.act_used_by({ number })}</dt>
              <dd className="num">
                {shownQuantity(quantity)} <span className="sign">{unit}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="sr-only" role="status">
        {!isKnown && m.act_range_reading()}
      </p>
    </fieldset>
  );
}
