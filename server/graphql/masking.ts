/** What of an error may leave the server by GraphQL, over whichever transport. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { maskError } from 'graphql-yoga';
import { isUnavailable } from '../db/unavailable.ts';
import { reportError } from '../log.ts';

const FAULT = 'The server could not do this. Try again in a moment';

/** A refusal with its code, and the status it has where the transport is HTTP. */
export const refusal = (message: string, code: string, status: number, headers: Readonly<Record<string, string>> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status, headers } } });

/** A fault of ours is told without its words; a database that is away is not a fault, and the client comes again. */
export function masked(error: unknown): GraphQLError {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  if (isUnavailable(cause))
    return refusal('The server cannot answer for now. Try again in a moment', 'unavailable', 503, { 'Retry-After': '1' });
  const shown = maskError(error, FAULT);
  if (shown !== error) reportError('A GraphQL request failed', cause);
  return shown instanceof GraphQLError ? shown : new GraphQLError(FAULT, { extensions: { code: 'server_error' } });
}

/** A result whose errors may leave the server. */
export const maskedResult = (result: ExecutionResult): ExecutionResult =>
  result.errors === undefined ? result : { ...result, errors: result.errors.map(masked) };
