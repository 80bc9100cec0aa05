import { Refused, Unanswered } from '../../domain/contract/call.ts';

/** A request that did not arrive whole, and gateways that answer for a server which does not. */
const SPOKEN_FOR = new Set([408, 502, 503, 504]);

/** The error a failed answer means; the body is its text. */
export function failureOf(status: number, text: string): Refused | Unanswered {
  return SPOKEN_FOR.has(status) ? new Unanswered(`The gateway answered ${status}`) : new Refused(status, parsed(text) ?? null);
}

/** The value of a JSON text; undefined when it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
