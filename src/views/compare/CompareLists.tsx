import { CHANGES, type Change } from '../../../domain/comparison.ts';
import { m } from '../../messages/messages.ts';
import { classNames } from '../../ui/classNames.ts';
import { useNarrow } from '../../ui/narrow.ts';
import table from '../../ui/Table.module.css';
import { TableFrame } from '../../ui/TableFrame.tsx';
import { isZero, listTitle, shownMoney, signedMoney } from '../figures.tsx';
import { Link, paths } from '../routing.tsx';
import { CHANGE_NAMES } from './changeNames.ts';
import { useCompared } from './context.ts';
import type { Comparison } from './needs.ts';
import { shortNames } from './sideNames.ts';

/** On a narrow screen the difference comes first. */
const amountsOf = (isNarrow: boolean) => (isNarrow ? (['difference', 'old', 'new'] as const) : (['old', 'new', 'difference'] as const));

interface LineProps {
  readonly name: string;
  readonly looks?: 'total' | 'grand';
  readonly amounts: Comparison['total'];
  readonly counts?: Readonly<Record<Change, number>>;
  /** The address of the rows with this kind of difference. */
  readonly rowsOf?: (change: Change) => string;
}

function Line({ name, looks, amounts, counts, rowsOf }: LineProps) {
  return (
    <tr className={classNames(looks !== undefined && table.totalRow, looks === 'grand' && table.grand)}>
      <th scope="row">{name}</th>
      {amountsOf(useNarrow()).map((which) => {
        const amount = amounts[which].total;
        const isDifference = which === 'difference';
        return (
          <td key={which} className={classNames('num', isZero(amount) ? 'zero' : isDifference && table.sum)}>
            {isDifference ? signedMoney(amount) : shownMoney(amount)}
          </td>
        );
      })}
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

/** The changes of each list, and of the estimate as a whole. */
export function CompareLists() {
  const { comparison, about } = useCompared();
  const { lists, counts, subtotal, total, total_with_taxes, old, new: now, moment } = comparison;
  const { currency, id } = about.project;
  const names = {
    ...shortNames(comparison),
    difference: m.numbers_difference(),
  };
  const rowsOf = (change: Change) => paths.compare(id, now.id, old.id, change, moment?.id ?? null);
  return (
    <TableFrame label={m.versions_compare()}>
      <thead>
        <tr>
          <th scope="col">{m.list()}</th>
          {amountsOf(useNarrow()).map((which) => (
            <th key={which} scope="col" className="num">
              {m.column_of_currency({ name: names[which], currency })}
            </th>
          ))}
          {CHANGES.map((change) => (
            <th key={change} scope="col" className="num">
              {CHANGE_NAMES[change].name()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lists.map(({ title, ...list }) => (
          <Line key={title} name={listTitle(title)} amounts={list} counts={list} />
        ))}
        <Line name={m.summary_subtotal()} looks="total" amounts={subtotal} counts={counts} rowsOf={rowsOf} />
        <Line name={m.summary_total()} looks="total" amounts={total} />
        <Line name={m.summary_total_with_taxes()} looks="grand" amounts={total_with_taxes} />
      </tbody>
    </TableFrame>
  );
}
