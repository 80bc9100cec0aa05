/** The access of one call to projects: its effect on them, and the caller's limits in them, which its handler adds as it looks them up. */
import { type AccessLevel, allows, LIMITS, type Limit, seesPrices } from '../../domain/access.ts';
import type { Endpoint } from '../../domain/api/endpoint.ts';
import { limitedToActs, limitedToReading, pricesHidden } from '../../domain/sentences/access.ts';
import { HttpError } from './errors.ts';

const REFUSALS = { reads: limitedToReading, acts: limitedToActs } as const satisfies Record<Limit['can'], unknown>;

/** 403: the caller may not do this in the project, which they may see. */
export const beyondLimit = ({ can }: Limit): HttpError => HttpError.of(403, REFUSALS[can]());

/** The text of `limit_of` (migration 0073). */
export function limitIn(text: string | null): Limit | null {
  if (text === null) return null;
  const [word, unpriced] = text.split(' ');
  const can = LIMITS.find((each) => each === word);
  if (can === undefined) throw new Error(`Unknown limit: ${text}`);
  return { can, prices: unpriced === undefined };
}

export class CallAccess {
  readonly #does: AccessLevel;
  readonly #needsPrices: boolean;
  #isLimitKnown = false;
  #limit: Limit | null = null;
  #hidesPrices = false;

  /** A call that does not state its effect gives a limited member no access to a project. */
  constructor({ does = 'edits', needsPrices }: Pick<Endpoint, 'does' | 'needsPrices'>) {
    this.#does = does === 'nothing' ? 'edits' : does;
    this.#needsPrices = needsPrices === true;
  }

  /** Applies the caller's limit in a project that the call is about. 403 where it does not allow the call. */
  admit(limit: Limit | null): void {
    this.#isLimitKnown = true;
    if (limit === null) return;
    this.#limit = limit;
    if (!allows(limit, this.#does)) throw beyondLimit(limit);
    if (seesPrices(limit)) return;
    this.#hidesPrices = true;
    if (this.#needsPrices) throw HttpError.of(403, pricesHidden());
  }

  /** Whether the caller's limit was looked up together with a project. */
  get isLimitKnown(): boolean {
    return this.#isLimitKnown;
  }
  get limit(): Limit | null {
    return this.#limit;
  }
  /** Whether the answer must carry no price: one of the projects hides them from the caller. */
  get hidesPrices(): boolean {
    return this.#hidesPrices;
  }
}
