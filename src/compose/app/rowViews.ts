import * as v from 'valibot';
import { AS_STORED, RowView, type ViewedIn } from '../../../domain/rowView.ts';
import type { OwnCopy } from '../../machines/ownCopy/ownCopy.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { viewStorage } from '../../services/viewStorage.ts';
import type { Viewed } from '../../views/sections/listFoot.tsx';
import { once } from '../calls/once.ts';
import type { EditQueue } from '../edits/queue.ts';
import type { startViewCopy, ViewCopy } from '../edits/viewCopy.ts';
import type { Composed } from './actum.ts';

type KeptHere = Pick<Viewed, 'view' | 'keep'>;
/** A view whose copy on the server is loaded together with the list's first rows. */
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

/** The view of rows that belong to no list of one person; kept in this browser alone. */
export function viewHere(name: string): KeptHere {
  const view = new ValueStore<RowView>();
  view.set(copyHere(name).value);
  return { view, keep: (value) => viewStorage.write(name, { value, isUnsent: false }) };
}

interface Surroundings extends Pick<Composed, 'api' | 'reach'> {
  readonly queue: EditQueue;
}
interface Opened {
  readonly view: ValueStore<RowView>;
  /** Whether the server's copy of the view is still to come. */
  isAwaited: boolean;
  /** Null until its code is loaded. */
  copy: ViewCopy | null;
  readonly found: (view: RowView | null) => void;
}
type Load = () => Promise<{ readonly startViewCopy: typeof startViewCopy }>;

/**
 * The signed-in person's views of lists. A view that is unsent when a list or the page is closed is still sent, under that person's session only. The
 * first rows of a list arrive with the server's copy; the code that saves views is loaded after them.
 */
export function startRowViews({ api, reach, queue }: Surroundings, load: Load = once(() => import('../edits/viewCopy.ts'))): ViewOf {
  let person: number | null = null;
  const opened = new Map<string, Opened>();

  const nameOf = (where: ViewedIn, listId: number) => `${person} ${where === 'acts' ? 'act' : 'list'} ${listId}`;
  function open(where: ViewedIn, listId: number): Opened {
    const name = nameOf(where, listId);
    const here = copyHere(name);
    const known = opened.get(name);
    if (known && (known.copy?.getSnapshot().context ?? here).isUnsent) return known;
    known?.copy?.stop();
    const view = known?.view ?? new ValueStore<RowView>();
    view.set(here.value);
    const { promise, resolve } = Promise.withResolvers<RowView | null>();
    const now: Opened = { view, isAwaited: !here.isUnsent, copy: null, found: resolve };
    opened.set(name, now);
    load().then(
      ({ startViewCopy }) => {
        if (opened.get(name) === now) now.copy = startViewCopy({ api, where, listId, name, here: () => copyHere(name), found: promise });
      },
      // A view changed meanwhile is kept in this browser, and sent when the list is opened again.
      () => undefined,
    );
    return now;
  }

  const follow = () => {
    const now = queue.getSnapshot().context.person;
    if (now === person) return;
    person = now;
    for (const { copy } of opened.values()) copy?.stop();
    opened.clear();
    for (const name of viewStorage.unsent()) {
      const [whose, kind, listId] = name.split(' ');
      if (Number(whose) === now) open(kind === 'act' ? 'acts' : 'estimate', Number(listId));
    }
  };
  queue.subscribe(follow);
  follow();
  const retry = () => {
    for (const { copy } of opened.values()) copy?.send({ type: 'retry.requested' });
  };
  addEventListener('online', retry);
  reach.on('server.found', retry);

  return (where, listId) => {
    const name = nameOf(where, listId);
    const { view } = open(where, listId);
    return {
      view,
      keep(value) {
        const now = opened.get(name);
        if (now === undefined) return;
        now.isAwaited = false;
        if (now.copy === null) viewStorage.write(name, { value, isUnsent: true });
        else now.copy.send({ type: 'value.changed', value });
      },
      isAwaited: () => opened.get(name)?.isAwaited === true,
      found(kept) {
        const now = opened.get(name);
        if (now?.isAwaited !== true) return;
        now.isAwaited = false;
        if (kept !== null) view.set(kept);
        now.found(kept);
      },
    };
  };
}
