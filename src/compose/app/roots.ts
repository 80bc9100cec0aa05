import * as v from 'valibot';
import { type ActorOptions, createActor, fromPromise, type InspectionEvent } from 'xstate';
import { restCall } from '../../../domain/api/call.ts';
import { type Credentials, isSameAddress } from '../../../domain/api/credentials.ts';
import type { Team } from '../../../domain/api/people.ts';
import { appMachine } from '../../machines/app/app.ts';
import { type Found, invitationMachine } from '../../machines/invitation/invitation.ts';
import { type Reference, referenceMachine } from '../../machines/reference/reference.ts';
import { requestMachine, type Sent } from '../../machines/request/request.ts';
import { sessionMachine } from '../../machines/session/session.ts';
import type { KeptTokens } from '../../machines/session/types.ts';
import { type Keys, Unreadable } from '../../services/http.ts';
import { calling } from '../calls/calling.ts';
import { required } from '../calls/required.ts';
import type { Entry, Outside } from './outside.ts';
import type { Requests } from './requests.ts';

export type Options = Pick<ActorOptions<typeof appMachine>, 'clock'> & { readonly inspect?: (event: InspectionEvent) => void };
type KeysWith = (access: string | null) => Keys;

/** An answer that cannot be parsed is malformed; the session decides how it fails. */
const orMalformed = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (error instanceof Unreadable) return null;
    throw error;
  });

const sessionWith = ({ rest, graphql, cookies }: Outside, keysWith: KeysWith) =>
  sessionMachine.provide({
    actors: {
      logIn: fromPromise<unknown, Credentials>(({ input: { email, password }, signal }) =>
        orMalformed(rest(restCall('POST /token/', { body: { email, password } }), keysWith(null), signal)),
      ),
      refresh: fromPromise<unknown, KeptTokens>(async ({ input, signal }) => {
        // Another tab may have renewed the tokens while this one slept; the cookies hold the new ones.
        const kept = cookies.read();
        if (kept !== null && kept.access !== null && kept.refresh !== input.refresh) return kept;
        return orMalformed(rest(restCall('POST /token/refresh/', { body: input }), keysWith(null), signal));
      }),
      request: requestMachine.provide({
        actors: {
          send: fromPromise<unknown, Sent>(({ input: { call, access }, signal }) =>
            call.kind === 'rest' ? rest(call, keysWith(access), signal) : graphql(call, keysWith(access), signal),
          ),
        },
      }),
    },
  });

const invitationWith = (requests: () => Requests, email: () => string) =>
  invitationMachine.provide({
    actors: {
      look: calling<Found, { hash: string | null }>(async ({ input, signal }) => {
        const found = await requests().api('GET /invitations/:hash/', { params: { hash: required(input.hash) } }, { signal });
        return { invitation: found, isTheirs: isSameAddress(found.email, email()) };
      }),
      join: calling<Team, { hash: string | null }>(({ input, signal }) =>
        requests().api('POST /invitations/:hash/', { params: { hash: required(input.hash) }, body: {} }, { signal }),
      ),
    },
  });

const referenceWith = (requests: () => Requests) =>
  referenceMachine.provide({
    actors: {
      load: fromPromise<Reference>(async ({ signal }) => {
        const { STATUSES, StatusesAnswer } = await import('../../services/graphql/statuses.ts');
        return v.parse(StatusesAnswer, await requests().ask({ kind: 'graphql', document: STATUSES, variables: {} }, signal));
      }),
    },
  });

/** Makes the root actor and its children without starting them. `requests` is called when one of them makes its first call. */
export function createRoots(outside: Outside, entry: Entry, requests: () => Requests, options: Options) {
  const keysWith: KeysWith = (access) => ({ access, publicKey: app.getSnapshot().context.publicKey });
  const email = (): string => roots.session.getSnapshot().context.profile?.email ?? '';
  const app = createActor(
    appMachine.provide({
      actors: {
        session: sessionWith(outside, keysWith),
        invitation: invitationWith(requests, email),
        reference: referenceWith(requests),
      },
    }),
    { ...options, input: { ...entry, tokens: outside.cookies.read(), storedCompany: outside.company.read() } },
  );
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
  return { app, roots, keysWith };
}
export type App = ReturnType<typeof createRoots>['app'];
export type Roots = ReturnType<typeof createRoots>['roots'];
