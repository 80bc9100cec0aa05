import { useCallback, useMemo, useState } from 'react';
import { isRangeRefusal } from '../../../domain/act.ts';
import type { Extra } from '../../../domain/api/contractShapes.ts';
import type { Act, ActRow } from '../../../domain/api/shapes.ts';
import { shortfall } from '../../../domain/extra.ts';
import { cellsOf } from '../../machines/editQueue/selectors.ts';
import { actTable } from '../../machines/editQueue/tables.ts';
import type { RowToWiden } from '../../machines/extra/extra.ts';
import { sentText } from '../../machines/numberCell/types.ts';
import { touchedActRows } from '../../machines/projectFeed/touched.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import { m } from '../../messages/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { useLateCall } from '../../ui/lateCall.ts';
import { preloadedPart } from '../../ui/part.tsx';
import { askFor } from '../extras/askFor.ts';
import type { OfferFor } from '../grid/cellStates.tsx';
import { mayClaim } from '../ownLimit.ts';
import { useProjectChanges } from '../reading.ts';
import { useScreens } from '../screens.tsx';

const AskForExtra = preloadedPart(() => import('../extras/AskForExtra.tsx').then((module) => module.AskForExtra));

export type Widen = (row: ActRow, quantity: string) => void;

const NONE: ReadonlySet<string> = new Set();

/** The keys of refused edits whose rows have changed since, so that the range they were refused by may be another. */
function useOutdated(act: Act, table: string): ReadonlySet<string> {
  const { queue } = useScreens();
  const [outdated, setOutdated] = useState(NONE);
  useProjectChanges(act.project_id, (change) => {
    const touched = touchedActRows(change, act);
    const isTouched = (id: number) => touched === 'all' || touched.includes(id);
    const refused = [...cellsOf(queue.getSnapshot(), table).values()].filter(({ mode, edit }) => mode === 'refused' && isTouched(edit.id));
    if (refused.length > 0) setOutdated((before) => new Set([...before, ...refused.map(({ edit }) => edit.key)]));
  });
  return outdated;
}

/** Requests an extra for a row, and offers it where a range refused a typed value. People who may not claim get no offer. */
export function useWidening(act: Act, listId: number, rows: RowStore<ActRow>, priced: boolean) {
  const { id: actId, team_id: teamId, currency, limit } = act;
  const { queue } = useScreens();
  const outdated = useOutdated(act, actTable(actId, listId));
  const { call: ask, onReady } = useLateCall<RowToWiden>(rows);
  const widen = useMemo<Widen | null>(
    () => (!mayClaim(limit) ? null : ({ row_id, name, unit }, quantity) => ask({ row_id, name, unit, quantity, act_id: actId })),
    [ask, limit, actId],
  );
  const offerFor = useCallback<OfferFor>(
    (subject, text, sentence) => {
      const row = rows.find(subject.id);
      const missing = row && shortfall(subject.field, sentText(text, subject.reads), row, sentence);
      const key = subject.unsent?.edit.key;
      if (key !== undefined && outdated.has(key) && isRangeRefusal(sentence)) {
        return (
          <Button kind="func" size="extra-small" onClick={() => queue.send({ type: 'edit.retried', key })}>
            {m.action_try_again()}
          </Button>
        );
      }
      if (widen === null || row === undefined || !missing) return null;
      return (
        <Button kind="func" size="extra-small" onClick={() => widen(row, missing)}>
          {askFor(missing, row.unit)}
        </Button>
      );
    },
    [widen, rows, outdated, queue],
  );
  const dialogFor = (onApproved: (extra: Extra) => void) =>
    teamId !== null && (
      <AskForExtra mounted teamId={teamId} currency={priced ? currency : null} onReady={onReady} onApproved={onApproved} />
    );
  return { widen, offerFor, dialogFor };
}
