import { restCall } from '../../../domain/api/call.ts';
import type { Answer } from '../../../domain/api/routes.ts';
import { destinationOf } from '../../machines/app/entry.ts';
import { m } from '../../messages/messages.ts';
import type { Entry, Outside } from './outside.ts';
import type { App, Roots } from './roots.ts';

/** Passes tokens, the active team and failures out of the page, and other tabs' tokens into it. */
export function passNewsOn(
  app: App,
  { session, company, reference, notice }: Roots,
  { rest, cookies, tabs, leaveFor, company: storage, address, log }: Outside,
): void {
  session.on('tokens.kept', ({ tokens }) => {
    cookies.write(tokens);
    tabs.tell(tokens);
  });
  session.on('tokens.cleared', () => {
    cookies.clear();
    tabs.tell(null);
  });
  session.on('session.lost', () => {
    const { path, search } = address();
    const destination = destinationOf(path, search);
    if (destination !== null) session.send({ type: 'destination.kept', path: destination });
  });
  session.on('tokens.surrendered', ({ refresh }) => {
    rest(restCall('POST /logout/', { body: { refresh } }), { access: null, publicKey: app.getSnapshot().context.publicKey })
      .then((left) => {
        const { address: there } = left as Answer<'POST /logout/'>;
        if (there !== undefined) leaveFor(there);
      })
      .catch((error: unknown) => log('The server was not told of the logout', error));
  });
  tabs.listen((tokens) => session.send({ type: 'tokens.changedElsewhere', tokens }));
  company.on('company.kept', ({ id }) => storage.write(id));
  // It arrives unrequested, so it must be noticeable.
  company.on('company.switched', ({ team }) =>
    notice.send({ type: 'notice.shown', text: m.team_switched({ team: team.name }), kind: 'wrong' }),
  );
  company.on('company.forgotten', () => storage.clear());
  const logFailure = ({ message, error }: { readonly message: string; readonly error: unknown }) => log(message, error);
  session.on('failure.logged', logFailure);
  reference.on('failure.logged', logFailure);
  app.on('failure.logged', logFailure);
}

/** The paths the session navigates to. A path emitted before anybody listens waits for the first listener. */
export function navigationOf({ session }: Roots, { path: openedAt, search }: Entry) {
  const listeners = new Set<(path: string) => void>();
  let waiting: string | null = null;
  session.on('navigation.wanted', ({ path }) => {
    waiting = listeners.size === 0 && path !== openedAt + search ? path : null;
    for (const listener of listeners) listener(path);
  });
  return (listener: (path: string) => void): (() => void) => {
    listeners.add(listener);
    if (waiting !== null) listener(waiting);
    waiting = null;
    return () => listeners.delete(listener);
  };
}
