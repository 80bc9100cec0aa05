import { SUM_TOO_LARGE } from '../../domain/amounts.ts';
import { FROZEN, type Refusal } from '../../domain/contract/errors.ts';

/** A refusal that travels: any other error is a fault of ours and answers 500 without its text. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Refusal | Readonly<Record<string, readonly string[]>>;
  /** Seconds until it makes sense to ask again, sent as Retry-After. */
  readonly retryAfter: number | null;
  constructor(status: number, body: HttpError['body'], retryAfter: number | null = null) {
    super('detail' in body && typeof body.detail === 'string' ? body.detail : JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** 404, also for what belongs to another team: the answer does not tell. */
export const notFound = (): HttpError => new HttpError(404, { detail: 'Not found', code: 'not_found' });
/** 404 for a row: it was deleted, or is of another team, or never was. */
export const rowGone = (): HttpError => new HttpError(404, { detail: 'The row is no longer there', code: 'not_found' });
export const refused = (code: string, detail: string): HttpError => new HttpError(400, { detail, code });
export const conflict = (code: string, detail: string, extra: Readonly<Record<string, unknown>> = {}): HttpError =>
  new HttpError(409, { detail, code, ...extra });
export const fieldError = (field: string, message: string): HttpError => new HttpError(400, { [field]: [message] });
/** 400 on the field that was set when it was one: a sum would be too large to keep. */
export const sumTooLarge = (field?: string): HttpError =>
  field === undefined ? refused('sum_too_large', SUM_TOO_LARGE) : fieldError(field, SUM_TOO_LARGE);
export const unauthorized = (): HttpError => new HttpError(401, { detail: 'Sign in to continue', code: 'access_denied' });
export const forbidden = (): HttpError => new HttpError(403, { detail: 'Your role does not allow this', code: 'forbidden' });
export const frozen = (): HttpError => conflict(FROZEN.code, FROZEN.detail);
const spelledOut = (seconds: number): string => {
  if (seconds < 90) return `${seconds} seconds`;
  return seconds < 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
};
const TOO_MANY = {
  network: (wait: string) => `Too many attempts came from your network. Try again in ${wait}`,
  account: (wait: string) => `There were too many attempts on this account. Try again in ${wait}`,
  invitations: (wait: string, most: number) => `At most ${most} invitations can be sent in one day. Try again in ${wait}`,
} as const;
/** 429 until a number of seconds has passed: there was too much of something, `most` being what is allowed of it. */
export const tooMany = (of: keyof typeof TOO_MANY, seconds: number, most = 0): HttpError => {
  const wait = Math.max(1, seconds);
  return new HttpError(429, { detail: TOO_MANY[of](spelledOut(wait), most), code: 'too_many_attempts' }, wait);
};
