/**
 * A window of a list as stored, column by column: one query checks access, reads rows and total, and makes the text of the answer
 * (migration 0061).
 */
import { sql } from 'kysely';
import { RowColumns } from '../../domain/api/shapes.ts';
import { isArranged, isFolding } from '../../domain/rowView.ts';
import { type SessionAsked, sessionIsValid, sessionOf } from '../access/session.ts';
import type { Query } from '../db/open.ts';
import { statement } from '../db/statements.ts';
import { limitIn } from '../http/callAccess.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';
import { pricesHidden } from '../http/prices.ts';
import { ownView, viewIn } from './keptViews.ts';

interface Asked extends SessionAsked {
  readonly listId: number;
  readonly offset: number;
  readonly limit: number;
  /** Whether the view kept for the person is requested. */
  readonly kept: boolean;
}

interface Read {
  readonly answer: string | null;
  readonly limited_to: string | null;
  readonly kept: Readonly<Record<string, unknown>> | null;
}
const readWindow = statement<Asked, Read>(
  'read_window',
  (given) => sql`
    select read_window(array[p.team_id], ${given.listId}::bigint, ${given.offset}::bigint, ${given.limit}::bigint) as answer,
           limit_of(${given.person}::bigint, p.team_id, p.project_id) as limited_to,
           case when ${given.kept}::boolean then (
             select v.view from row_views v
              where v.team_id = p.team_id and v.list_id = ${given.listId}::bigint and v.user_id = ${given.person}::bigint) end as kept
      from place_of(array(select m.team_id from teams_open_to(${given.person}::bigint) m), 'list', ${given.listId}::bigint) p
     where ${sessionIsValid(given)}`,
);

/**
 * The rows in the stored order, and the caller's kept view if requested; null when that view shows them in another order. 404 when the list
 * is not in one of the caller's teams, or their session has ended.
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
  caller.access?.admit(limitIn(found.limited_to));
  const isWithoutPrices = caller.access?.hidesPrices === true;
  const answer = isWithoutPrices ? unpriced(found.answer) : found.answer;
  if (!isAsked) return new JsonText(answer, isWithoutPrices);
  const view = ownView(viewIn(found.kept, 'estimate'), caller);
  if (view !== null && (isArranged(view) || isFolding(view))) return null;
  return new JsonText(`${answer.slice(0, -1)}, "kept": ${JSON.stringify(view)}}`, isWithoutPrices);
}

/** Removes the prices from a window, for a person who sees none. */
const hide = pricesHidden(RowColumns);
const unpriced = (answer: string): string => JSON.stringify(hide(JSON.parse(answer)));
