import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CommentCount } from '../../../domain/api/estimateShapes.ts';
import { type CommentedRow, commentsMachine } from '../../machines/comments/comments.ts';
import type { ValueStore } from '../../machines/resource/valueStore.ts';
import { m } from '../../messages/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type WayBack, wayBack } from '../../ui/wayBack.ts';
import { useKeptActor } from '../keptActor.ts';
import { useScreenActions } from '../palette/actions.ts';
import { useEmitted, useReading } from '../reading.ts';
import styles from './Comments.module.css';
import { useTogether } from './screen.ts';
import { Thread } from './Thread.tsx';

/** The functions for the list, available once the comments' code is loaded. */
export interface CommentsHandle {
  readonly open: (row: CommentedRow) => void;
  /** The number of a row's comments and whether some are new. It updates itself. */
  readonly mark: (row: CommentedRow) => ReactNode;
}

interface MarkProps {
  readonly row: CommentedRow;
  readonly counts: ValueStore<ReadonlyMap<number, CommentCount>>;
  readonly onOpen: (row: CommentedRow) => void;
}

function Mark({ row, counts, onOpen }: MarkProps) {
  const found = useSyncExternalStore(counts.subscribe, () => counts.get()?.get(row.id));
  if (found === undefined || found.count === 0) return null;
  const { count, unread } = found;
  const name = unread > 0 ? m.comments_marker_unread({ count, unread }) : m.comments_marker({ count });
  return (
    <button type="button" tabIndex={-1} title={name} className={unread > 0 ? styles.unread : styles.mark} onClick={() => onOpen(row)}>
      <Icon name="comment" />
      <span aria-hidden="true">{unread > 0 ? unread : count}</span>
      <span className="sr-only">, {name}</span>
    </button>
  );
}

interface CommentsProps {
  readonly projectId: number;
  readonly versionId: number;
  readonly listId: number;
  /** The act whose rows are commented on; absent for the estimate's own. */
  readonly actId?: number;
  /** The cursor's row, if there is one. */
  readonly current: () => CommentedRow | undefined;
  readonly onReady: (handle: CommentsHandle | null) => void;
}

/** The comments on the rows of a list: marks in the rows, and the panel with one row's thread. */
export function Comments({ projectId, versionId, listId, actId, current, onReady }: CommentsProps) {
  const together = useTogether(projectId, versionId);
  const part = useMemo(() => together.counts(listId, actId ?? null), [together, listId, actId]);
  const { counts } = part;
  const { reload } = useReading(part.reading);
  const watch = useActorRef(part.watch);
  const panel = useKeptActor(commentsMachine, actId === undefined ? listId : `${actId} ${listId}`);
  const row = useSelector(panel, ({ context }) => context.row);
  const opener = useRef<WayBack | null>(null);
  useEmitted(watch, 'comments.changed', reload);

  const open = useCallback(
    (asked: CommentedRow) => {
      opener.current = wayBack();
      panel.send({ type: 'comments.opened', row: { id: asked.id, name: asked.name } });
    },
    [panel],
  );
  const openCurrent = useCallback(() => {
    const here = current();
    if (here) open(here);
  }, [current, open]);
  useScreenActions([{ name: m.comments_on_row(), run: openCurrent }]);
  useEffect(() => {
    onReady({ open, mark: (of) => <Mark row={of} counts={counts} onOpen={open} /> });
    return () => onReady(null);
  }, [onReady, open, counts]);

  const close = useCallback(() => {
    panel.send({ type: 'comments.closed' });
    opener.current?.()?.focus();
  }, [panel]);
  if (row === null) return null;
  return (
    <Thread
      key={row.id}
      of={actId === undefined ? 'rows' : 'act_rows'}
      row={row}
      panel={panel}
      together={together}
      onClose={close}
      onRead={reload}
    />
  );
}
