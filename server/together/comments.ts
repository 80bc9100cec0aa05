/** Comments on the rows of an estimate, including a frozen one, and on those of an act. They are not events; watchers of the project are notified. */
import { sql } from 'kysely';
import { ACTS_PER_VERSION } from '../../domain/act.ts';
import type { Comment, CommentCount, CommentRead } from '../../domain/api/estimateShapes.ts';
import { notAuthor } from '../../domain/sentences/people.ts';
import { findAct, findVersionOfList, findVersionOfRow, type Locked, lockRecord, type VersionRef } from '../access/refs.ts';
import { actOfRow } from '../acts/find.ts';
import { actRowAndSummary, lockActRow } from '../acts/rows.ts';
import type { Database, Query, Tx } from '../db/open.ts';
import { rowOf } from '../estimates/rowSections.ts';
import { notifyProject } from '../history/record.ts';
import { refuseStale } from '../history/stale.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError, notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';

interface StoredComment extends Omit<Comment, 'created_at' | 'updated_at'> {
  readonly created_at: Date;
  readonly updated_at: Date | null;
}
const commentFrom = (comment: StoredComment): Comment => ({
  ...comment,
  created_at: comment.created_at.toISOString(),
  updated_at: comment.updated_at?.toISOString() ?? null,
});

/** The subject of a thread. A row of an act has an id of its own, computed from its row and the act's place. */
interface Subject {
  readonly type: 'row' | 'act_row';
  readonly id: number;
}
const onRow = (id: number): Subject => ({ type: 'row', id });
const onActRow = (id: number): Subject => ({ type: 'act_row', id });

const comments = (query: Query, teamId: number) =>
  query
    .selectFrom('row_comments')
    .innerJoin('users', 'users.id', 'row_comments.author_id')
    .select([
      'row_comments.id',
      'row_comments.row_id',
      'author_id',
      'users.name as author_name',
      'text',
      'row_comments.created_at',
      'row_comments.updated_at',
    ])
    .where('team_id', '=', teamId);

async function thread(query: Query, teamId: number, { type, id }: Subject, offset: number, limit: number) {
  const found = await comments(query, teamId)
    .where('type', '=', type)
    .where('row_id', '=', id)
    .orderBy('row_comments.created_at')
    .orderBy('row_comments.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await query
    .selectFrom('row_comments')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where('team_id', '=', teamId)
    .where('type', '=', type)
    .where('row_id', '=', id)
    .executeTakeFirstOrThrow();
  return { comments: found.map(commentFrom), total };
}

async function commentOf(query: Query, teamId: number, id: number): Promise<Comment> {
  const found = await comments(query, teamId).where('row_comments.id', '=', id).executeTakeFirst();
  if (found === undefined) throw notFound();
  return commentFrom(found);
}

/** Times are whole milliseconds, as on the wire, so that a comment read up to its time does not count as new. */
const now = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

async function lockRow(tx: Tx, caller: Caller, { type, id }: Subject, revision: number | null): Promise<Locked<VersionRef>> {
  if (type === 'act_row') {
    const act = await lockActRow(tx, caller, id);
    await refuseStale(tx, act, 'act_rows', revision, async () => (await actRowAndSummary(tx, caller, id)).row);
    return act;
  }
  const versionRef = await lockRecord(tx, caller, 'row', id);
  await refuseStale(tx, versionRef, 'estimate_rows', revision, () => rowOf(tx, versionRef.teamId, id));
  return versionRef;
}

async function write(database: Database, caller: Caller, subject: Subject, text: string, revision: number | null): Promise<Comment> {
  return database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await lockRow(tx, caller, subject, revision);
    const { id } = await tx
      .insertInto('row_comments')
      .values({
        team_id: teamId,
        project_id: projectId,
        type: subject.type,
        row_id: subject.id,
        author_id: caller.userId,
        text,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notifyProject(tx, { projectId });
    return commentOf(tx, teamId, id);
  });
}

async function lockComment(tx: Tx, caller: Caller, id: number): Promise<Locked<VersionRef>> {
  const found = await tx
    .selectFrom('row_comments')
    .select('row_id')
    .where('team_id', 'in', [...caller.teams, 0])
    .where('type', '=', 'act_row')
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined ? lockRecord(tx, caller, 'comment', id) : lockActRow(tx, caller, found.row_id);
}

/** Locks the project of the caller's own comment. 404 without such a comment, 403 for another person's. */
async function lockOwn(tx: Tx, caller: Caller, id: number): Promise<Locked<VersionRef>> {
  const versionRef = await lockComment(tx, caller, id);
  const { author_id } = await commentOf(tx, versionRef.teamId, id);
  if (author_id !== caller.userId) throw HttpError.of(403, notAuthor());
  return versionRef;
}

async function rewrite(database: Database, caller: Caller, id: number, text: string): Promise<Comment> {
  return database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await lockOwn(tx, caller, id);
    const before = await commentOf(tx, teamId, id);
    if (before.text === text) return before;
    await tx.updateTable('row_comments').set({ text, updated_at: now }).where('team_id', '=', teamId).where('id', '=', id).execute();
    await notifyProject(tx, { projectId });
    return commentOf(tx, teamId, id);
  });
}

async function remove(database: Database, caller: Caller, id: number): Promise<void> {
  await database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await lockOwn(tx, caller, id);
    await tx.deleteFrom('row_comments').where('team_id', '=', teamId).where('id', '=', id).execute();
    await notifyProject(tx, { projectId });
  });
}

/** Records that the caller has read a row's comments up to a time (now without one); a recorded time never moves back. */
async function markRead(
  database: Database,
  caller: Caller,
  { type, id }: Subject,
  until: string | null,
  revision: number | null,
): Promise<CommentRead> {
  return database.query.transaction().execute(async (tx) => {
    const { teamId, projectId } = await lockRow(tx, caller, { type, id }, revision);
    const { rows } = await sql<{ date: Date; count: number }>`
      insert into comment_reads as kept (team_id, type, row_id, user_id, project_id, date, count)
      select ${teamId}::bigint, ${type}::text, ${id}::bigint, ${caller.userId}::bigint, ${projectId}::bigint, d.date,
             (select count(*) from row_comments c where c.team_id = ${teamId} and c.type = ${type} and c.row_id = ${id} and c.created_at <= d.date)
        from (select least(coalesce(${until}::timestamptz, ${now}), ${now}) as date) d
      on conflict (team_id, type, row_id, user_id) do update
        set date = greatest(kept.date, excluded.date), count = case when excluded.date >= kept.date then excluded.count else kept.count end
      returning date, count`.execute(tx);
    const [read] = rows;
    if (read === undefined) throw notFound();
    return { type, row: id, date: read.date.toISOString(), count: read.count };
  });
}

/** For each row of a list with comments: their number, and the number of others' comments newer than the caller has read. */
async function countsIn(
  query: Query,
  { teamId }: VersionRef,
  { listId, place }: { readonly listId: number; readonly place: number | null },
  userId: number,
): Promise<CommentCount[]> {
  const type = place === null ? 'row' : 'act_row';
  const commented = place === null ? sql`r.id` : sql`r.id * ${ACTS_PER_VERSION}::int + ${place}::int`;
  const { rows } = await sql<CommentCount>`
    select c.row_id, count(*) as count,
           count(*) filter (where c.author_id <> ${userId} and c.created_at > coalesce(read.date, '-infinity')) as unread
      from estimate_rows r
      join row_comments c on c.team_id = r.team_id and c.type = ${type} and c.row_id = ${commented}
      left join comment_reads read on read.team_id = c.team_id and read.type = c.type and read.row_id = c.row_id and read.user_id = ${userId}
     where r.team_id = ${teamId} and r.list_id = ${listId}
     group by c.row_id order by c.row_id`.execute(query);
  return rows;
}

export const commentHandlers: HandlersOf<
  | 'GET /rows/:id/comments/'
  | 'POST /rows/:id/comments/'
  | 'POST /rows/:id/comments/read/'
  | 'PATCH /comments/:id/'
  | 'DELETE /comments/:id/'
  | 'GET /lists/:id/comments/'
  | 'GET /act_rows/:id/comments/'
  | 'POST /act_rows/:id/comments/'
  | 'POST /act_rows/:id/comments/read/'
  | 'GET /acts/:id/lists/:listId/comments/'
> = {
  async 'GET /rows/:id/comments/'({ params, query: { offset, limit } }, { database, caller }) {
    const { teamId } = await findVersionOfRow(database.query, caller, params.id);
    return thread(database.query, teamId, onRow(params.id), offset, limit);
  },
  'POST /rows/:id/comments/': ({ params, body }, { database, caller, revision }) =>
    write(database, caller, onRow(params.id), body.text, revision),
  'POST /rows/:id/comments/read/': ({ params, body }, { database, caller, revision }) =>
    markRead(database, caller, onRow(params.id), body.date ?? null, revision),
  'PATCH /comments/:id/': ({ params, body }, { database, caller }) => rewrite(database, caller, params.id, body.text),
  async 'DELETE /comments/:id/'({ params }, { database, caller }) {
    await remove(database, caller, params.id);
    return { detail: 'The comment has been deleted' };
  },
  async 'GET /lists/:id/comments/'({ params }, { database, caller }) {
    const versionRef = await findVersionOfList(database.query, caller, params.id);
    return countsIn(database.query, versionRef, { listId: params.id, place: null }, caller.userId);
  },
  async 'GET /act_rows/:id/comments/'({ params, query: { offset, limit } }, { database, caller }) {
    const { teamId } = await actOfRow(database.query, caller, params.id);
    return thread(database.query, teamId, onActRow(params.id), offset, limit);
  },
  'POST /act_rows/:id/comments/': ({ params, body }, { database, caller, revision }) =>
    write(database, caller, onActRow(params.id), body.text, revision),
  'POST /act_rows/:id/comments/read/': ({ params, body }, { database, caller, revision }) =>
    markRead(database, caller, onActRow(params.id), body.date ?? null, revision),
  async 'GET /acts/:id/lists/:listId/comments/'({ params: { id, listId } }, { database, caller }) {
    const act = await findAct(database.query, caller, id);
    const { versionId } = await findVersionOfList(database.query, caller, listId);
    if (versionId !== act.versionId) throw notFound();
    return countsIn(database.query, act, { listId, place: act.place }, caller.userId);
  },
};
