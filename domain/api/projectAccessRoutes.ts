/** The calls about members' limits in projects (docs/product.md, chapter 17). */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import { IdParameter, WindowQuery } from './fields.ts';
import { noLongerThan } from './longest.ts';
import { Id, Nullable } from './scalars.ts';
import { Limit } from './shapes.ts';

const member = v.object({ id: IdParameter, userId: IdParameter });

const LimitedProject = v.object({ id: Id, name: v.string(), limit: Nullable(Limit) });
/** The limits of a member in the projects of a team. A null limit allows everything. */
export const MemberLimits = v.object({
  later: v.pipe(Nullable(Limit), v.description('In projects made later')),
  limited: v.pipe(v.number(), v.description('In how many projects they are limited')),
  projects: v.pipe(v.array(LimitedProject), v.description('The window asked for, by name')),
  total: v.number(),
});
export type MemberLimits = v.InferOutput<typeof MemberLimits>;

export const projectAccessRoutes = {
  'GET /teams/:id/members/:userId/limits/': {
    byToken: 'never',
    who: 'member',
    permission: 'editRegulars',
    params: member,
    query: v.object({ ...WindowQuery, text: v.optional(v.pipe(v.string(), v.trim(), noLongerThan(200)), '') }),
    answer: MemberLimits,
  },
  'PUT /teams/:id/members/:userId/limits/': {
    byToken: 'never',
    who: 'member',
    permission: 'editRegulars',
    needsProof: true,
    params: member,
    body: v.object({
      project_id: v.pipe(v.nullable(Id), v.description('null for projects made later')),
      all: v.pipe(v.optional(v.boolean(), false), v.description('Every project, and those made later, whatever `project_id` says')),
      limit: v.pipe(v.nullable(Limit), v.description('null for everything')),
    }),
    answer: v.pick(MemberLimits, ['later', 'limited']),
  },
} as const satisfies Endpoints;
