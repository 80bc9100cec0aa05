/** Limits and errors of GraphQL requests, the same for HTTP, server-sent events and sockets. */

import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLError,
  type GraphQLSchema,
  mapSourceToResponseEvent,
  parse,
  print,
  specifiedRules,
  type ValidationRule,
  validate,
  validateSubscriptionArgs,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { badRequest } from '../../domain/sentences/general.ts';
import { refusal } from './masking.ts';

const MOST_FIELDS = 200;
const DEEPEST = 12;
const MOST_TOKENS = 5_000;

/** Refuses documents deeper or larger than any screen sends. Introspection is within the limits. */
export const modestDocuments: ValidationRule = (context) => {
  let fields = 0;
  let depth = 0;
  return {
    SelectionSet: {
      enter: (node) => {
        depth += 1;
        if (depth > DEEPEST) context.reportError(new GraphQLError('The query is nested too deeply', { nodes: node }));
      },
      leave: () => {
        depth -= 1;
      },
    },
    Field: (node) => {
      fields += 1;
      if (fields === MOST_FIELDS + 1) context.reportError(new GraphQLError('The query asks for too many fields', { nodes: node }));
    },
  };
};

/** Parses a document with a limit on tokens, which bounds its depth and the work. */
export function parseModest(source: Parameters<typeof parse>[0]): DocumentNode {
  try {
    return parse(source, { maxTokens: MOST_TOKENS });
  } catch (error) {
    throw error instanceof GraphQLError ? error : unreadable();
  }
}

const unreadable = () => refusal(badRequest(), 400);

/** Answers 400 to a body that cannot be parsed, such as variables that are not JSON or a form without a boundary. */
export const readable: Plugin = {
  onRequestParse({ requestParser, setRequestParser }) {
    if (requestParser === undefined) return;
    setRequestParser(async (request) => {
      try {
        return await requestParser(request);
      } catch (error) {
        throw error instanceof GraphQLError ? error : unreadable();
      }
    });
  },
};

/** Whether the library would answer an error of the client's 200 where JSON is asked for. */
const isLenient = ({ extensions: { http } }: GraphQLError) => typeof http === 'object' && http !== null && 'spec' in http;

/** Answers 400 to a document that cannot be parsed or names unknown fields, whatever media type the client accepts. */
export const strict: Plugin = {
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
    const errors = result.errors.map((error) =>
      isLenient(error) ? new GraphQLError(error.message, { ...error, extensions: { ...error.extensions, http: { status: 400 } } }) : error,
    );
    setResult({ ...result, errors });
  },
};

/** The document of a request, or the errors in it. */
export function readDocument(schema: GraphQLSchema, query: unknown): DocumentNode | readonly GraphQLError[] {
  if (typeof query !== 'string') return [new GraphQLError('The query must be a text')];
  try {
    const document = parseModest(query);
    const errors = validate(schema, document, [...specifiedRules, modestDocuments]);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The query cannot be read')];
  }
}

type Results = Map<string, ReturnType<typeof executeSubscriptionEvent>>;
/** Responses by answer; all followers of one feed receive the same answer object. */
const responses = new WeakMap<object, Results>();

/** Subscribes as the GraphQL specification says. A response is computed once for all followers with the same document and variables. */
export async function subscribeShared(args: ExecutionArgs): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const source = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in source)) return source;
  const words = JSON.stringify([print(args.document), args.operationName, args.variableValues]);
  return mapSourceToResponseEvent(validated, source, (event) => {
    const answer = event.rootValue as object;
    const made: Results = responses.get(answer) ?? new Map();
    responses.set(answer, made);
    const response = made.get(words) ?? executeSubscriptionEvent(event);
    made.set(words, response);
    return response;
  });
}
