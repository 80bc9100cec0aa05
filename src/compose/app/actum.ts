import * as v from 'valibot';
import { type ActorOptions, createActor, fromPromise, type InspectionEvent } from 'xstate';
import { type Api, type Call, restCall, sentenceOfError } from '../../../domain/contract/call.ts';
import { type Credentials, isSameAddress } from '../../../domain/contract/credentials.ts';
import type { Team } from '../../../domain/contract/people.ts';
import { appMachine } from '../../machines/app/app.ts';
import { type Found, invitationMachine } from '../../machines/invitation/invitation.ts';
import type { Reference } from '../../machines/reference/reference.ts';
import { referenceMachine } from '../../machines/reference/reference.ts';
import { type Outcome, requestMachine, type Sent } from '../../machines/request/request.ts';
import { sessionMachine } from '../../machines/session/session.ts';
import type { KeptTokens } from '../../machines/session/types.ts';
import type { TokenCookies } from '../../services/cookies.ts';
import { STATUSES, StatusesAnswer } from '../../services/graphql/documents.ts';
import type { SendGraphQL } from '../../services/graphql/graphql.ts';
import { type SendRest, Unreadable } from '../../services/http.ts';
import type { OpenStream } from '../../services/socket.ts';
import type { CompanyStorage } from '../../services/storage.ts';
import type { Tabs } from '../../services/tabs.ts';
import type { Actum } from '../../views/actum.tsx';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import { loginFormOf } from './login.ts';

/** The world outside the page. */
export interface Outside {
  readonly rest: SendRest;
  readonly graphql: SendGraphQL;
  readonly openSocket: (keys: () => { readonly access: string | null; readonly publicKey: string | null }) => OpenStream;
  readonly cookies: TokenCookies;
  readonly company: CompanyStorage;
  readonly tabs: Pick<Tabs, 'tell' | 'listen'>;
  readonly log: (message: string, error: unknown) => void;
}
export interface Entry {
  readonly path: string;
  readonly search: string;
}
export interface Composed extends Actum {
  /** Reads the person's teams again; a failure is shown, and nothing has changed then. */
  readonly readProfile: () => Promise<void>;
  /** Reads the person's teams again and turns to this one. */
  readonly openTeam: (id: number) => Promise<void>;
  /** Asks GraphQL under the session. */
  readonly query: (document: string, variables: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<unknown>;
  readonly log: Outside['log'];
  /** Opens a live query under the session. */
  readonly openStream: OpenStream;
  /** Ask again now: the network is back. */
  readonly retry: () => void;
  readonly stop: () => void;
}
type Options = Pick<ActorOptions<typeof appMachine>, 'clock'> & { readonly inspect?: (event: InspectionEvent) => void };

/** An answer that cannot be read is a malformed one, for the session to judge. */
const orMalformed = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (error instanceof Unreadable) return null;
    throw error;
  });

/** Joins the machines and the world outside, and starts the root. */
export function createActum(outside: Outside, entry: Entry, options: Options = {}): Composed {
  const keys = (access: string | null) => ({ access, publicKey: app.getSnapshot().context.publicKey });
  const send = fromPromise<unknown, Sent>(({ input: { call, access }, signal }) =>
    call.kind === 'rest' ? outside.rest(call, keys(access), signal) : outside.graphql(call, keys(access), signal),
  );
  const logIn = fromPromise<unknown, Credentials>(({ input: { email, password }, signal }) =>
    orMalformed(outside.rest(restCall('POST /token/', { body: { email, password } }), keys(null), signal)),
  );
  const refresh = fromPromise<unknown, KeptTokens>(async ({ input, signal }) => {
    // A tab that slept through the others' news finds theirs in the cookies.
    const kept = outside.cookies.read();
    if (kept !== null && kept.access !== null && kept.refresh !== input.refresh) return kept;
    return orMalformed(outside.rest(restCall('POST /token/refresh/', { body: input }), keys(null), signal));
  });
  const load = fromPromise<Reference>(async ({ signal }) =>
    v.parse(StatusesAnswer, await ask({ kind: 'graphql', document: STATUSES, variables: {} }, signal)),
  );

  const session = sessionMachine.provide({ actors: { logIn, refresh, request: requestMachine.provide({ actors: { send } }) } });
  const invitation = invitationMachine.provide({
    actors: {
      look: calling<Found, { hash: string | null }>(async ({ input, signal }) => {
        const found = await api('GET /invitations/:hash/', { params: { hash: required(input.hash) } }, { signal });
        return { invitation: found, isTheirs: isSameAddress(found.email, roots.session.getSnapshot().context.profile?.email ?? '') };
      }),
      join: calling<Team, { hash: string | null }>(({ input, signal }) =>
        api('POST /invitations/:hash/', { params: { hash: required(input.hash) }, body: {} }, { signal }),
      ),
    },
  });
  const machine = appMachine.provide({ actors: { session, invitation, reference: referenceMachine.provide({ actors: { load } }) } });
  const app = createActor(machine, {
    ...options,
    input: { ...entry, tokens: outside.cookies.read(), storedCompany: outside.company.read() },
  });
  const { children } = app.getSnapshot();
  const roots = {
    session: required(children.session),
    company: required(children.company),
    invitation: required(children.invitation),
    reference: required(children.reference),
    modal: required(children.modal),
    contextMenu: required(children.contextMenu),
    notice: required(children.notice),
  };

  const asked = new Map<string, (outcome: Outcome) => void>();
  let requests = 0;
  /** Makes a call under the session; an aborted one withdraws its request. */
  function ask(call: Call, signal?: AbortSignal): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    requests += 1;
    const id = `request ${requests}`;
    return new Promise((resolve, reject) => {
      const withdraw = () => {
        asked.delete(id);
        roots.session.send({ type: 'request.withdrawn', id });
        reject(signal?.reason);
      };
      asked.set(id, (outcome) => {
        asked.delete(id);
        signal?.removeEventListener('abort', withdraw);
        if (outcome.ok) resolve(outcome.answer);
        else reject(outcome.error);
      });
      signal?.addEventListener('abort', withdraw, { once: true });
      roots.session.send({ type: 'request.made', id, call });
    });
  }

  // The answer's type is the route's: the same schema makes it on the server.
  const api = ((route, given, { signal, ...extra } = {}) => ask(restCall(route, given, extra), signal)) as Api;
  async function readProfile(): Promise<void> {
    try {
      roots.session.send({ type: 'profile.changed', profile: await api('GET /profile/', {}) });
    } catch (error) {
      roots.notice.send({ type: 'notice.shown', text: sentenceOfError(error) });
    }
  }
  async function openTeam(id: number): Promise<void> {
    await readProfile();
    roots.company.send({ type: 'company.chosen', id });
  }

  const listeners = new Set<(path: string) => void>();
  let unheard: string | null = null;
  roots.session.on('request.settled', ({ id, outcome }) => asked.get(id)?.(outcome));
  roots.session.on('navigation.wanted', ({ path }) => {
    unheard = listeners.size === 0 && path !== entry.path + entry.search ? path : null;
    for (const listener of listeners) listener(path);
  });
  roots.session.on('tokens.kept', ({ tokens }) => {
    outside.cookies.write(tokens);
    outside.tabs.tell(tokens);
  });
  roots.session.on('tokens.cleared', () => {
    outside.cookies.clear();
    outside.tabs.tell(null);
  });
  roots.session.on('tokens.surrendered', ({ refresh }) => {
    outside
      .rest(restCall('POST /logout/', { body: { refresh } }), keys(null))
      .catch((error: unknown) => outside.log('The server was not told of the logout', error));
  });
  roots.session.on('failure.logged', ({ message, error }) => outside.log(message, error));
  roots.reference.on('failure.logged', ({ message, error }) => outside.log(message, error));
  app.on('failure.logged', ({ message, error }) => outside.log(message, error));
  roots.invitation.on('team.joined', ({ team }) => void openTeam(team.id));
  roots.company.on('company.kept', ({ id }) => outside.company.write(id));
  roots.company.on('company.forgotten', () => outside.company.clear());
  outside.tabs.listen((tokens) => roots.session.send({ type: 'tokens.changedElsewhere', tokens }));

  app.start();

  return {
    ...roots,
    api,
    forgetsOnReload: !outside.cookies.keeps(),
    readProfile,
    openTeam,
    loginForm: loginFormOf(roots.session),
    query: (document, variables, signal) => ask({ kind: 'graphql', document, variables }, signal),
    log: outside.log,
    openStream: outside.openSocket(() => keys(roots.session.getSnapshot().context.tokens?.access ?? null)),
    onNavigation(listener) {
      listeners.add(listener);
      if (unheard !== null) listener(unheard);
      unheard = null;
      return () => listeners.delete(listener);
    },
    retry: () => roots.session.send({ type: 'retry.requested' }),
    stop: () => app.stop(),
  };
}
