import { sql } from 'kysely';
import * as v from 'valibot';
import type { Preferences } from '../../domain/api/preferences.ts';
import { ColumnLayout } from '../../domain/columnLayout.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import type { HandlersOf } from '../http/handlers.ts';

/** The name a layout is stored under. */
const LIST_COLUMNS = 'list_columns';

async function preferencesOf(query: Query, { userId }: Caller): Promise<Preferences> {
  const kept = await query
    .selectFrom('preferences')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', LIST_COLUMNS)
    .executeTakeFirst();
  // A layout stored by another release may name columns that this release does not have.
  const layout = v.safeParse(ColumnLayout, kept?.value);
  return { list_columns: layout.success ? layout.output : null };
}

/** The last write wins, because a preference is one person's own. */
async function keepLayout(query: Query, { userId }: Caller, layout: ColumnLayout | null): Promise<void> {
  if (layout === null) {
    await query.deleteFrom('preferences').where('user_id', '=', userId).where('name', '=', LIST_COLUMNS).execute();
    return;
  }
  await sql`
    insert into preferences (user_id, name, value) values (${userId}, ${LIST_COLUMNS}, ${JSON.stringify(layout)}::text::jsonb)
        on conflict (user_id, name) do update set value = excluded.value`.execute(query);
}

export const preferenceHandlers: HandlersOf<'GET /preferences/' | 'PUT /preferences/'> = {
  'GET /preferences/': (_, { database, caller }) => preferencesOf(database.query, caller),
  async 'PUT /preferences/'({ body }, { database, caller }) {
    await keepLayout(database.query, caller, body.list_columns);
    return { list_columns: body.list_columns };
  },
};
