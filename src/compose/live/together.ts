import * as v from 'valibot';
import { fromCallback } from 'xstate';
import type { Api } from '../../../domain/api/call.ts';
import type { Comment, CommentCount } from '../../../domain/api/estimateShapes.ts';
import { CommentText } from '../../../domain/api/fields.ts';
import { type PeopleSeen, type Person, presenceMachine } from '../../machines/presence/presence.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { profileOf } from '../../machines/session/selectors.ts';
import type { CommentThread, ThreadPart, Together } from '../../views/together/needs.ts';
import type { Composed } from '../app/actum.ts';
import { calling } from '../calls/calling.ts';
import { dialog, form } from '../calls/forms.ts';
import { reading } from '../calls/reading.ts';
import type { Follow } from './follow.ts';

const PEOPLE = `subscription presence($project: Int!, $version: Int!) {
  presence(where: {project_id: {_eq: $project}, version_id: {_eq: $version}}, order_by: [{user_name: asc}, {user_id: asc}]) { user_id user_name }
}`;
const PeopleAnswer = v.object({ presence: v.array(v.object({ user_id: v.number(), user_name: v.string() })) });

/** The latest comments of a project. Only the fields that show whether there are new ones. */
const COMMENTS = `subscription comments($project: Int!) {
  row_comments(where: {project_id: {_eq: $project}}, order_by: {id: desc}, limit: 200) { id updated_at }
}`;

/** In ms: how long comments are not read for want of the live query that says when they change. */
const UNTIL_READ = 3_000;

/** The most comments of a row loaded at once. */
const MOST_COMMENTS = 500;

const commentText = v.object({ text: CommentText });
const spec = '5.8 People comment on rows';

function presenceOf({ api, session }: Pick<Composed, 'api' | 'session'>, follow: Follow, projectId: number, versionId: number) {
  const params = { id: versionId };
  // Arrivals and departures are sent one after the other, because a late departure would cancel a newer arrival.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const leave = () => void inTurn(() => api('DELETE /versions/:id/presence/', { params })).catch(() => undefined);
  return presenceMachine.provide({
    actors: {
      stay: calling<readonly Person[]>(() => inTurn(() => api('PUT /versions/:id/presence/', { params }))),
      watchPeople: fromCallback<PeopleSeen>(({ sendBack }) => {
        const stop = follow({ document: PEOPLE, variables: { project: projectId, version: versionId } }, (answer) => {
          const me = profileOf(session.getSnapshot())?.id;
          const others = v.parse(PeopleAnswer, answer).presence.filter(({ user_id }) => user_id !== me);
          sendBack({ type: 'people.seen', people: others.map(({ user_id, user_name }) => ({ id: user_id, name: user_name })) });
        });
        addEventListener('pagehide', leave);
        return () => {
          stop();
          removeEventListener('pagehide', leave);
          leave();
        };
      }),
    },
  });
}

type Of = 'rows' | 'act_rows';
/** The calls about a thread, on a row of an estimate or of an act. */
function callsOf(api: Api, of: Of, id: number) {
  const params = { id };
  return of === 'rows'
    ? {
        read: (query: { offset: string; limit: string }, signal: AbortSignal) =>
          api('GET /rows/:id/comments/', { params, query }, { signal }),
        markRead: (date: string, signal: AbortSignal) => api('POST /rows/:id/comments/read/', { params, body: { date } }, { signal }),
        write: (text: string, signal: AbortSignal) => api('POST /rows/:id/comments/', { params, body: { text } }, { signal }),
      }
    : {
        read: (query: { offset: string; limit: string }, signal: AbortSignal) =>
          api('GET /act_rows/:id/comments/', { params, query }, { signal }),
        markRead: (date: string, signal: AbortSignal) => api('POST /act_rows/:id/comments/read/', { params, body: { date } }, { signal }),
        write: (text: string, signal: AbortSignal) => api('POST /act_rows/:id/comments/', { params, body: { text } }, { signal }),
      };
}

async function readThread(calls: ReturnType<typeof callsOf>, signal: AbortSignal): Promise<CommentThread> {
  const read = (offset: number) => calls.read({ offset: String(offset), limit: String(MOST_COMMENTS) }, signal);
  const { comments, total } = await read(0);
  if (total <= MOST_COMMENTS) return { comments, earlier: 0 };
  const earlier = total - MOST_COMMENTS;
  return { comments: (await read(earlier)).comments, earlier };
}

function threadOf(api: Api, of: Of, rowId: number, onRead: () => void): ThreadPart {
  const thread = new ValueStore<CommentThread>();
  const calls = callsOf(api, of, rowId);
  const change = (comments: (known: readonly Comment[]) => readonly Comment[]) => {
    const known = thread.get();
    if (known) thread.set({ ...known, comments: comments(known.comments) });
  };
  return {
    thread,
    reading: reading(async (signal) => {
      const read = await readThread(calls, signal);
      thread.set(read);
      const last = read.comments.at(-1);
      if (last) await calls.markRead(last.created_at, signal).then(onRead, () => undefined);
    }),
    writing: form<{ text: string }, Comment>('newComment', commentText, spec, async (given, signal) => {
      const written = await calls.write(given.text, signal);
      change((known) => [...known.filter(({ id }) => id !== written.id), written]);
      return written;
    }),
    rewriting: dialog<Comment, string, Comment>('commentChange', spec, async ({ subject: { id }, given: text }, signal) => {
      const changed = await api('PATCH /comments/:id/', { params: { id }, body: { text } }, { signal });
      change((known) => known.map((each) => (each.id === id ? changed : each)));
      return changed;
    }),
    removal: dialog<Comment, null, void>('commentRemoval', spec, async ({ subject: { id } }, signal) => {
      await api('DELETE /comments/:id/', { params: { id } }, { signal });
      change((known) => known.filter((each) => each.id !== id));
    }),
  };
}

type Watch = Together['watchComments'];
const commentsOf = (projectId: number) => ({ document: COMMENTS, variables: { project: projectId } });

/**
 * The watch, and a promise for those who first read what it watches: it resolves once the live query is open. Then no change falls between both, and nothing is
 * read twice. Where the query does not open, it resolves all the same.
 */
function watchedFirst(follow: Follow, projectId: number): { readonly watch: Watch; readonly watched: Promise<void> } {
  const { promise: watched, resolve } = Promise.withResolvers<void>();
  let mayRead = false;
  const read = () => {
    mayRead = true;
    resolve();
  };
  const watch: Watch = fromCallback(({ emit }) => {
    const late = setTimeout(read, UNTIL_READ);
    const unfollow = follow(commentsOf(projectId), () => (mayRead ? emit({ type: 'comments.changed' }) : read()), read);
    return () => {
      clearTimeout(late);
      unfollow();
    };
  });
  return { watch, watched };
}

/** The other people in a version, and the comments on its rows. */
export const togetherOf =
  (composed: Pick<Composed, 'api' | 'session'>, follow: Follow) =>
  (projectId: number, versionId: number): Together => {
    const { api } = composed;
    return {
      presence: presenceOf(composed, follow, projectId, versionId),
      watchComments: fromCallback(({ emit }) => follow(commentsOf(projectId), () => emit({ type: 'comments.changed' }))),
      counts(listId, actId) {
        const counts = new ValueStore<ReadonlyMap<number, CommentCount>>();
        const { watch, watched } = watchedFirst(follow, projectId);
        return {
          counts,
          watch,
          reading: reading(async (signal) => {
            await watched;
            signal.throwIfAborted();
            const read =
              actId === null
                ? await api('GET /lists/:id/comments/', { params: { id: listId } }, { signal })
                : await api('GET /acts/:id/lists/:listId/comments/', { params: { id: actId, listId } }, { signal });
            counts.set(new Map(read.map((count) => [count.row_id, count])));
          }),
        };
      },
      thread: (of, rowId, onRead) => threadOf(api, of, rowId, onRead),
    };
  };
