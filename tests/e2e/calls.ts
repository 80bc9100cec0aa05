import { Refused, restCall } from '../../domain/api/call.ts';
import type { Answer, Asked, Route } from '../../domain/api/routes.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}
interface Served {
  readonly address: string;
}

/** Calls the running server as a given person. */
export async function callAs({ address }: Served, { email, password }: Person) {
  const send = async <R extends Route>(route: R, asked: Asked<R>, access?: string, file?: File): Promise<Answer<R>> => {
    const call = restCall(route, asked);
    const form = new FormData();
    if (file !== undefined) form.set('file', file);
    const response = await fetch(`${address}/api/v1${call.path}`, {
      method: call.method,
      headers: {
        ...(access && { authorization: `Bearer ${access}` }),
        ...(file === undefined && call.body !== undefined && { 'content-type': 'application/json' }),
      },
      body: file === undefined ? (call.body === undefined ? null : JSON.stringify(call.body)) : form,
      // A call that is never answered fails by itself and is named, before the test's own time is up.
      signal: AbortSignal.timeout(60_000),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    return answer as Answer<R>;
  };
  const { access } = await send('POST /token/', { body: { email, password } });
  return <R extends Route>(route: R, asked: Asked<R>, file?: File) => send(route, asked, access, file);
}

/** Calls the running server as the demo user does. */
export const asDemo = (actum: Served & Person) => callAs(actum, actum);
export type CallAs = Awaited<ReturnType<typeof callAs>>;
