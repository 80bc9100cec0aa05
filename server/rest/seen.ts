/** The part of an answer that the caller may see, as far as projects limit them (docs/product.md, chapter 17). */
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { type Route, routes } from '../../domain/api/routes.ts';
import type { Query } from '../db/open.ts';
import type { CallAccess } from '../http/callAccess.ts';
import type { Caller, Viewer } from '../http/caller.ts';
import { HttpError } from '../http/errors.ts';
import { JsonText } from '../http/jsonText.ts';
import { refusalWithoutPrices, textWithoutPrices, withoutPrices } from '../http/prices.ts';

const isPerson = (caller: unknown): caller is Caller => typeof caller === 'object' && caller !== null && 'teams' in caller;
const isViewer = (caller: unknown): caller is Viewer => typeof caller === 'object' && caller !== null && 'caller' in caller;

/** The caller, with the call's effect on projects. */
export function withAccess(caller: unknown, access: CallAccess): unknown {
  if (isPerson(caller)) return { ...caller, access };
  return isViewer(caller) && caller.caller !== null ? { ...caller, caller: { ...caller.caller, access } } : caller;
}

/** Whether the path names a record of a project. */
const isAboutProject = ({ who, params, does }: Endpoint, route: Route): boolean =>
  who === 'member' && does !== undefined && does !== 'nothing' && params !== undefined && !route.includes(' /teams/');

/**
 * Does a call's work and returns the part of the result that its caller may see. Throws when the work never looked up the caller's limit, because
 * a handler that skips the limit would allow everything to everybody.
 */
export function answersFor(route: Route) {
  const endpoint: Endpoint = routes[route];
  const hide = withoutPrices(route);
  const mustAsk = isAboutProject(endpoint, route);
  return async (access: CallAccess, work: () => Promise<unknown>): Promise<unknown> => {
    try {
      const answer = await work();
      if (mustAsk && !access.isLimitKnown) throw new Error(`${route} did not ask for the caller's limit in the project`);
      if (!access.hidesPrices) return answer;
      if (answer instanceof JsonText) {
        if (!answer.isWithoutPrices) throw new Error(`${route} answers a text that may have prices`);
        return answer;
      }
      return hide(answer);
    } catch (error) {
      throw error instanceof HttpError && access.hidesPrices ? refusalWithoutPrices(error) : error;
    }
  };
}

/**
 * The answer that was stored for a key, given again. The caller's limits may have changed since: a person who sees no prices in one of
 * their projects now gets it without any prices.
 */
export async function seenAgain(query: Query, route: Route, userId: number | null, body: string): Promise<string> {
  const unpriced = await query
    .selectFrom('project_limits')
    .innerJoin('members', (join) =>
      join.onRef('members.team_id', '=', 'project_limits.team_id').onRef('members.user_id', '=', 'project_limits.user_id'),
    )
    .select('members.team_id')
    .where('members.user_id', '=', userId ?? 0)
    .where('members.role', '=', 'regular')
    .where('prices', '=', false)
    .limit(1)
    .executeTakeFirst();
  return unpriced === undefined ? body : textWithoutPrices(route, body);
}
