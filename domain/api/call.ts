/** A call to the server as data, and the ways it can fail. */

import { serverError, unreachable } from '../sentences/general.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { addressOf } from './address.ts';
import { sentenceOf } from './errors.ts';
import type { Answer, Asked, Route } from './routes.ts';

export interface RestCall {
  readonly kind: 'rest';
  readonly method: string;
  /** Path and query, under /api/v1. */
  readonly path: string;
  readonly body?: unknown;
  readonly file?: File;
  /** Receives the fraction of the file that has been sent, 0 to 1. */
  readonly onSent?: (fraction: number) => void;
  /** The revision the edit was made on, sent as If-Match. */
  readonly revision?: number;
  /** Sent as Idempotency-Key: the write happens once, however often the call is made under this key. */
  readonly key?: string;
}
export interface GraphQLCall {
  readonly kind: 'graphql';
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
export type Call = RestCall | GraphQLCall;

/** The parts of a call that its route does not name. */
type Extra = Pick<RestCall, 'file' | 'onSent' | 'revision' | 'key'>;

export function restCall<R extends Route>(route: R, asked: Asked<R>, extra: Extra = {}): RestCall {
  const { params, query, body } = asked as { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  return { kind: 'rest', ...addressOf(route, { params, query }), ...(body === undefined ? {} : { body }), ...extra };
}

/** The server refused: `status` is 4xx or 5xx, `message` its English sentence (empty when there is none). */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(sentenceOf(body)?.detail);
    this.name = 'Refused';
    this.status = status;
    this.body = body;
  }
  /** The error's name for programs, such as `stale_edit`. */
  get code(): string | null {
    const { body } = this;
    return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : null;
  }
}

/** Nobody answered: no network, no server, or a gateway without a server behind it (502, 503, 504). */
export class Unanswered extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unanswered';
  }
}

/** A server with too much to do has not decided on the call. */
export const isOverloaded = ({ status }: Refused): boolean => status === 408 || status === 429;

/** Whether the server decided against a call, as opposed to being unreachable, overloaded or broken. Asked again, it would say the same. */
export const isRefusal = (error: unknown): error is Refused => error instanceof Refused && error.status < 500 && !isOverloaded(error);

/** The call was not made: edits before it are not saved. */
export class NotMade extends Error {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super(sentence.detail);
    this.name = 'NotMade';
    this.sentence = sentence;
  }
}

/** The sentence to show for any failed call. */
export function sentenceOfError(error: unknown): Sentence {
  if (error instanceof NotMade) return error.sentence;
  if (error instanceof Unanswered) return unreachable();
  return (error instanceof Refused ? sentenceOf(error.body) : null) ?? serverError();
}

/** Makes typed calls under the signed-in session (or the public key): see `src/compose`. */
export type Api = <R extends Route>(route: R, asked: Asked<R>, extra?: Extra & { readonly signal?: AbortSignal }) => Promise<Answer<R>>;
