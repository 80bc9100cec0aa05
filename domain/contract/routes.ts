/**
 * Every call of the REST API: method, path, who may make it, what it takes and what it answers.
 */
import * as v from 'valibot';
import type { Endpoints } from './endpoint.ts';
import { estimateRoutes } from './estimateRoutes.ts';
import * as f from './fields.ts';
import { importRoutes } from './importRoutes.ts';
import { peopleRoutes } from './peopleRoutes.ts';
import { CalendarDate, DecimalText, Id, Timestamp } from './scalars.ts';
import { Settings } from './settings.ts';
import * as s from './shapes.ts';

const id = v.object({ id: f.IdParameter });
const inList = v.object({ id: f.IdParameter, listId: f.IdParameter });
const done = v.object({ detail: v.string() });

export const routes = {
  ...peopleRoutes,

  'GET /settings/': { who: 'anyone', answer: Settings },

  'GET /projects': { who: 'user', query: v.object({ team_id: v.optional(f.IdParameter) }), answer: v.array(s.Project) },
  'GET /projects/sidebar/': {
    who: 'user',
    query: v.object({ team_id: v.optional(f.IdParameter), status: v.optional(v.literal('available')) }),
    answer: v.array(s.SidebarProject),
  },
  'POST /projects': { who: 'member', status: 201, body: v.object({ team_id: Id, name: f.Title }), answer: s.Project },
  'GET /projects/:id/': { who: 'member', params: id, answer: s.Project },
  'PATCH /projects/:id/': {
    who: 'member',
    params: id,
    upload: true,
    body: v.object({ name: v.optional(f.Title), currency: v.optional(v.pipe(f.Title, v.maxLength(8, 'At most 8 characters'))) }),
    answer: s.Project,
  },
  'DELETE /projects/:id/': { who: 'member', permission: 'deleteProjects', permissionIn: 'project', params: id, answer: s.DeletedProject },
  'POST /projects/:id/restore/': { who: 'member', params: id, answer: s.Project },
  'GET /projects/deleted/': {
    who: 'user',
    query: v.object({ team_id: v.optional(f.IdParameter) }),
    answer: v.array(s.DeletedProject),
  },
  'GET /projects/:id/members': {
    who: 'member',
    params: id,
    answer: v.array(v.object({ id: Id, name: v.string(), email: v.string(), role: v.string() })),
  },
  'GET /projects/:id/memberships': {
    who: 'member',
    params: id,
    answer: v.array(v.object({ id: v.number(), user_id: Id, project_id: Id, role: v.string(), created_at: Timestamp })),
  },
  'GET /projects/:id/tree': { who: 'member', params: id, answer: v.object({ versions: v.array(s.Version) }) },
  'GET /projects/:id/last_version/': { who: 'member', params: id, answer: s.Version },

  ...estimateRoutes,

  ...importRoutes,

  'POST /versions/:id/acts/': {
    who: 'member',
    status: 201,
    params: id,
    body: v.object({ finish_date: v.optional(v.nullable(CalendarDate)) }),
    answer: s.Act,
  },
  'GET /acts/:id/': { who: 'viewer', params: id, answer: s.Act },
  'PUT /acts/:id/': {
    who: 'member',
    params: id,
    body: v.object({
      number: v.optional(v.pipe(f.Title, v.maxLength(20, 'At most 20 characters'))),
      finish_date: v.optional(v.nullable(CalendarDate)),
      status_id: v.optional(Id),
    }),
    answer: s.Act,
  },
  'GET /acts/:id/summary/': { who: 'viewer', params: id, answer: s.ActSummary },
  'GET /acts/:id/lists/:listId/rows/': {
    who: 'viewer',
    params: inList,
    query: v.object(f.WindowQuery),
    answer: v.object({ rows: v.array(s.ActRow), total: v.number() }),
  },
  'GET /act_rows/:id/helper/': {
    who: 'member',
    params: id,
    query: v.object({ field: v.picklist(['quantity', 'percent'], 'Ask for quantity or percent') }),
    answer: v.object({ min_value: DecimalText, max_value: DecimalText }),
  },
  'PUT /act_rows/:id/': {
    who: 'member',
    params: id,
    body: f.oneOf({ quantity: f.Quantity, percent: f.DonePercent }),
    answer: v.object({ row: s.ActRow, list: s.Progress, summary: s.ActSummary }),
  },
  'POST /acts/:id/share/': {
    who: 'member',
    status: 201,
    params: id,
    body: v.object({ expires_at: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp('Enter a date and time')))) }),
    answer: s.Share,
  },
  'DELETE /acts/:id/share/': { who: 'member', params: id, answer: done },
  'GET /public/act/': { who: 'keyholder', answer: s.PublicAct },
} as const satisfies Endpoints;

export type Routes = typeof routes;
export type Route = keyof Routes;

type In<E, K extends string> =
  E extends Readonly<Record<K, infer S extends v.GenericSchema>> ? { readonly [P in K]: v.InferInput<S> } : unknown;
type Out<E, K extends string> =
  E extends Readonly<Record<K, infer S extends v.GenericSchema>> ? { readonly [P in K]: v.InferOutput<S> } : unknown;

/** What a caller passes. */
export type Asked<R extends Route> = In<Routes[R], 'params'> & In<Routes[R], 'query'> & In<Routes[R], 'body'>;
/** What a handler receives. */
export type Given<R extends Route> = Out<Routes[R], 'params'> & Out<Routes[R], 'query'> & Out<Routes[R], 'body'>;
export type Answer<R extends Route> = v.InferOutput<Routes[R]['answer']>;
