/** If-Match: the revision an edit was made on (docs/api.md, Conventions). */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../domain/api/routes.ts';
import { badRevision, noRevisionHere } from '../../domain/sentences/general.ts';
import { refused } from './errors.ts';

/** Records that have a revision, by their path. */
const REVISED = ['lists', 'rows', 'taxes', 'additional_summary_costs/custom', 'acts', 'act_rows'] as const;

/** A person's own settings for such a record, which its revision does not cover. */
const OWN = 'PUT /lists/:id/view/';

/** A write on such a record; the revision is that of the record its path names. */
export type RevisedRoute = Exclude<
  Extract<Route, `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${(typeof REVISED)[number]}/:id/${string}`>,
  typeof OWN
>;
export const isRevised = (route: Route): route is RevisedRoute =>
  route !== OWN && !route.startsWith('GET ') && REVISED.some((path) => route.includes(` /${path}/:id/`));

/**
 * The revision a request carries, null without one. 400 when it is malformed, or when the record that the call changes has no revision: it
 * is never ignored.
 */
export function revisionOf(request: FastifyRequest, route: Route): number | null {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  if (!isRevised(route)) throw refused(noRevisionHere());
  const match = /^"?(\d{1,15})"?$/.exec(header);
  if (match === null) throw refused(badRevision());
  return Number(match[1]);
}
