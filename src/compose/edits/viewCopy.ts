import { type ActorRefFrom, createActor } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import { AS_STORED, type RowView, type ViewedIn } from '../../../domain/rowView.ts';
import { type OwnCopy, ownCopy } from '../../machines/ownCopy/ownCopy.ts';
import { viewStorage } from '../../services/viewStorage.ts';
import { calling } from '../calls/calling.ts';

const machine = ownCopy<RowView>(AS_STORED, '8.43 How a list is shown is kept for its person');
type Machine = typeof machine;
export type ViewCopy = ActorRefFrom<Machine>;

interface Viewed {
  readonly api: Api;
  readonly where: ViewedIn;
  readonly listId: number;
  /** The browser's storage key of the view, and the view stored there. */
  readonly name: string;
  readonly here: () => OwnCopy<RowView>;
  /** The server's copy; null where it has none. */
  readonly found: Promise<RowView | null>;
}

/** Keeps a person's view of a list in this browser and on the server. */
export function startViewCopy({ api, where, listId, name, here, found }: Viewed, ready = (each: Machine): Machine => each): ViewCopy {
  const copy = createActor(
    ready(
      machine.provide({
        actors: {
          readCopy: calling<RowView | null>(() => found),
          sendCopy: calling<RowView, { value: RowView }>(async ({ input: { value }, signal }) => {
            const body = where === 'acts' ? { acts: value } : { estimate: value };
            await api('PUT /lists/:id/view/', { params: { id: listId }, body }, { signal });
            return value;
          }),
        },
      }),
    ),
    { input: here() },
  );
  const stored = () => JSON.stringify(viewStorage.read(name));
  let last = stored();
  copy.on('copy.kept', ({ kept }) => {
    // Another tab has changed it meanwhile and not sent it yet.
    if (!kept.isUnsent && here().isUnsent && stored() !== last) return;
    viewStorage.write(name, kept);
    last = stored();
  });
  return copy.start();
}
