/** A client's record of its own writes. */
import type { RestCall } from '../../domain/api/call.ts';
import type { Route } from '../../domain/api/routes.ts';

export interface Entry {
  readonly userId: number;
  readonly key: string;
  readonly route: Route;
  readonly call: RestCall;
  /** A text or number that only this write puts into a row. */
  readonly mark: string | null;
  /** `uncertain` until an answer comes. */
  outcome: 'uncertain' | 'acknowledged' | 'refused';
  /** The status it was refused with. */
  status: number | null;
  answer: unknown;
}

export class Journal {
  readonly entries: Entry[] = [];
  /** Errors that no client should ever meet. */
  readonly complaints: string[] = [];
  attempts = 0;
  unanswered = 0;

  get acknowledged(): number {
    return this.entries.filter(({ outcome }) => outcome === 'acknowledged').length;
  }
  get refused(): number {
    return this.entries.filter(({ outcome }) => outcome === 'refused').length;
  }
}
