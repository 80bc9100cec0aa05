import { may } from '../../domain/permissions.ts';
import { tokenNever } from '../../domain/sentences/tokens.ts';
import type { Locked, ProjectRef } from '../access/refs.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, HttpError } from '../http/errors.ts';

/** Whether the person who holds a project may change its contract. */
export const manages = ({ role }: Locked<ProjectRef>): boolean => may(role ?? 'regular', 'manageContract');

/**
 * 403 for a role that may not change the contract, and `token_never` for a program, because undo and the end of an import use this check
 * too.
 */
export function refuseUnlessManager({ token }: Pick<Caller, 'token'>, project: Locked<ProjectRef>): void {
  if (!manages(project)) throw forbidden();
  if (token !== undefined) throw HttpError.of(403, tokenNever());
}
