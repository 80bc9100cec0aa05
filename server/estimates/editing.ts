/** Checks and events shared by all edits of an estimate. */

import { type Locked, lockRecord, type ProjectRef, type VersionRef } from '../access/refs.ts';
import type { Tx } from '../db/open.ts';
import type { EntityType, EventOf } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { frozen } from '../http/errors.ts';

type Kind = 'version' | 'list' | 'row' | 'additional_cost' | 'tax';

/** Holds the project of a record for an edit of its version. 404 when the record is gone, 409 `code_estimate_has_act` when the version has an act. */
export async function openForEditing(tx: Tx, caller: Caller, kind: Kind, id: number): Promise<Locked<VersionRef>> {
  const versionRef = await lockRecord(tx, caller, kind, id);
  if (versionRef.isFrozen) throw frozen();
  return versionRef;
}

/** An event of this person on a record of the project. */
export const eventOf = (
  projectRef: Locked<ProjectRef>,
  caller: Caller,
  entityType: EntityType,
  objectId: number | null,
  type: string,
  subject: string,
): EventOf => ({ projectRef, authorId: caller.userId, entityType, objectId, type, subject });
