/** What a request's body may be, and the words for what is wrong with it. */
import * as v from 'valibot';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { type Route, routes } from '../../domain/contract/routes.ts';
import type { HttpError } from './errors.ts';

type Schema = NonNullable<Endpoint['body']>;
type Objects = v.ObjectSchema<v.ObjectEntries, undefined>;

const isObject = (schema: Schema): schema is Objects => schema.type === 'object' && !('pipe' in schema);

/**
 * The schema of a call's body: a field it does not know is refused, because whoever sends one believes that it counts. A write without a body
 * takes an empty one; a GET has none.
 */
export function bodyOf(route: Route): Schema | undefined {
  const { body }: Endpoint = routes[route];
  if (body === undefined) return route.startsWith('GET ') ? undefined : v.strictObject({});
  return isObject(body) ? v.strictObject(body.entries) : body;
}

const isUnknownField = ({ type, expected }: v.BaseIssue<unknown>) => type === 'strict_object' && expected === 'never';

/** Messages by field, or one sentence when none is to blame. */
export function problemsOf(issues: readonly v.BaseIssue<unknown>[]): HttpError['body'] {
  const told = issues.map((issue) => (isUnknownField(issue) ? { ...issue, message: 'There is no such field' } : issue));
  const { nested, root } = v.flatten(told as [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]);
  if (nested !== undefined) return nested as Readonly<Record<string, readonly string[]>>;
  return { detail: root?.join(' ') ?? 'The request cannot be read', code: 'bad_request' };
}
