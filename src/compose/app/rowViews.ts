import * as v from 'valibot';
import { type ActorRefFrom, createActor } from 'xstate';
import { AS_STORED, RowView, type ViewedIn } from '../../../domain/rowView.ts';
import { type OwnCopy, ownCopy } from '../../machines/ownCopy/ownCopy.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { viewStorage } from '../../services/viewStorage.ts';
import type { Viewed } from '../../views/sections/listFoot.tsx';
import { calling } from '../calls/calling.ts';
import type { EditQueue } from '../edits/queue.ts';
import type { Composed } from './actum.ts';

type KeptHere = Pick<Viewed, 'view' | 'keep'>;
/** What the server has of it, which comes with the first rows of the list. */
export interface KeptView extends KeptHere {
  readonly isAwaited: () => boolean;
  /** Null where the server has none. */
  readonly found: (view: RowView | null) => void;
}
/** A list of an estimate or of its acts. */
export type ViewOf = (where: ViewedIn, listId: number) => KeptView;

const Copy = v.object({ value: RowView, isUnsent: v.boolean() });
function copyHere(name: string): OwnCopy<RowView> {
  const stored = viewStorage.read(name);
  const copy = v.safeParse(Copy, stored);
  if (copy.success) return copy.output;
  const view = v.safeParse(RowView, stored);
  return { value: view.success ? view.output : AS_STORED, isUnsent: false };
}

/** How rows are shown that are no list of one person: kept in this browser alone. */
export function viewHere(name: string): KeptHere {
  const view = new ValueStore<RowView>();
  view.set(copyHere(name).value);
  return { view, keep: (value) => viewStorage.write(name, { value, isUnsent: false }) };
}

const copyMachine = ownCopy(AS_STORED, '8.43 How a list is shown is kept for its person');
type Machine = typeof copyMachine;
interface Opened {
  readonly view: ValueStore<RowView>;
  readonly copy: ActorRefFrom<Machine>;
  readonly found: (view: RowView | null) => void;
}
const nameOf = (person: number, where: ViewedIn, listId: number) => `${person} ${where === 'acts' ? 'act' : 'list'} ${listId}`;

interface Surroundings extends Pick<Composed, 'api' | 'reach'> {
  readonly queue: EditQueue;
}

/** How whoever is signed in is shown lists. What is not sent when a list or the page is closed is sent all the same, under its person's session alone. */
export function startRowViews({ api, reach, queue }: Surroundings, ready = (machine: Machine): Machine => machine): ViewOf {
  let person: number | null = null;
  const opened = new Map<string, Opened>();

  function open(name: string, where: ViewedIn, listId: number): Opened {
    const known = opened.get(name);
    if (known?.copy.getSnapshot().context.isUnsent) return known;
    known?.copy.stop();
    const here = copyHere(name);
    const view = known?.view ?? new ValueStore<RowView>();
    view.set(here.value);
    const { promise, resolve } = Promise.withResolvers<RowView | null>();
    const copy = createActor(
      ready(
        copyMachine.provide({
          actors: {
            readCopy: calling<RowView | null>(() => promise),
            sendCopy: calling<RowView, { value: RowView }>(async ({ input: { value }, signal }) => {
              const body = where === 'acts' ? { acts: value } : { estimate: value };
              await api('PUT /lists/:id/view/', { params: { id: listId }, body }, { signal });
              return value;
            }),
          },
        }),
      ),
      { input: here },
    );
    const stored = () => JSON.stringify(viewStorage.read(name));
    let last = stored();
    copy.on('copy.kept', ({ kept }) => {
      // Another tab has changed it meanwhile and not sent it yet.
      if (!kept.isUnsent && copyHere(name).isUnsent && stored() !== last) return;
      viewStorage.write(name, kept);
      last = stored();
    });
    copy.start();
    const now = { view, copy, found: resolve };
    opened.set(name, now);
    return now;
  }

  const follow = () => {
    const now = queue.getSnapshot().context.person;
    if (now === person) return;
    person = now;
    for (const { copy } of opened.values()) copy.stop();
    opened.clear();
    for (const name of viewStorage.unsent()) {
      const [whose, kind, listId] = name.split(' ');
      if (Number(whose) === now) open(name, kind === 'act' ? 'acts' : 'estimate', Number(listId));
    }
  };
  queue.subscribe(follow);
  follow();
  const retry = () => {
    for (const { copy } of opened.values()) copy.send({ type: 'retry.requested' });
  };
  addEventListener('online', retry);
  reach.on('server.found', retry);

  return (where, listId) => {
    const name = nameOf(person ?? 0, where, listId);
    const { view } = open(name, where, listId);
    const now = () => opened.get(name);
    return {
      view,
      keep: (value) => now()?.copy.send({ type: 'value.changed', value }),
      isAwaited: () => now()?.copy.getSnapshot().matches('reading') === true,
      found(kept) {
        if (now()?.copy.getSnapshot().matches('reading') !== true) return;
        if (kept !== null) view.set(kept);
        now()?.found(kept);
      },
    };
  };
}
