import type { Amounts } from '../../../domain/amounts.ts';
import { m } from '../../messages/messages.ts';
import { Bars } from '../../ui/charts/Bars.tsx';
import { amountName, listTitle, shownMoney } from '../figures.tsx';

const COMPONENTS = [
  { key: 'labour', look: 'plain' },
  { key: 'materials', look: 'hatched' },
  { key: 'tools', look: 'dotted' },
] as const;

interface CostBarsProps {
  readonly lists: readonly { readonly id: number; readonly title: string; readonly costs: Amounts }[];
}

/** The cost of each list, by labour, materials and tools. */
export const CostBars = ({ lists }: CostBarsProps) => (
  <Bars
    title={m.pictures_costs()}
    tone="cost"
    headings={{ name: m.list(), remark: m.amount_total() }}
    parts={COMPONENTS.map((part) => ({ ...part, name: amountName(part.key) }))}
    lines={lists.map(({ id, title, costs }) => ({
      key: String(id),
      name: listTitle(title),
      remark: shownMoney(costs.total),
      amounts: COMPONENTS.map(({ key }) => ({ amount: Number(costs[key]), shown: shownMoney(costs[key]) })),
    }))}
  />
);
