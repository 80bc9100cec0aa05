import { type ReactNode, useCallback, useMemo } from 'react';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { useStored } from '../reading.ts';
import type { CommentsHandle } from './Comments.tsx';

type Handle = ValueStore<CommentsHandle>;
type Row = Parameters<CommentsHandle['mark']>[0];

const RowMark = ({ row, handle }: { readonly row: Row; readonly handle: Handle }) => useStored(handle)?.mark(row);

/**
 * The comments of a list whose code may not be here yet. `mark` is the same function before and after, because the columns are made of it and every
 * cell would be rendered again.
 */
export function useRowComments() {
  const handle = useMemo((): Handle => new ValueStore(), []);
  const comments = useStored(handle);
  const onReady = useCallback((ready: CommentsHandle | null) => (ready === null ? handle.clear() : handle.set(ready)), [handle]);
  const mark = useCallback((row: Row): ReactNode => <RowMark row={row} handle={handle} />, [handle]);
  return { comments, mark, onReady };
}
