/** Checks and events shared by all edits of an estimate. */
import type { EventType } from '../../domain/eventTypes.ts';
import { versionCarries } from '../../domain/sentences/contracts.ts';
import { type Locked, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Query, Tx } from '../db/open.ts';
import type { EntityType, EventOf } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { conflict, frozen } from '../http/errors.ts';

type Kind = 'version' | 'list' | 'row' | 'additional_cost' | 'tax';

/**
 * 409 in a frozen version: `code_estimate_has_act` when it has an act, `code_estimate_carries` when it carries on the work of another version and has
 * no act yet.
 */
export async function refuseFrozen(
  query: Query,
  { teamId, versionId, isFrozen }: VersionRef & { readonly isFrozen: boolean },
): Promise<void> {
  if (!isFrozen) return;
  const carrying = await query
    .selectFrom('versions')
    .innerJoin('versions as older', (join) =>
      join.onRef('older.team_id', '=', 'versions.team_id').onRef('older.id', '=', 'versions.carried_from'),
    )
    .select('older.number')
    .where('versions.team_id', '=', teamId)
    .where('versions.id', '=', versionId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('numbered_acts').select('id').where('team_id', '=', teamId).where('version_id', '=', versionId))),
    )
    .executeTakeFirst();
  throw carrying === undefined ? frozen() : conflict(versionCarries({ number: String(carrying.number) }));
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
