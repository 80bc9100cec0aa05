/** What every edit of an estimate begins with. */
import type { Tx } from '../db/open.ts';
import type { EntityType, EventOf } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { frozen } from '../http/errors.ts';
import { isFrozen, lockProject, type ProjectPlace, type VersionPlace } from '../projects/access.ts';

/** Locks the version's project for an edit. 409 `code_estimate_has_act` when the version has an act. */
export async function openForEditing(tx: Tx, place: VersionPlace): Promise<void> {
  await lockProject(tx, place);
  if (await isFrozen(tx, place)) throw frozen();
}

/** An event of this person on a record of the project. */
export const eventOf = (
  { teamId, projectId }: ProjectPlace,
  caller: Caller,
  entityType: EntityType,
  objectId: number | null,
  type: string,
  subject: string,
): EventOf => ({ teamId, projectId, authorId: caller.userId, entityType, objectId, type, subject });
