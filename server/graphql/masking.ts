/** The errors that GraphQL answers may contain, for all transports. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import * as say from '../../domain/sentences/general.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { CatalogueSentence } from '../http/errors.ts';
import { reportError, requestId } from '../log.ts';

/** A sentence of the catalogue as an error, with the status it has where the transport is HTTP. */
export function refusal(
  { detail, ...coded }: CatalogueSentence,
  status?: number,
  headers: Readonly<Record<string, string>> = {},
): GraphQLError {
  return new GraphQLError(detail, { extensions: { ...coded, ...(status !== undefined && { http: { status, headers } }) } });
}

/** The code that asks clients to sign in is the same as Hasura's. */
export const accessDenied = (status?: number): GraphQLError =>
  new GraphQLError(say.signIn().detail, { extensions: { code: 'access-denied', ...(status !== undefined && { http: { status } }) } });

export const serverError = (): GraphQLError => {
  const request = requestId();
  return refusal(request === undefined ? say.serverError() : say.requestFailed({ request }));
};

/** Whether an error was thrown as a GraphQL error, whose text is meant for clients. */
const isMeant = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && (error.originalError === undefined || isMeant(error.originalError));

/** An internal error is sent without its text. An unavailable database is not an internal error: the client tries again. */
export function masked(error: unknown): GraphQLError {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  if (isUnavailable(cause)) return refusal(say.unavailable(), 503, { 'Retry-After': '1' });
  if (isMeant(error)) return error;
  reportError('A GraphQL request failed', cause);
  return serverError();
}

/** A result with only such errors as may be sent to clients. */
export const maskedResult = (result: ExecutionResult): ExecutionResult =>
  result.errors === undefined ? result : { ...result, errors: result.errors.map(masked) };
