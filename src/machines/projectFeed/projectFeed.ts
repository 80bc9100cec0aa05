import { assign, enqueueActions, fromCallback, setup } from 'xstate';
import type { ProjectChange } from '../../../domain/api/graphql.ts';

/** The latest changes of a project, oldest first. `mayMiss`: the stream was closed before, and changes may have been made meanwhile. */
interface ChangesReceived {
  readonly type: 'changes.received';
  readonly changes: readonly ProjectChange[];
  readonly mayMiss: boolean;
}
interface EditSettled {
  readonly type: 'edit.settled';
  readonly eventId: number | null;
  readonly isShown: boolean;
}
type FeedNews = ChangesReceived | { readonly type: 'stream.lost' };

export type ProjectFeedEvent =
  | FeedNews
  /** An edit of this tab was sent. */
  | { readonly type: 'edit.sent' }
  /** It failed, and `eventId` is null, or it was answered. `isShown`: the answer is on screen. */
  | EditSettled
  /** An answer to this tab names the event it made. The change that reports the event may arrive later. */
  | { readonly type: 'edit.answered'; readonly eventId: number }
  | { readonly type: 'reading.requested' };

/** A change, and whether this tab made it and shows it already. */
interface ChangeHeard {
  readonly type: 'project.changed';
  readonly change: ProjectChange;
  readonly isShown: boolean;
}
export type ProjectFeedEmitted =
  | ChangeHeard
  /** This tab made an event; its change may follow. */
  | { readonly type: 'event.made'; readonly eventId: number }
  /** Anything may have changed, so everything on screen is loaded again. */
  | { readonly type: 'project.watched' };

interface ProjectFeedContext {
  readonly person: number;
  /** The newest change passed on; null until the first answer. */
  readonly newest: number | null;
  /** The number of this tab's edits without an answer. */
  readonly sent: number;
  /** The person's own changes that may belong to edits without an answer. They are passed on after those answers. */
  readonly held: readonly ProjectChange[];
  /** The newest change by others that was passed on while some were held. An answer that comes after it may be older than the screen. */
  readonly overtaking: number;
  /** The latest events of this tab's edits whose answers are on screen. */
  readonly shown: readonly number[];
}
const SHOWN_KEPT = 100;
/** The most changes one answer of the stream holds. When there are more, some were missed. */
export const FEED_LENGTH = 8;

const spec = '5.1 A screen follows what others do';

const isUnheard = ({ newest }: ProjectFeedContext, { changes, mayMiss }: ChangesReceived): boolean =>
  mayMiss || (newest !== null && changes.length >= FEED_LENGTH && (changes[0]?.id ?? 0) > newest);

const heard = (change: ProjectChange, shown: readonly number[]): ChangeHeard => ({
  type: 'project.changed',
  change,
  isShown: change.way === 'done' && shown.includes(change.event_id),
});

/** Passes the changes of one project to every screen of this tab, and marks those that this tab made and shows already. */
export const projectFeedMachine = setup({
  types: {
    input: {} as { readonly person: number },
    context: {} as ProjectFeedContext,
    events: {} as ProjectFeedEvent,
    emitted: {} as ProjectFeedEmitted,
    transitionMeta: {} as { spec: string },
  },
  actors: {
    stream: fromCallback<ProjectFeedEvent>(() => {
      throw new Error('stream is not provided');
    }),
  },
  guards: {
    isLastSent: ({ context }) => context.sent === 1,
  },
  actions: {
    /** Passes on the changes that are new. The person's own wait while an edit has no answer, because they may be its change. */
    tell: enqueueActions(({ context, enqueue }, received: ChangesReceived) => {
      const { newest, held, shown, sent, person } = context;
      const last = Math.max(received.changes.at(-1)?.id ?? 0, newest ?? 0);
      if (isUnheard(context, received)) {
        enqueue.assign({ newest: last, held: [], overtaking: 0 });
        enqueue.emit({ type: 'project.watched' });
        return;
      }
      // Changes from before the screen began to follow are on it already.
      const fresh = newest === null ? [] : received.changes.filter(({ id }) => id > newest);
      const isHeld = ({ author_id, event_id, way }: ProjectChange) =>
        sent > 0 && author_id === person && way === 'done' && !shown.includes(event_id);
      const passedOn = fresh.filter((change) => !isHeld(change));
      enqueue.assign({
        newest: last,
        held: [...held, ...fresh.filter(isHeld)],
        overtaking: sent > 0 ? (passedOn.findLast(({ event_id }) => !shown.includes(event_id))?.id ?? context.overtaking) : 0,
      });
      for (const change of passedOn) enqueue.emit(heard(change, shown));
    }),
    release: enqueueActions(({ context, enqueue }) => {
      const { held, shown, overtaking } = context;
      enqueue.assign({ held: [], overtaking: 0 });
      for (const change of held) enqueue.emit(heard(change, change.id < overtaking ? [] : shown));
    }),
    countSent: assign({ sent: ({ context }) => context.sent + 1 }),
    countSettled: assign({
      sent: ({ context }) => context.sent - 1,
      shown: ({ context }, { eventId, isShown }: EditSettled) =>
        eventId === null || !isShown || context.shown.includes(eventId) ? context.shown : [...context.shown, eventId].slice(-SHOWN_KEPT),
    }),
    /** Until the stream's first answer no change is passed on that would load what is not on screen. */
    readUnfollowed: enqueueActions(({ context, enqueue }, { eventId, isShown }: EditSettled) => {
      if (context.newest === null && eventId !== null && !isShown) enqueue.emit({ type: 'project.watched' });
    }),
    tellMade: enqueueActions(({ enqueue }, { eventId }: { eventId: number }) => enqueue.emit({ type: 'event.made', eventId })),
    askToRead: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'project.watched' })),
  },
}).createMachine({
  id: 'projectFeed',
  context: ({ input }) => ({ person: input.person, newest: null, sent: 0, held: [], overtaking: 0, shown: [] }),
  initial: 'quiet',
  invoke: {
    id: 'stream',
    src: 'stream',
    onError: { actions: 'askToRead', meta: { spec: '5.2 A live query that fails is retried' } },
  },
  on: {
    'changes.received': { actions: { type: 'tell', params: ({ event }) => event }, meta: { spec } },
    // The project may have been deleted.
    'stream.lost': { actions: 'askToRead', meta: { spec: '5.2 A live query that fails is retried' } },
    'edit.answered': {
      actions: { type: 'tellMade', params: ({ event }) => event },
      meta: { spec: '11.4 The toolbar says what undo and redo would do' },
    },
    'reading.requested': { actions: 'askToRead', meta: { spec } },
  },
  states: {
    quiet: {
      on: { 'edit.sent': { target: 'sending', actions: 'countSent', meta: { spec } } },
    },
    sending: {
      on: {
        'edit.sent': { actions: 'countSent', meta: { spec } },
        'edit.settled': [
          {
            guard: 'isLastSent',
            target: 'quiet',
            actions: [
              { type: 'countSettled', params: ({ event }) => event },
              'release',
              { type: 'readUnfollowed', params: ({ event }) => event },
            ],
            meta: { spec },
          },
          {
            actions: [
              { type: 'countSettled', params: ({ event }) => event },
              { type: 'readUnfollowed', params: ({ event }) => event },
            ],
            meta: { spec },
          },
        ],
      },
    },
  },
});
