import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { chunksBetween } from '../../machines/rowWindow/chunks.ts';
import type { RowStore } from '../../machines/rowWindow/rowStore.ts';
import type { rowWindowMachine } from '../../machines/rowWindow/rowWindow.ts';
import { sentenceText } from '../../messages/sentences.ts';
import { useEmitted } from '../reading.ts';

const NO_SUMS = () => undefined;

/** Reads the rows of a list as they come into sight. `count` is null until the first window is there. */
export function useWindows<Row extends { readonly id: number }>(
  store: RowStore<Row>,
  machine: typeof rowWindowMachine,
  readSums: () => void = NO_SUMS,
) {
  const windows = useActorRef(machine);
  useEmitted(windows, 'sums.outdated', readSums);
  useEffect(
    // A row that is being read when its list is closed would have brought the sums.
    () => () => {
      if (windows.getSnapshot().matches('refreshing')) readSums();
    },
    [windows, readSums],
  );
  const count = useSyncExternalStore(store.subscribeArrivals, store.size);
  const failure = useSelector(windows, (snapshot) => (snapshot.matches('failed') ? (sentenceText(snapshot.context.sentence) ?? '') : null));
  const onSeen = useCallback((first: number, last: number) => windows.send({ type: 'rows.seen', first, last }), [windows]);
  const retry = useCallback(() => windows.send({ type: 'load.retried' }), [windows]);
  const reload = useCallback(() => windows.send({ type: 'project.changed' }), [windows]);
  const refresh = useCallback((ids: readonly number[]) => windows.send({ type: 'rows.changed', ids }), [windows]);
  /** Whether these rows are here as they were last told to be. */
  const isRead = useCallback(
    (first: number, last: number) => {
      const { loaded } = windows.getSnapshot().context;
      return chunksBetween(first, last).every((chunk) => loaded.includes(chunk));
    },
    [windows],
  );
  return { count, failure, onSeen, retry, reload, refresh, isRead };
}
