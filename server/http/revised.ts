/** If-Match: the revision an edit was made on (docs/api.md, Conventions). */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../domain/contract/routes.ts';
import { HttpError } from './errors.ts';

/** Records that have a revision, by the path they lie at. */
const REVISED = ['lists', 'rows', 'taxes', 'additional_summary_costs/custom', 'acts', 'act_rows'] as const;

/** A write on such a record; the revision is that of the record its path names. */
export type RevisedRoute = Extract<Route, `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${(typeof REVISED)[number]}/:id/${string}`>;
export const isRevised = (route: Route): route is RevisedRoute =>
  !route.startsWith('GET ') && REVISED.some((path) => route.includes(` /${path}/:id/`));

const refused = (detail: string) => new HttpError(400, { detail, code: 'bad_request' });

/** The revision a request carries, null without one. 400 when it is none, or what the call changes has no revision: it is never passed over. */
export function revisionOf(request: FastifyRequest, route: Route): number | null {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  if (!isRevised(route)) throw refused('If-Match is not possible here, because what this call is about has no revision');
  const match = /^"?(\d{1,15})"?$/.exec(header);
  if (match === null) throw refused('If-Match must be the revision the edit was made on');
  return Number(match[1]);
}
