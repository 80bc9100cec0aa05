/** The bodies requests may have, and the refusals of others. */

import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { type Route, routes } from '../../domain/api/routes.ts';
import { badRequest, textUnstorable } from '../../domain/sentences/general.ts';
import { fieldError, HttpError, refused } from '../http/errors.ts';
import { fieldsIn, sentenceFor } from '../http/issues.ts';
import { isStorable } from '../storableText.ts';

type Schema = NonNullable<Endpoint['body']>;
type Objects = v.ObjectSchema<v.ObjectEntries, undefined>;

const isObject = (schema: Schema): schema is Objects => schema.type === 'object' && !('pipe' in schema);

/**
 * The schema of a call's body. Unknown fields are refused, because their sender believes that they count. A write without a body
 * takes an empty one; a GET has none.
 */
export function bodyOf(route: Route): Schema | undefined {
  const { body }: Endpoint = routes[route];
  if (body === undefined) return route.startsWith('GET ') ? undefined : v.strictObject({});
  return isObject(body) ? v.strictObject(body.entries) : body;
}

/** Path of the first text that the database cannot store, such as "rows.0.name"; null when there is none. */
function unkeptIn(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? unkeptIn(inner, [...path, key]) : path;
    if (found !== null) return found;
  }
  return null;
}

/** Refuses (400, on the field) a value with a text that the database cannot store. The value has passed its schema. */
export function refuseUnkept(given: unknown): void {
  const path = unkeptIn(given);
  if (path === null) return;
  throw path.length === 0 ? refused(textUnstorable()) : fieldError(path.join('.'), textUnstorable());
}

/** Refuses (400) a body that breaks rules: at the fields, or as a whole when none is to blame. */
export function refusalOf(issues: readonly v.BaseIssue<unknown>[]): HttpError {
  const fields = fieldsIn(issues);
  if (Object.keys(fields).length > 0) return HttpError.atFields(fields);
  const [issue] = issues;
  return refused(issue === undefined ? badRequest() : sentenceFor(issue));
}

/**
 * Reads bodies as JSON, an empty one as `{}`, and as forms have them where a call takes them, and nowhere else: a page of another site can
 * send a form, but no JSON.
 */
export function readBodies(http: FastifyInstance): void {
  const readJson = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {});
    return readJson(request, body as string, done);
  });
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.takesForm !== true) return done(Object.assign(new Error('No form is taken'), { statusCode: 415 }));
    return done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
