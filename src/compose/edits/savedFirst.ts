import { waitFor } from 'xstate';
import { type Api, NotMade } from '../../../domain/api/call.ts';
import { editRefusedFirst, editsWait } from '../../../domain/sentences/editing.ts';
import { isAtRest, refusedOf } from '../../machines/editQueue/selectors.ts';
import type { EditQueue } from './queue.ts';
import { hasWaitedLong } from './throughQueue.ts';

/** Resolves once nothing is left to send, however long the connection is lost. */
export const atRest = (queue: EditQueue, signal: AbortSignal) => waitFor(queue, isAtRest, { signal, timeout: Number.POSITIVE_INFINITY });

/**
 * Resolves once all earlier edits are saved, because the server computes from saved edits while the person sees unsaved ones too. Throws `NotMade` when
 * they wait for the connection, and when one of them is refused meanwhile. One refused before is already marked in its cell and delays nothing.
 */
export async function savedFirst(queue: EditQueue, signal?: AbortSignal): Promise<void> {
  if (isAtRest(queue.getSnapshot())) return;
  const { promise: hindered, reject } = Promise.withResolvers<never>();
  const hearing = [
    queue.on('edit.refused', ({ edit: { key } }) => {
      // An edit whose value was typed over meanwhile has left the queue, so its refusal no longer matters.
      if (refusedOf(queue.getSnapshot()).some((edit) => edit.key === key)) reject(new NotMade(editRefusedFirst()));
    }),
    queue.on('edits.postponed', () => {
      if (hasWaitedLong(queue)) reject(new NotMade(editsWait()));
    }),
  ];
  const leave = new AbortController();
  // Edits that wait for their next attempt are tried at once.
  queue.send({ type: 'retry.requested' });
  try {
    await Promise.race([hindered, atRest(queue, AbortSignal.any([leave.signal, ...(signal ? [signal] : [])]))]);
  } finally {
    leave.abort();
    for (const each of hearing) each.unsubscribe();
  }
}

/** The same calls, each made once all edits typed before it are saved. */
export const afterEdits =
  (api: Api, queue: EditQueue): Api =>
  (...call) =>
    isAtRest(queue.getSnapshot()) ? api(...call) : savedFirst(queue, call[2]?.signal).then(() => api(...call));
