import { restCall } from '../../../domain/api/call.ts';
import type { Answer, Asked, Route } from '../../../domain/api/routes.ts';
import { arrivedAhead } from '../../services/askedAhead.ts';
import { parsed } from '../../services/failure.ts';
import type { Composed } from '../app/actum.ts';

/**
 * An answer to a first request of the page (src/ahead.ts) that arrived before the screen was made, so that the screen renders with it at once. The screen
 * still makes its request, and gets the same answer. Null when there is none.
 */
export type Early = <R extends Route>(route: R, asked: Asked<R>) => Answer<R> | null;

export function earlyUnder(session: Composed['session']): Early {
  return <R extends Route>(route: R, asked: Asked<R>) => {
    const text = arrivedAhead(`/api/v1${restCall(route, asked).path}`, session.getSnapshot().context.tokens?.access ?? null);
    // The route's schema makes the answer on the server, so the answer has the route's type.
    return text === null ? null : ((parsed(text) ?? null) as Answer<R> | null);
  };
}
