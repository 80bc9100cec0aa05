import type { Change } from '../../../domain/comparison.ts';
import { CHANGES } from '../../../domain/comparison.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import table from '../../ui/Table.module.css';
import { TableFrame } from '../../ui/TableFrame.tsx';
import { isZero, listTitle, shownMoney, signedMoney } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import type { Comparison } from '../screens.tsx';
import { CHANGE_NAMES } from './changeNames.ts';
import { useCompared } from './context.ts';

interface LineProps {
  readonly name: string;
  readonly looks?: 'total' | 'grand';
  readonly difference: Comparison['total'];
  readonly counts?: Readonly<Record<Change, number>>;
  /** Where the rows that differ this way are. */
  readonly rowsOf?: (change: Change) => string;
}

function Line({ name, looks, difference: { old, new: now, difference }, counts, rowsOf }: LineProps) {
  return (
    <tr className={classNames(looks !== undefined && table.totalRow, looks === 'grand' && table.grand)}>
      <th scope="row">{name}</th>
      <td className={classNames('num', isZero(old.total) && 'zero')}>{shownMoney(old.total)}</td>
      <td className={classNames('num', isZero(now.total) && 'zero')}>{shownMoney(now.total)}</td>
      <td className={classNames('num', isZero(difference.total) ? 'zero' : table.sum)}>{signedMoney(difference.total)}</td>
      {CHANGES.map((change) => {
        const count = counts?.[change];
        return (
          <td key={change} className={classNames('num', count === 0 && 'zero')}>
            {rowsOf && count !== undefined && count > 0 ? <Link to={rowsOf(change)}>{count}</Link> : count}
          </td>
        );
      })}
    </tr>
  );
}

/** What became of each list, and of the estimate as a whole. */
export function CompareLists() {
  const { comparison, about } = useCompared();
  const { lists, counts, subtotal, total, total_with_taxes, old, new: now } = comparison;
  const { currency, id } = about.project;
  const rowsOf = (change: Change) => paths.compare(id, now.id, old.id, change);
  return (
    <TableFrame label={m.versions_compare()}>
      <thead>
        <tr>
          <th scope="col">{m.list()}</th>
          <th scope="col" className="num">
            {m.column_of_currency({ name: m.estimate_version({ number: old.number }), currency })}
          </th>
          <th scope="col" className="num">
            {m.column_of_currency({ name: m.estimate_version({ number: now.number }), currency })}
          </th>
          <th scope="col" className="num">
            {m.numbers_difference()}
          </th>
          {CHANGES.map((change) => (
            <th key={change} scope="col" className="num">
              {CHANGE_NAMES[change].name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lists.map(({ title, ...list }) => (
          <Line key={title} name={listTitle(title)} difference={list} counts={list} />
        ))}
        <Line name={m.summary_subtotal()} looks="total" difference={subtotal} counts={counts} rowsOf={rowsOf} />
        <Line name={m.summary_total()} looks="total" difference={total} />
        <Line name={m.summary_total_with_taxes()} looks="grand" difference={total_with_taxes} />
      </tbody>
    </TableFrame>
  );
}
