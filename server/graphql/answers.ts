/** GraphQL results as HTTP answers: as JSON, or as server-sent events. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { reportError } from '../log.ts';
import { masked, maskedResult } from './masking.ts';

const PING_EVERY = 12_000;
const PING = ':\n\n';

interface HttpPart {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
const httpPart = ({ extensions }: GraphQLError): HttpPart => (extensions.http ?? {}) as HttpPart;

/** An error as it is sent: without its HTTP part. */
function shown(error: GraphQLError): object {
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions: Object.keys(extensions).length > 0 ? extensions : undefined };
}

const textOf = (result: ExecutionResult): string =>
  JSON.stringify(result.errors === undefined ? result : { ...result, errors: result.errors.map(shown) });

/** Sets the highest status that an error has where the transport is HTTP, `status` if none has a higher one, and the errors' headers. */
function setStatus(reply: FastifyReply, { errors = [] }: ExecutionResult, status: number): void {
  const parts = errors.map(httpPart);
  for (const { headers } of parts) if (headers !== undefined) reply.headers(headers);
  reply.code(Math.max(status, ...parts.map((part) => part.status ?? status)));
}

/** Answers as JSON of a media type. */
export function sendJson(reply: FastifyReply, type: string, result: ExecutionResult, status: number): FastifyReply {
  setStatus(reply, result, status);
  return reply.type(`${type}; charset=utf-8`).send(textOf(result));
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** Writes results as events until there are no more, or nobody reads them. */
async function write(results: AsyncIterator<ExecutionResult>, to: PassThrough): Promise<void> {
  const tell = async (result: ExecutionResult) => {
    if (!to.write(`event: next\ndata: ${textOf(maskedResult(result))}\n\n`)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
  };
  try {
    for (let step = await results.next(); step.done !== true && !to.destroyed; step = await results.next()) await tell(step.value);
  } catch (error) {
    await tell({ errors: [masked(error)] });
  }
  to.end('event: complete\ndata:\n\n');
}

/** Answers as server-sent events: each result is one, and a comment every 12 seconds keeps the connection open. */
export function sendEvents(reply: FastifyReply, results: ExecutionResult | AsyncIterator<ExecutionResult>, status = 200): FastifyReply {
  const isOne = !('next' in results);
  if (isOne) setStatus(reply, results, status);
  const iterator = isOne ? only(results) : results;
  const events = new PassThrough();
  // Some clients wait for the first byte before they take the headers.
  events.write(PING);
  const pings = setInterval(() => events.write(PING), PING_EVERY);
  events.once('close', () => {
    clearInterval(pings);
    iterator.return?.()?.catch((error: unknown) => reportError('A live query could not be left', error));
  });
  write(iterator, events).catch((error: unknown) => reportError('Events could not be sent', error));
  return reply.headers({ 'Content-Type': 'text/event-stream', Connection: 'keep-alive', 'Content-Encoding': 'none' }).send(events);
}
