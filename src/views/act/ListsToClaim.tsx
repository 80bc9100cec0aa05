import type { ActSummary } from '../../../domain/api/shapes.ts';
import { ACT_ROWS_ONLY, type ActRowsOnly } from '../../../domain/rowView.ts';
import { m } from '../../messages/messages.ts';
import { listTitle } from '../figures.tsx';
import { Link } from '../routing.tsx';
import styles from './progress.module.css';
import { nameOfOnly } from './RowsOnly.tsx';

interface ListsToClaimProps {
  readonly summary: ActSummary;
  readonly addressOf: (listId: number, only: ActRowsOnly | null) => string;
}

/** The lists of an act for somebody who sees no prices: links to the rows that are claimed, and to those left. */
export const ListsToClaim = ({ summary, addressOf }: ListsToClaimProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{m.act_local_estimate()}</th>
        <th scope="col">{m.act_rows_shown()}</th>
      </tr>
    </thead>
    <tbody>
      {summary.costs.map(({ id, title }) => (
        <tr key={id} className={styles.list} data-list={id}>
          <th scope="row">
            <Link to={addressOf(id, null)}>{listTitle(title)}</Link>
          </th>
          <td className={styles.ways}>
            {ACT_ROWS_ONLY.map((only) => (
              <Link key={only} to={addressOf(id, only)}>
                {nameOfOnly(only)}
              </Link>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
