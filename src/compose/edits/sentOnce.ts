import { Unanswered } from '../../../domain/contract/call.ts';
import { newKey } from '../calls/newKey.ts';

/** In ms: how long an edit of many rows is tried again before the person is told. */
const PAUSES = [500, 1_500, 4_000];

const pause = (duration: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Sends an edit under a key of its own, so that it happens once however often it has to be sent. */
export async function sentOnce<T>(
  signal: AbortSignal,
  send: (extra: { readonly signal: AbortSignal; readonly key: string }) => Promise<T>,
): Promise<T> {
  const extra = { signal, key: newKey() };
  for (const duration of PAUSES) {
    try {
      return await send(extra);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await pause(duration, signal);
    }
  }
  return send(extra);
}
