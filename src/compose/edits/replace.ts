import { waitFor } from 'xstate';
import type { Api } from '../../../domain/contract/call.ts';
import type { Replacing } from '../../../domain/replace.ts';
import { isAtRest } from '../../machines/editQueue/selectors.ts';
import { type ReplacementCount, replaceMachine } from '../../machines/replace/replace.ts';
import { calling } from '../calls/calling.ts';
import { newKey } from '../calls/newKey.ts';
import type { EditQueue } from './queue.ts';

/** Counts and replaces a text in a list, once all edits typed before are saved. */
export function replaceOf(api: Api, queue: EditQueue, listId: number) {
  const params = { id: listId };
  const atRest = (signal: AbortSignal) => waitFor(queue, isAtRest, { signal, timeout: Number.POSITIVE_INFINITY });
  return replaceMachine.provide({
    actors: {
      count: calling<ReplacementCount, Replacing>(async ({ input, signal }) => {
        await atRest(signal);
        return api('GET /lists/:id/replacement/', { params, query: { ...input } }, { signal });
      }),
      replace: calling<ReplacementCount, Replacing>(async ({ input, signal }) => {
        await atRest(signal);
        return api('POST /lists/:id/replace/', { params, body: { ...input } }, { signal, key: newKey() });
      }),
    },
  });
}
