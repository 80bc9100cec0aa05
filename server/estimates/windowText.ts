/** A window of a list as stored, column by column: access, rows and total in one query, which makes the text of the answer (migration 0061). */
import { sql } from 'kysely';
import { type SessionAsked, sessionOf, sessionStands } from '../access/session.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';

interface Asked extends SessionAsked {
  readonly listId: number;
  readonly offset: number;
  readonly limit: number;
}

const readWindow = statement<Asked, { answer: string | null }>(
  'read_window',
  (given) => sql`
    select read_window(array(select m.team_id from members m where m.user_id = ${given.person}::bigint), ${given.listId}::bigint,
                       ${given.offset}::bigint, ${given.limit}::bigint) as answer
     where ${sessionStands(given)}`,
);

/** The window with `around` beside it. 404 when the list is none of the caller's, or their session has ended. */
export async function windowText(
  query: Query,
  caller: Caller,
  listId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  around: object,
): Promise<JsonText> {
  const [found] = await readWindow(query, { ...sessionOf(caller), listId, offset, limit });
  if (found === undefined || found.answer === null) throw notFound();
  const more = JSON.stringify(around);
  return new JsonText(more === '{}' ? found.answer : `${found.answer.slice(0, -1)},${more.slice(1)}`);
}
