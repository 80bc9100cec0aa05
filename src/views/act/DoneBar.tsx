import type { ActRow } from '../../../domain/contract/shapes.ts';
import { m } from '../../messages/messages.ts';
import { Progress } from '../../ui/Progress.tsx';
import { donePercent, fractionOf } from '../figures.tsx';

type Done = Pick<ActRow, 'estimated_cost' | 'completed_before' | 'completed_now'>;

/** The done part of a cost, before and now, also in words. */
export function DoneBar({ cost: { estimated_cost, completed_before, completed_now } }: { readonly cost: Done }) {
  const of = (part: { readonly total: string }) => donePercent(part.total, estimated_cost.total);
  return (
    <Progress
      before={fractionOf(completed_before.total, estimated_cost.total)}
      now={fractionOf(completed_now.total, estimated_cost.total)}
      label={m.act_done_parts({ before: of(completed_before), now: of(completed_now) })}
    />
  );
}
