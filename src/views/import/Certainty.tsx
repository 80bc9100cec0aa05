import type { Comparison, ImportLists, Remedy } from '../../../domain/api/importShapes.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { Chip } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { isZero, shownMoney, signedMoney } from '../figures.tsx';
import styles from './certainty.module.css';
import { DoubtLines } from './Doubts.tsx';

/** The cell in which the file states its total. */
function placeOf({ label, sheet, row_index }: Comparison): string {
  const parts = [label, sheet, row_index === 0 ? '' : m.import_left_out_row({ row: row_index })].filter((word) => word !== '');
  return parts.join(', ');
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const { stated, ours, difference, of } = comparison;
  return (
    <>
      <span>
        <span className="muted">{of === 'with_lines' ? m.import_ticked_with_lines() : m.import_ticked_lists()}</span>{' '}
        <b className="num">{shownMoney(ours)}</b>
      </span>
      {stated === null || difference === null ? (
        <span className="muted">{m.import_file_states_none()}</span>
      ) : (
        <>
          <span title={placeOf(comparison)}>
            <span className="muted">{m.import_file_states()}</span> <b className="num">{shownMoney(stated)}</b>
          </span>
          <span>
            <span className="muted">{m.numbers_difference()}</span>{' '}
            <b className={classNames('num', isZero(difference) ? 'zero' : styles.differs)}>{signedMoney(difference)}</b>
          </span>
        </>
      )}
    </>
  );
}

interface CertaintyProps {
  readonly found: ImportLists;
  readonly onRemedy: (remedy: Remedy) => void;
}

/** The certainty of the reading: the sum of the ticked lists beside the file's total, the causes of the difference, and the doubts. */
export function Certainty({ found, onRemedy }: CertaintyProps) {
  const { certainty, doubts, comparison, sheets_left_out: sheets, new_lists: lists } = found;
  const causes = comparison?.causes ?? [];
  const isSure = certainty === 'sure';
  const line = (
    <>
      <Chip tone={isSure ? 'done' : 'waits'}>{isSure ? m.import_sure() : m.import_unsure({ count: doubts.length })}</Chip>
      {comparison && <Compared comparison={comparison} />}
    </>
  );
  if (doubts.length + causes.length + sheets.length === 0) return <div className={styles.line}>{line}</div>;
  return (
    <details className={styles.certainty} open={!isSure}>
      <summary className={styles.line}>{line}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <div className={styles.body} tabIndex={0}>
        {doubts.length > 0 && <DoubtLines lines={doubts} lists={lists} onRemedy={onRemedy} />}
        {causes.length > 0 && (
          <>
            <h2>{m.import_causes()}</h2>
            <DoubtLines lines={causes} lists={lists} isSigned onRemedy={onRemedy} />
          </>
        )}
        {sheets.length > 0 && (
          <>
            <h2>{m.import_sheets_left_out({ count: sheets.length })}</h2>
            <ul className={styles.sheets}>
              {sheets.map(({ sheet, why }) => (
                <li key={sheet}>
                  <b>{sheet}</b> <span className="muted">{sentenceText(why)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  );
}
