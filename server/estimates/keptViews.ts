/** The views in which people see lists. A view belongs to one person: it makes no event, and changes nothing in the project. */
import { sql } from 'kysely';
import * as v from 'valibot';
import { type KeptViews, RowView, type ViewedIn, withoutPrices } from '../../domain/rowView.ts';
import { findVersionOfList } from '../access/refs.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import type { HandlersOf } from '../http/handlers.ts';

/** The views to store now. */
type KeptNow = { readonly [Where in ViewedIn]?: RowView | undefined };

interface ListRef {
  readonly teamId: number;
  readonly listId: number;
}

/** The stored view; null for none, and for one stored by another release that names columns this release does not have. */
export function viewIn(kept: Readonly<Record<string, unknown>> | null | undefined, where: ViewedIn): RowView | null {
  const view = v.safeParse(RowView, kept?.[where]);
  return view.success ? view.output : null;
}

/** A view without sorting and filters by prices for callers who see none. The caller's limit in the project must have been looked up. */
export const ownView = <V extends RowView | null>(view: V, { access }: Pick<Caller, 'access'>): V | RowView =>
  view !== null && access?.hidesPrices === true ? withoutPrices(view) : view;

async function keptViews(query: Query, { userId }: Pick<Caller, 'userId'>, { teamId, listId }: ListRef): Promise<KeptViews> {
  const kept = await query
    .selectFrom('row_views')
    .select('view')
    .where('team_id', '=', teamId)
    .where('list_id', '=', listId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { estimate: viewIn(kept?.view, 'estimate'), acts: viewIn(kept?.view, 'acts') };
}

/** The view in which the person left the list; null where none is stored, and for the holder of a public key. */
export const keptView = async (query: Query, caller: Caller | null, list: ListRef, where: ViewedIn): Promise<RowView | null> =>
  caller === null ? null : ownView((await keptViews(query, caller, list))[where], caller);

/** The last write wins. The statement waits for a delete of the list under way, and 404 follows when it succeeds. */
async function keepView(query: Query, { userId }: Caller, { teamId, listId }: ListRef, views: KeptNow): Promise<void> {
  const { rows } = await sql`
    insert into row_views (team_id, list_id, user_id, view, updated_at)
    select team_id, id, ${userId}, ${JSON.stringify(views)}::text::jsonb, clock_timestamp()
      from lists where team_id = ${teamId} and id = ${listId} for key share
        on conflict (team_id, list_id, user_id) do update set view = row_views.view || excluded.view, updated_at = excluded.updated_at
    returning 1`.execute(query);
  if (rows.length === 0) throw notFound();
}

export const viewHandlers: HandlersOf<'GET /lists/:id/view/' | 'PUT /lists/:id/view/'> = {
  async 'GET /lists/:id/view/'({ params }, { database: { query }, caller }) {
    const { teamId } = await findVersionOfList(query, caller, params.id);
    return keptViews(query, caller, { teamId, listId: params.id });
  },
  async 'PUT /lists/:id/view/'({ params, body }, { database: { query }, caller }) {
    const { teamId } = await findVersionOfList(query, caller, params.id);
    const list = { teamId, listId: params.id };
    await keepView(query, caller, list, body);
    return keptViews(query, caller, list);
  },
};
