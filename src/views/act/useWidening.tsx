import { useCallback, useMemo } from 'react';
import type { Act, ActRow } from '../../../domain/contract/shapes.ts';
import { shortfall } from '../../../domain/extra.ts';
import type { RowToWiden } from '../../machines/extra/extra.ts';
import { sentText } from '../../machines/numberCell/types.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { Button } from '../../ui/Button.tsx';
import { useLateCall } from '../../ui/lateCall.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { askFor } from '../extras/askFor.ts';
import type { OfferFor } from '../grid/cellStates.tsx';
import { mayClaim } from '../ownLimit.ts';

const AskForExtra = preloadedPart(() => import('../extras/AskForExtra.tsx').then((module) => module.AskForExtra));

export type Widen = (row: ActRow, quantity: string) => void;

/** Requests an extra for a row, and offers it where a range refused a typed value. People who may not claim get no offer. */
export function useWidening({ id: actId, team_id: teamId, currency, limit }: Act, rows: RowStore<ActRow>, priced: boolean) {
  const { call: ask, onReady } = useLateCall<RowToWiden>(rows);
  const widen = useMemo<Widen | null>(
    () => (!mayClaim(limit) ? null : ({ row_id, name, unit }, quantity) => ask({ row_id, name, unit, quantity, act_id: actId })),
    [ask, limit, actId],
  );
  const offerFor = useCallback<OfferFor>(
    (subject, text, sentence) => {
      const row = rows.find(subject.id);
      const missing = row && shortfall(subject.field, sentText(text, subject.reads), row, sentence);
      if (widen === null || row === undefined || !missing) return null;
      return (
        <Button kind="func" size="extra-small" onClick={() => widen(row, missing)}>
          {askFor(missing, row.unit)}
        </Button>
      );
    },
    [widen, rows],
  );
  const dialog = teamId !== null && <AskForExtra mounted teamId={teamId} currency={priced ? currency : null} onReady={onReady} />;
  return { widen, offerFor, dialog };
}
