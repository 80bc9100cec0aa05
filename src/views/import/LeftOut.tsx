import type { ImportListData, LeftOut as Left } from '../../../domain/api/importShapes.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { shownMoney } from '../figures.tsx';
import styles from './certainty.module.css';
import { columnLetters } from './fields.ts';

interface LeftOutProps {
  readonly about: Pick<ImportListData, 'left_out' | 'left_out_count'>;
  readonly onTakeIn: (row: number) => void;
}

/** Rows and columns of the sheet that were not imported, each with the reason. */
export function LeftOut({ about: { left_out, left_out_count }, onTakeIn }: LeftOutProps) {
  if (left_out_count === 0) return null;
  const more = left_out_count - left_out.length;
  return (
    <details className={styles.leftOut}>
      <summary>{m.import_left_out({ count: left_out_count })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <ul className={styles.lines} tabIndex={0}>
        {left_out.map((left) => (
          <li key={left.kind === 'row' ? `row ${left.row_index}` : `column ${left.column_index}`}>
            <span className="faint num">
              {left.kind === 'row'
                ? m.import_left_out_row({ row: left.row_index })
                : m.import_left_out_column({ column: columnLetters(left.column_index) })}
            </span>
            <span className={styles.said}>
              {left.kind === 'row' ? left.text : left.header} <span className="muted">{sentenceText(left.why)}</span>
            </span>
            {left.kind === 'row' && <Amount left={left} onTakeIn={onTakeIn} />}
          </li>
        ))}
        {more > 0 && <li className="muted">{m.import_left_out_more({ count: more })}</li>}
      </ul>
    </details>
  );
}

function Amount({ left, onTakeIn }: { readonly left: Extract<Left, { kind: 'row' }>; readonly onTakeIn: (row: number) => void }) {
  const { amount, taken_in, row_index } = left;
  if (amount === null) return null;
  return (
    <>
      <span className="num">{shownMoney(amount)}</span>
      {taken_in ? (
        <span className="muted">{m.import_taken_in()}</span>
      ) : (
        <Button size="small" onClick={() => onTakeIn(row_index)}>
          {m.import_remedy_take_in()}
        </Button>
      )}
    </>
  );
}
