/** Members' limits in projects that are made later, as owners and admins set them (docs/product.md, chapter 17). */
import { limitedLater } from '../../domain/sentences/access.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';

/**
 * 403 for a member who is limited in projects made later: they could not use a project they made, or would get around the limit by making
 * it.
 */
export async function refuseLimitedLater(query: Query, { userId }: Caller, teamId: number): Promise<void> {
  const limited = await query
    .selectFrom('later_limits')
    .innerJoin('members', (join) =>
      join.onRef('members.team_id', '=', 'later_limits.team_id').onRef('members.user_id', '=', 'later_limits.user_id'),
    )
    .select('can')
    .where('members.team_id', '=', teamId)
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'regular')
    .executeTakeFirst();
  if (limited !== undefined) throw HttpError.of(403, limitedLater());
}
