import { Refused, Unanswered } from '../../domain/api/call.ts';

/** Statuses that count as no answer: the request did not arrive whole, or a gateway answered for the server. */
const NO_ANSWER = new Set([408, 502, 503, 504]);

/** The error of a failed answer with this text as its body. */
export function failureOf(status: number, text: string): Refused | Unanswered {
  return NO_ANSWER.has(status) ? new Unanswered(`The gateway answered ${status}`) : new Refused(status, parsed(text) ?? null);
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
