import { may } from '../../domain/permissions.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden } from '../http/errors.ts';

/** 403 for a role that may not change what was agreed. */
export function refuseUnlessManager({ roles }: Pick<Caller, 'roles'>, { teamId }: ProjectRef): void {
  if (!may(roles.get(teamId) ?? 'regular', 'manageContract')) throw forbidden();
}
