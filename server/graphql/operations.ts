/** Running GraphQL operations, the same for HTTP, server-sent events and sockets. */
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  print,
  validateSubscriptionArgs,
} from 'graphql';

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
