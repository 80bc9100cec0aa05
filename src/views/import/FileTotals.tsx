import type { ImportList, ImportListData, StatedTotal } from '../../../domain/api/importShapes.ts';
import { exact, fixed, SCALE } from '../../../domain/decimal.ts';
import { m } from '../../messages/messages.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { classNames } from '../../ui/classNames.ts';
import table from '../../ui/Table.module.css';
import { isZero, shownMoney, signedMoney } from '../figures.tsx';
import styles from './import.module.css';
import { LeftOut } from './LeftOut.tsx';

const difference = (ours: string, stated: string): string => fixed(exact(ours, SCALE.money) - exact(stated, SCALE.money), SCALE.money);

function Totals({ totals }: { readonly totals: readonly StatedTotal[] }) {
  return (
    <details className={styles.allTotals}>
      <summary>{m.import_all_totals({ count: totals.length })}</summary>
      <div className={styles.numbers}>
        <table className={classNames(table.table, table.compact)}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {m.import_column_line()}
              </th>
              <th scope="col">{m.column_name()}</th>
              <th scope="col" className="num">
                {m.import_total_file()}
              </th>
              <th scope="col" className="num">
                {m.import_total_ours()}
              </th>
              <th scope="col" className="num">
                {m.numbers_difference()}
              </th>
              <th scope="col">{m.import_total_why()}</th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ row_index, label, of, stated, ours, explanation }) => (
              <tr key={`${row_index} ${of} ${label} ${stated} ${ours}`}>
                <td className="num faint">{row_index === 0 ? '' : row_index}</td>
                <th scope="row">{label}</th>
                <td className="num">{shownMoney(stated)}</td>
                <td className="num">{shownMoney(ours)}</td>
                <td className={classNames('num', isZero(difference(ours, stated)) ? 'zero' : styles.differs)}>
                  {signedMoney(difference(ours, stated))}
                </td>
                <td>{explanation === null ? '' : sentenceText(explanation)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface FileTotalsProps {
  readonly list: ImportList;
  readonly about: Pick<ImportListData, 'totals' | 'left_out' | 'left_out_count'>;
  readonly onTakeIn: (row: number) => void;
}

/** The totals that the file states for a list, beside the sums of its rows, and the parts of its sheet in none of them. */
export function FileTotals({ list, about, onTakeIn }: FileTotalsProps) {
  const { totals } = about;
  const { file_total, total, error_count } = list;
  const differs = file_total === null ? '0' : difference(total, file_total.stated);
  return (
    <footer className={styles.totals}>
      {totals.length > 1 && <Totals totals={totals} />}
      <LeftOut about={about} onTakeIn={onTakeIn} />
      <div className={styles.totalsLine}>
        {file_total !== null && (
          <div>
            <span className="muted">{m.import_stated_total()}</span>
            <b className="num">{shownMoney(file_total.stated)}</b>
          </div>
        )}
        <div className={styles.oursTotal}>
          <span className="muted">{error_count > 0 ? m.import_readable_add_up() : m.import_rows_add_up()}</span>
          <b className="num">{shownMoney(total)}</b>
        </div>
        {file_total !== null && (
          <div>
            <span className="muted">{m.numbers_difference()}</span>
            <b className={classNames('num', isZero(differs) ? 'zero' : styles.differs)}>{signedMoney(differs)}</b>
          </div>
        )}
        <p className="faint">
          {file_total === null
            ? m.import_no_stated_total()
            : file_total.explanation !== null && !isZero(differs)
              ? sentenceText(file_total.explanation)
              : m.import_ours_counts()}
        </p>
      </div>
    </footer>
  );
}
