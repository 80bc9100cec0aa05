import type { ActRow } from '../../../domain/api/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Progress } from '../../ui/Progress.tsx';
import { contractOf, donePercent, fractionOf } from '../figures.tsx';

type Done = Pick<ActRow, 'estimated_cost' | 'extras' | 'completed_before' | 'completed_now'>;

/** The done part of a cost, before and now, also in words. */
export function DoneBar({ cost }: { readonly cost: Done }) {
  const { completed_before, completed_now } = cost;
  const contract = contractOf(cost);
  const of = (part: { readonly total: string }) => donePercent(part.total, contract);
  return (
    <Progress
      before={fractionOf(completed_before.total, contract)}
      now={fractionOf(completed_now.total, contract)}
      label={m.act_done_parts({ before: of(completed_before), now: of(completed_now) })}
    />
  );
}
