import { may } from '../../domain/permissions.ts';
import { tokenNever } from '../../domain/sentences/tokens.ts';
import type { ProjectRef } from '../access/refs.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, HttpError } from '../http/errors.ts';

type Decider = Pick<Caller, 'roles' | 'token'>;

export const manages = ({ roles }: Decider, { teamId }: ProjectRef): boolean => may(roles.get(teamId) ?? 'regular', 'manageContract');

/**
 * 403 for a role that may not change the contract, and `token_never` for a program, because undo and the end of an import use this check
 * too.
 */
export function refuseUnlessManager(caller: Decider, project: ProjectRef): void {
  if (!manages(caller, project)) throw forbidden();
  if (caller.token !== undefined) throw HttpError.of(403, tokenNever());
}
