/** Checks and events shared by all edits of an estimate. */
import { sql } from 'kysely';
import type { EventType } from '../../domain/eventTypes.ts';
import { carriedOn, versionCarries } from '../../domain/sentences/contracts.ts';
import { type Locked, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import type { EntityType, EventOf } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, frozen } from '../http/errors.ts';

type Kind = 'version' | 'list' | 'row' | 'additional_cost' | 'tax';

/**
 * 409 in a frozen version: `code_estimate_has_act` when it has an act, and while it has none `code_estimate_carries` when it carries on the
 * work of another version, or `carried_on` when a newer one carries it on.
 */
export async function refuseFrozen(
  query: Query,
  { teamId, versionId, isFrozen }: VersionRef & { readonly isFrozen: boolean },
): Promise<void> {
  if (!isFrozen) return;
  const { rows } = await sql<{ from: string | null; into: string | null }>`
    select (select o.number::text from versions o where o.team_id = v.team_id and o.id = v.carried_from) as "from",
           (select n.number::text from versions n where n.team_id = v.team_id and n.carried_from = v.id and n.deleted_at is null) as "into"
      from versions v where v.team_id = ${teamId} and v.id = ${versionId}
       and not exists (select from numbered_acts a where a.team_id = v.team_id and a.version_id = v.id)`.execute(query);
  const [actless] = rows;
  if (actless?.from != null) throw conflict(versionCarries({ number: actless.from }));
  throw actless?.into != null ? conflict(carriedOn({ number: actless.into })) : frozen();
}

/** Holds the project of a record for an edit of its version. 404 when the record is gone, 409 when the version is frozen. */
export async function openForEditing(tx: Tx, caller: Caller, kind: Kind, id: number): Promise<Locked<VersionRef>> {
  const versionRef = await lockRecord(tx, caller, kind, id);
  await refuseFrozen(tx, versionRef);
  return versionRef;
}

/** An event of this person on a record of the project. */
export const eventOf = (
  projectRef: Locked<ProjectRef>,
  caller: Caller,
  entityType: EntityType,
  objectId: number | null,
  type: EventType,
  subject: string,
): EventOf => ({ projectRef, authorId: caller.userId, entityType, objectId, type, subject });
