import { latestKey } from '../../machines/editQueue/selectors.ts';
import { type NewEdit, Postponed } from '../../machines/editQueue/types.ts';
import type { EditQueue } from './queue.ts';

/** After so many attempts without an answer, about 7 s, the caller stops waiting for the outcome. */
const TRIES = 4;
export const hasWaitedLong = (queue: EditQueue): boolean => queue.getSnapshot().context.attempt >= TRIES;

/**
 * Hands an edit to the queue and returns its first outcome: the server's answer, its refusal, or Postponed when it still waits. The queue owns the
 * edit in any case, even when the caller has stopped waiting. A refusal that the caller shows in full leaves the queue.
 */
export function throughQueue(
  queue: EditQueue,
  edit: NewEdit,
  signal: AbortSignal,
  showsInFull: (error: unknown) => boolean = () => false,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  queue.send({ type: 'edit.added', edit });
  const own = latestKey(queue.getSnapshot());
  const hearing = [
    queue.on('edit.taken', ({ edit: { key }, answer }) => key === own && resolve(answer)),
    queue.on('edit.refused', ({ edit: { key }, error }) => {
      if (key !== own) return;
      if (showsInFull(error)) queue.send({ type: 'edits.givenUp', keys: [own] });
      reject(error);
    }),
    queue.on('edits.postponed', () => {
      if (hasWaitedLong(queue)) reject(new Postponed());
    }),
  ];
  const stop = () => {
    for (const each of hearing) each.unsubscribe();
  };
  signal.addEventListener('abort', stop, { once: true });
  return promise.finally(stop);
}
