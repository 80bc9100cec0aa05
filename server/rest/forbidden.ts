/**
 * Records refused calls: those that a role does not allow in the security log of their team, those that a limit refused in that of the
 * account.
 */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../domain/api/routes.ts';
import { forbidden } from '../../domain/sentences/general.ts';
import { findProject } from '../access/refs.ts';
import { findAct } from '../acts/find.ts';
import type { Query } from '../db/open.ts';
import type { Caller } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { fromOf } from '../http/from.ts';
import { personByEmail } from '../people/persons.ts';
import { recordReachedLimit, recordRefusedCall } from '../securityLog/refused.ts';

export const isForbidden = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 403 && error.body.code === forbidden.code;

const isCaller = (caller: unknown): caller is Caller => typeof caller === 'object' && caller !== null && 'userId' in caller;

async function teamOf(query: Query, caller: Caller, route: Route, id: number): Promise<number | null> {
  const [, of] = /^\w+ \/(\w+)\/:id/.exec(route) ?? [];
  if (of === 'teams') return id;
  const found = of === 'projects' ? findProject(query, caller, id) : of === 'acts' ? findAct(query, caller, id) : null;
  return (await found?.catch(() => null))?.teamId ?? null;
}

interface Forbidden {
  readonly route: Route;
  readonly caller: unknown;
  readonly request: FastifyRequest;
}

export function recordForbidden(query: Query, { route, caller, request }: Forbidden): void {
  if (!isCaller(caller)) return;
  const { id } = request.params as { readonly id?: string };
  recordRefusedCall(query, { userId: caller.userId, team: () => teamOf(query, caller, route, Number(id)), route, from: fromOf(request) });
}

export const isBeyondLimit = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

interface BeyondLimit extends Forbidden {
  /** The account of the attempt: an address as typed, or the id of somebody signed in; empty for none. */
  readonly account: string;
}

export function recordBeyondLimit(query: Query, { route, caller, request, account }: BeyondLimit): void {
  const person = async () => {
    if (isCaller(caller)) return caller.userId;
    return account === '' ? null : ((await personByEmail(query, account))?.id ?? null);
  };
  recordReachedLimit(query, { about: isCaller(caller) ? String(caller.userId) : account, person, route, from: fromOf(request) });
}
