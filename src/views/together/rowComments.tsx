import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import type { CommentedRow } from '../../machines/comments/comments.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { useLateCall } from '../../ui/lateCall.ts';
import { useStored } from '../reading.ts';
import type { CommentsHandle } from './Comments.tsx';

type Handle = ValueStore<CommentsHandle>;
type Row = Parameters<CommentsHandle['mark']>[0];

const RowMark = ({ row, handle }: { readonly row: Row; readonly handle: Handle }) => useStored(handle)?.mark(row);

/**
 * The comments of a table whose code may not be loaded yet. `mark` and `open` stay the same functions once it is, because the columns are built from `mark`
 * and every cell would be rendered again.
 */
export function useRowComments(within: unknown) {
  const handle = useMemo((): Handle => new ValueStore(), []);
  const { call: open, onReady: onReadyToOpen } = useLateCall<CommentedRow>(within);
  const onReady = useCallback(
    (ready: CommentsHandle | null) => {
      if (ready === null) handle.clear();
      else handle.set(ready);
      onReadyToOpen(ready?.open ?? null);
    },
    [handle, onReadyToOpen],
  );
  const mark = useCallback((row: Row): ReactNode => <RowMark row={row} handle={handle} />, [handle]);
  return { open, mark, onReady };
}

/** The key that opens the comments of the cursor's row: Shift-F2 in the table, whether or not their code is loaded. */
export function useCommentsKey(current: () => CommentedRow | undefined, open: (row: CommentedRow) => void) {
  return useCallback(
    (event: KeyboardEvent) => {
      const row = event.key === 'F2' && event.shiftKey && !(event.target instanceof HTMLInputElement) ? current() : undefined;
      if (row === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      open(row);
    },
    [current, open],
  );
}
