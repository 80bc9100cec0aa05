import { assign, enqueueActions, fromCallback, setup } from 'xstate';
import type { ProjectChange } from '../../../domain/contract/graphql.ts';

/** The latest changes of a project, oldest first. `isReopened`: the stream was not open before, so changes may have been missed. */
interface ChangesReceived {
  readonly type: 'changes.received';
  readonly changes: readonly ProjectChange[];
  readonly isReopened: boolean;
}
type FeedNews = ChangesReceived | { readonly type: 'stream.lost' };

export type ProjectFeedEvent =
  | FeedNews
  /** An edit of this tab is on its way. */
  | { readonly type: 'edit.sent' }
  /** Its answer is on screen, or it came to nothing: then `eventId` is null. */
  | { readonly type: 'edit.settled'; readonly eventId: number | null }
  | { readonly type: 'reading.requested' };

/** A change, and whether the screens of this tab show it already because they made it. */
interface ChangeHeard {
  readonly type: 'project.changed';
  readonly change: ProjectChange;
  readonly isShown: boolean;
}
export type ProjectFeedEmitted =
  | ChangeHeard
  /** Anything may have changed: everything on screen is read again. */
  | { readonly type: 'project.watched' }
  /** Live changes have ended for good. */
  | { readonly type: 'project.unwatched' };

interface ProjectFeedContext {
  readonly person: number;
  /** The newest change told so far; null until the first answer. */
  readonly newest: number | null;
  /** Edits of this tab on their way. */
  readonly sent: number;
  /** The person's own changes that may be answers still on their way: told once those are here. */
  readonly held: readonly ProjectChange[];
  /** The newest change by others told while some were held: an answer that comes after it may be older than what is on screen. */
  readonly overtaking: number;
  /** Events of this tab's edits whose answers are on screen, the latest ones. */
  readonly shown: readonly number[];
}
const SHOWN_KEPT = 100;
/** As many changes one answer of the stream holds at most: with more, some were missed. */
export const FEED_LENGTH = 8;

const spec = '5.1 A screen follows what others do';

const isUnheard = ({ newest }: ProjectFeedContext, { changes, isReopened }: ChangesReceived): boolean =>
  isReopened || newest === null || (changes.length >= FEED_LENGTH && (changes[0]?.id ?? 0) > newest);

const heard = (change: ProjectChange, shown: readonly number[]): ChangeHeard => ({
  type: 'project.changed',
  change,
  isShown: change.way === 'done' && shown.includes(change.event_id),
});

/** Follows the changes of one project for every screen of this tab, and tells apart those that this tab made and shows already. */
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
    /** Tells of the changes that are new. The person's own wait while an answer to an edit is on its way: it may be the same change. */
    tell: enqueueActions(({ context, enqueue }, received: ChangesReceived) => {
      const { newest, held, shown, sent, person } = context;
      const last = Math.max(received.changes.at(-1)?.id ?? 0, newest ?? 0);
      if (isUnheard(context, received)) {
        enqueue.assign({ newest: last, held: [], overtaking: 0 });
        enqueue.emit({ type: 'project.watched' });
        return;
      }
      const fresh = received.changes.filter(({ id }) => id > (newest ?? 0));
      const isHeld = ({ author_id, event_id, way }: ProjectChange) =>
        sent > 0 && author_id === person && way === 'done' && !shown.includes(event_id);
      const told = fresh.filter((change) => !isHeld(change));
      enqueue.assign({
        newest: last,
        held: [...held, ...fresh.filter(isHeld)],
        overtaking: sent > 0 ? (told.findLast(({ event_id }) => !shown.includes(event_id))?.id ?? context.overtaking) : 0,
      });
      for (const change of told) enqueue.emit(heard(change, shown));
    }),
    release: enqueueActions(({ context, enqueue }) => {
      const { held, shown, overtaking } = context;
      enqueue.assign({ held: [], overtaking: 0 });
      for (const change of held) enqueue.emit(heard(change, change.id < overtaking ? [] : shown));
    }),
    countSent: assign({ sent: ({ context }) => context.sent + 1 }),
    countSettled: assign({
      sent: ({ context }) => context.sent - 1,
      shown: ({ context }, { eventId }: { eventId: number | null }) =>
        eventId === null || context.shown.includes(eventId) ? context.shown : [...context.shown, eventId].slice(-SHOWN_KEPT),
    }),
    askToRead: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'project.watched' })),
    tellLost: enqueueActions(({ enqueue }) => enqueue.emit({ type: 'project.unwatched' })),
  },
}).createMachine({
  id: 'projectFeed',
  context: ({ input }) => ({ person: input.person, newest: null, sent: 0, held: [], overtaking: 0, shown: [] }),
  initial: 'quiet',
  invoke: {
    id: 'stream',
    src: 'stream',
    onError: { actions: 'tellLost', meta: { spec: '5.2 A live query that fails is retried' } },
  },
  on: {
    'changes.received': { actions: { type: 'tell', params: ({ event }) => event }, meta: { spec } },
    'stream.lost': { actions: 'tellLost', meta: { spec: '5.2 A live query that fails is retried' } },
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
            actions: [{ type: 'countSettled', params: ({ event }) => event }, 'release'],
            meta: { spec },
          },
          { actions: { type: 'countSettled', params: ({ event }) => event }, meta: { spec } },
        ],
      },
    },
  },
});
