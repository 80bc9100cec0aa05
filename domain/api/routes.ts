/**
 * Every call of the REST API: method, path, who may make it, what it takes and what it answers.
 */

import * as v from 'valibot';
import { CURRENCY_CODES } from '../currencies.ts';
import { actRoutes } from './actRoutes.ts';
import { answerRoutes } from './answerRoutes.ts';
import { apiTokenRoutes } from './apiTokenRoutes.ts';
import { certificateRoutes } from './certificateRoutes.ts';
import { contractRoutes } from './contractRoutes.ts';
import type { Endpoints } from './endpoint.ts';
import { estimateRoutes } from './estimateRoutes.ts';
import { factorRoutes } from './factorRoutes.ts';
import * as f from './fields.ts';
import { historyRoutes } from './historyRoutes.ts';
import { importRoutes } from './importRoutes.ts';
import { invoiceRoutes } from './invoiceRoutes.ts';
import { ownDataRoutes } from './ownDataRoutes.ts';
import { Client, ClientFields, Parties } from './parties.ts';
import { peopleRoutes } from './peopleRoutes.ts';
import { projectAccessRoutes } from './projectAccessRoutes.ts';
import { Id, Timestamp } from './scalars.ts';
import { securityLogRoutes } from './securityLogRoutes.ts';
import { sessionRoutes } from './sessionRoutes.ts';
import { Settings } from './settings.ts';
import * as s from './shapes.ts';
import { singleSignOnRoutes } from './singleSignOnRoutes.ts';

const id = v.object({ id: f.IdParameter });

/** ISO 4217. */
const currencyCode = v.picklist(CURRENCY_CODES, 'Choose a currency of the list');

export const routes = {
  ...peopleRoutes,
  ...sessionRoutes,
  ...projectAccessRoutes,
  ...apiTokenRoutes,
  ...securityLogRoutes,

  ...certificateRoutes,
  ...contractRoutes,
  ...invoiceRoutes,

  ...factorRoutes,
  ...singleSignOnRoutes,

  ...ownDataRoutes,

  'GET /settings/': { who: 'anyone', answer: Settings },

  'GET /projects': { who: 'user', does: 'reads', query: v.object({ team_id: v.optional(f.IdParameter) }), answer: v.array(s.Project) },
  'GET /projects/sidebar/': {
    who: 'user',
    does: 'reads',
    query: v.object({ team_id: v.optional(f.IdParameter), status: v.optional(v.literal('available')) }),
    answer: v.array(s.SidebarProject),
  },
  'POST /projects': {
    who: 'member',
    does: 'edits',
    status: 201,
    body: v.object({ team_id: Id, name: f.Title, currency_code: v.optional(currencyCode) }),
    answer: s.Project,
  },
  'GET /projects/:id/': { who: 'member', does: 'reads', params: id, answer: s.Project },
  'PATCH /projects/:id/': {
    who: 'member',
    does: 'edits',
    params: id,
    upload: true,
    body: v.object({
      name: v.optional(f.Title),
      currency: v.optional(f.titleOf(8)),
      currency_code: v.optional(currencyCode),
    }),
    answer: s.Project,
  },
  'POST /projects/:id/duplicate/': {
    who: 'member',
    does: 'edits',
    isInPieces: true,
    status: 201,
    params: id,
    body: v.object({ name: f.Title }),
    answer: s.Project,
  },
  'DELETE /projects/:id/': {
    who: 'member',
    does: 'edits',
    permission: 'deleteProjects',
    permissionIn: 'project',
    params: id,
    answer: s.DeletedProject,
  },
  'POST /projects/:id/restore/': { who: 'member', does: 'edits', params: id, answer: s.Project },
  'GET /projects/deleted/': {
    who: 'user',
    does: 'reads',
    query: v.object({ team_id: v.optional(f.IdParameter) }),
    answer: v.array(s.DeletedProject),
  },
  'GET /projects/:id/parties/': { who: 'member', does: 'reads', params: id, answer: Parties },
  'PUT /projects/:id/client/': { who: 'member', does: 'edits', params: id, body: ClientFields, answer: Client },
  'GET /projects/:id/members': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.array(v.object({ id: Id, name: v.string(), email: v.string(), role: v.string() })),
  },
  'GET /projects/:id/memberships': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.array(v.object({ id: v.number(), user_id: Id, project_id: Id, role: v.string(), created_at: Timestamp })),
  },
  'GET /projects/:id/tree': {
    who: 'member',
    does: 'reads',
    params: id,
    answer: v.object({
      project: s.Project,
      versions: v.array(s.Version),
      last_change: v.pipe(
        v.nullable(v.number()),
        v.description('The last change of its estimates and acts: calls between two answers with the same one read one moment'),
      ),
    }),
  },
  'GET /projects/:id/last_version/': { who: 'member', does: 'reads', params: id, answer: s.Version },

  ...estimateRoutes,

  ...historyRoutes,

  ...importRoutes,

  ...actRoutes,

  ...answerRoutes,
} as const satisfies Endpoints;

export type Routes = typeof routes;
export type Route = keyof Routes;

type In<E, K extends string> =
  E extends Readonly<Record<K, infer S extends v.GenericSchema>> ? { readonly [P in K]: v.InferInput<S> } : unknown;
type Out<E, K extends string> =
  E extends Readonly<Record<K, infer S extends v.GenericSchema>> ? { readonly [P in K]: v.InferOutput<S> } : unknown;

/** A body whose every field may be left out may be left out itself. */
type Body<E> =
  In<E, 'body'> extends { readonly body: infer B }
    ? object extends B
      ? { readonly body?: B | undefined }
      : { readonly body: B }
    : unknown;
/** The input of a caller. */
export type Asked<R extends Route> = In<Routes[R], 'params'> & In<Routes[R], 'query'> & Body<Routes[R]>;
/** The input of a handler, after the checks. */
export type Given<R extends Route> = Out<Routes[R], 'params'> & Out<Routes[R], 'query'> & Out<Routes[R], 'body'>;
export type Answer<R extends Route> = v.InferOutput<Routes[R]['answer']>;
