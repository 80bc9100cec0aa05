/** A window of a list as stored, column by column: access, rows and total in one query, which makes the text of the answer (migration 0061). */
import { sql } from 'kysely';
import { isArranged, isFolding } from '../../domain/rowView.ts';
import { type SessionAsked, sessionOf, sessionStands } from '../access/session.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';
import { viewIn } from './keptViews.ts';

interface Asked extends SessionAsked {
  readonly listId: number;
  readonly offset: number;
  readonly limit: number;
  /** Whether the view kept for the person is asked for. */
  readonly kept: boolean;
}

const readWindow = statement<Asked, { answer: string | null; kept: Readonly<Record<string, unknown>> | null }>(
  'read_window',
  (given) => sql`
    select read_window(m.teams, ${given.listId}::bigint, ${given.offset}::bigint, ${given.limit}::bigint) as answer,
           case when ${given.kept}::boolean then (
             select v.view from row_views v
              where v.team_id = any(m.teams) and v.list_id = ${given.listId}::bigint and v.user_id = ${given.person}::bigint) end as kept
      from (select array(select m.team_id from members m where m.user_id = ${given.person}::bigint) as teams) m
     where ${sessionStands(given)}`,
);

/**
 * The rows as stored, and the view kept for the caller where that is asked for; null when they left the list in another view.
 * 404 when the list is none of the caller's, or their session has ended.
 */
export async function windowText(
  query: Query,
  caller: Caller,
  listId: number,
  { offset, limit, kept }: { readonly offset: number; readonly limit: number; readonly kept?: string | undefined },
): Promise<JsonText | null> {
  const isAsked = kept !== undefined;
  const [found] = await readWindow(query, { ...sessionOf(caller), listId, offset, limit, kept: isAsked });
  if (found === undefined || found.answer === null) throw notFound();
  if (!isAsked) return new JsonText(found.answer);
  const view = viewIn(found.kept, 'estimate');
  if (view !== null && (isArranged(view) || isFolding(view))) return null;
  return new JsonText(`${found.answer.slice(0, -1)}, "kept": ${JSON.stringify(view)}}`);
}
