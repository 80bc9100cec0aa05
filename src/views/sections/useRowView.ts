import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { AS_STORED, isArranged } from '../../../domain/rowView.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { type Arrangement, rowViewMachine } from '../../machines/rowView/rowView.ts';
import { useEmitted } from '../reading.ts';
import type { Viewed } from './listFoot.tsx';

interface Heading {
  readonly id: number;
  readonly level: number;
}
interface ViewedRows extends Pick<Viewed, 'view' | 'keep'> {
  /** Headings whose rows must be visible. */
  readonly entered?: Pick<ValueStore<readonly Heading[]>, 'get' | 'subscribe'>;
}

/** The view of a list's rows. They are loaded again when it changes. */
export function useRowView({ view: kept, keep, entered }: ViewedRows, rows: { readonly clear: () => void }, reload: () => void) {
  const viewing = useActorRef(rowViewMachine, { input: { view: kept.get() ?? AS_STORED } });
  const view = useSelector(viewing, ({ context }) => context.view);
  useEmitted(viewing, 'view.changed', ({ view: next, lasting }) => {
    const isOtherOrder = isArranged(next) || isArranged(kept.get() ?? AS_STORED);
    kept.set(next);
    keep(lasting);
    if (isOtherOrder) rows.clear();
    reload();
  });
  useEffect(() => entered?.subscribe(() => viewing.send({ type: 'sections.entered', headings: entered.get() ?? [] })), [entered, viewing]);
  useEffect(
    () =>
      kept.subscribe(() => {
        const found = kept.get();
        if (found !== null && found !== viewing.getSnapshot().context.view) viewing.send({ type: 'view.found', view: found });
      }),
    [kept, viewing],
  );
  const onFlip = useCallback((id: number) => viewing.send({ type: 'section.flipped', id }), [viewing]);
  const onArrange = useCallback((arrangement: Arrangement) => viewing.send({ type: 'arrangement.given', arrangement }), [viewing]);
  return useMemo(() => ({ view, viewing, onFlip, onArrange }), [view, viewing, onFlip, onArrange]);
}
