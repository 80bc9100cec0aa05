import type { ActSummary } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Bars } from '../../ui/charts/Bars.tsx';
import { contractOf, donePercent, listTitle, shownMoney } from '../figures.tsx';

/** Each list of an act in proportion to its estimated cost: done before, done now, left. */
export const DoneBars = ({ summary }: { readonly summary: ActSummary }) => {
  const parts = [
    { key: 'completed_before', name: m.act_column_before(), look: 'plain' },
    { key: 'completed_now', name: m.act_column_now(), look: 'hatched' },
    { key: 'left_to_do', name: m.act_column_left(), look: 'empty' },
  ] as const;
  return (
    <Bars
      title={m.public_planned_and_done()}
      tone="done"
      headings={{ name: m.act_local_estimate(), remark: m.act_done() }}
      parts={parts}
      lines={summary.costs.map((list) => ({
        key: String(list.id),
        name: listTitle(list.title),
        remark: `${donePercent(list.balance.total, contractOf(list))} %`,
        amounts: parts.map(({ key }) => ({ amount: Number(list[key].total), shown: shownMoney(list[key].total) })),
      }))}
    />
  );
};
