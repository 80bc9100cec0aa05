/** Parts of answers that are bare lists. */
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import { WindowQuery } from '../../domain/api/fields.ts';
import { type Route, routes } from '../../domain/api/routes.ts';

export const PartQuery = v.object(WindowQuery);
export type Part = v.InferOutput<typeof PartQuery>;

/** Whether a call answers a list with nothing around it that could say how long the whole list is. */
export const isBareList = (route: Route): boolean => route.startsWith('GET ') && routes[route].answer.type === 'array';

/** Without `offset` and `limit` the whole list is answered. */
export const asksForPart = (route: Route, query: unknown): boolean =>
  isBareList(route) && typeof query === 'object' && query !== null && ('offset' in query || 'limit' in query);

/** The items from `offset` on, `limit` at most. The header X-Total-Count says how many the whole list has. */
export function partOf(list: readonly unknown[], { offset, limit }: Part, reply: FastifyReply): readonly unknown[] {
  reply.header('X-Total-Count', list.length);
  return list.slice(offset, offset + limit);
}
