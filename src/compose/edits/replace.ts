import type { Api } from '../../../domain/api/call.ts';
import type { Replacing } from '../../../domain/replace.ts';
import { type ReplacementCount, replaceMachine } from '../../machines/replace/replace.ts';
import { calling } from '../calls/calling.ts';
import type { EditQueue } from './queue.ts';
import { afterEdits } from './savedFirst.ts';

/** Counts and replaces a text in a list, once all edits typed before are saved. */
export function replaceOf(api: Api, queue: EditQueue, listId: number) {
  const params = { id: listId };
  const settled = afterEdits(api, queue);
  return replaceMachine.provide({
    actors: {
      count: calling<ReplacementCount, Replacing>(({ input, signal }) =>
        settled('GET /lists/:id/replacement/', { params, query: { ...input } }, { signal }),
      ),
      replace: calling<ReplacementCount, Replacing>(({ input, signal }) =>
        settled('POST /lists/:id/replace/', { params, body: { ...input } }, { signal }),
      ),
    },
  });
}
