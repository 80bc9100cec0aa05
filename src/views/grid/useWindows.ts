import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Refused } from '../../../domain/api/call.ts';
import { chunksBetween } from '../../machines/rowWindow/chunks.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { rowWindowMachine } from '../../machines/rowWindow/rowWindow.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { MOST_PRINTED } from '../../ui/grid/printing.ts';
import { useRetryAfterSilence } from '../actum.tsx';
import { type LoadRows, usePrintedRows } from '../paper/rowsToPrint.ts';
import { useEmitted } from '../reading.ts';

/** Loads all rows to be printed. Rows scrolled to meanwhile are loaded with them. */
function loadedWhole(
  windows: ActorRefFrom<typeof rowWindowMachine>,
  store: Pick<RowStore<{ readonly id: number }>, 'size'>,
  signal: AbortSignal,
) {
  return new Promise<void>((resolve, reject) => {
    const last = () => Math.min(store.size() ?? 1, MOST_PRINTED) - 1;
    const goOn = (snapshot: SnapshotFrom<typeof rowWindowMachine>) => {
      const wanted = chunksBetween(0, Math.max(0, last()));
      if (snapshot.matches('failed')) end(() => reject(new Refused(503, snapshot.context.sentence)));
      else if (snapshot.matches('resting') && wanted.every((chunk) => snapshot.context.loaded.includes(chunk))) end(resolve);
      else if (wanted.some((chunk) => !snapshot.context.wanted.includes(chunk))) queueMicrotask(see);
    };
    const see = () => windows.send({ type: 'rows.seen', first: 0, last: Math.max(0, last()) });
    const watching = windows.subscribe(goOn);
    const end = (settle: () => void) => {
      watching.unsubscribe();
      settle();
    };
    signal.addEventListener('abort', () => watching.unsubscribe());
    // Rows that failed to load are requested again.
    windows.send({ type: 'load.retried' });
    goOn(windows.getSnapshot());
  });
}

const NO_SUMS = () => undefined;

/** Loads the rows of a list as they come into sight. `count` is null until the first window is loaded. */
export function useWindows<Row extends { readonly id: number }>(
  store: RowStore<Row>,
  machine: typeof rowWindowMachine,
  readSums: () => void = NO_SUMS,
) {
  const windows = useActorRef(machine);
  useRetryAfterSilence(windows);
  useEmitted(windows, 'sums.outdated', readSums);
  useEffect(
    // A row loading when its list is closed would have brought the sums, so they are loaded separately.
    () => () => {
      if (windows.getSnapshot().matches('refreshing')) readSums();
    },
    [windows, readSums],
  );
  const count = useSyncExternalStore(store.subscribeArrivals, store.size);
  const failure = useSelector(windows, (snapshot) => (snapshot.matches('failed') ? (sentenceText(snapshot.context.sentence) ?? '') : null));
  const onSeen = useCallback((first: number, last: number) => windows.send({ type: 'rows.seen', first, last }), [windows]);
  const retry = useCallback(() => windows.send({ type: 'load.retried' }), [windows]);
  const loadAll = useCallback<LoadRows>((signal) => loadedWhole(windows, store, signal), [windows, store]);
  usePrintedRows(loadAll);
  const reload = useCallback(() => windows.send({ type: 'project.changed' }), [windows]);
  const refresh = useCallback((ids: readonly number[]) => windows.send({ type: 'rows.changed', ids }), [windows]);
  /** Whether these rows are loaded and up to date. */
  const isRead = useCallback(
    (first: number, last: number) => {
      const { loaded } = windows.getSnapshot().context;
      return chunksBetween(first, last).every((chunk) => loaded.includes(chunk));
    },
    [windows],
  );
  return { count, failure, onSeen, retry, reload, refresh, isRead };
}
