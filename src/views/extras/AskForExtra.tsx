import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { Extra } from '../../../domain/api/contractShapes.ts';
import type { RowToWiden } from '../../machines/extra/extra.ts';
import { m } from '../../messages/messages.ts';
import { useShowNotice } from '../actum.tsx';
import { useManages } from '../payments/useManages.ts';
import { useEmitted } from '../reading.ts';
import { ExtraDialogs } from './ExtraDialogs.tsx';
import { useExtras } from './screen.ts';
import { signedQuantity } from './words.ts';

interface AskForExtraProps {
  readonly teamId: number;
  readonly currency: string | null;
  /** Gets what requests an extra for a row. */
  readonly onReady: (ask: ((row: RowToWiden) => void) | null) => void;
  /** Called when an extra requested here is approved in the same step. */
  readonly onApproved: (extra: Extra) => void;
}

/** The dialog that requests an extra, for screens that show rows of acts. */
export function AskForExtra({ teamId, currency, onReady, onApproved }: AskForExtraProps) {
  const actor = useActorRef(useExtras().extra);
  const decides = useManages({ team_id: teamId });
  const show = useShowNotice();
  useEffect(() => {
    onReady((row) => actor.send({ type: 'extra.wanted', row }));
    return () => onReady(null);
  }, [actor, onReady]);
  useEmitted(actor, 'extra.settled', ({ extra }) => {
    const quantity = signedQuantity(extra);
    show(extra.status === 'approved' ? m.extra_was_approved({ quantity }) : m.extra_was_asked({ quantity }), 'done');
    if (extra.status === 'approved') onApproved(extra);
  });
  return <ExtraDialogs actor={actor} decides={decides} currency={currency} />;
}
