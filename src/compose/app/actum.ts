import { sentenceOfError } from '../../../domain/api/call.ts';
import { ValueStore } from '../../machines/resource/valueStore.ts';
import { sentenceText } from '../../messages/sentences.ts';
import type { Keys } from '../../services/http.ts';
import type { OpenStream } from '../../services/socket.ts';
import type { Actum } from '../../views/actum.tsx';
import { once } from '../calls/once.ts';
import { loginFormOf } from './login.ts';
import { navigationOf, passNewsOn } from './news.ts';
import type { Entry, Outside } from './outside.ts';
import { heardBy, reportingTo, startReach } from './reach.ts';
import { type Requests, requestsThrough } from './requests.ts';
import { createRoots, type Options, type Roots } from './roots.ts';

export interface Composed extends Actum {
  /** Loads the person's teams again. A failure is shown and changes nothing. */
  readonly readProfile: () => Promise<void>;
  /** Loads the person's teams again and opens this one. */
  readonly openTeam: (id: number) => Promise<void>;
  /** Sends a GraphQL query under the session. */
  readonly query: (document: string, variables: Readonly<Record<string, unknown>>, signal?: AbortSignal) => Promise<unknown>;
  readonly log: Outside['log'];
  /** Opens a live query under the session. */
  readonly openStream: OpenStream;
  /** Retries now, because the network is back. */
  readonly retry: () => void;
  readonly outside: Outside;
  readonly stop: () => void;
}

function teamsOf({ session, company, notice }: Roots, { api }: Requests): Pick<Composed, 'readProfile' | 'openTeam'> {
  async function readProfile(): Promise<void> {
    try {
      session.send({ type: 'profile.changed', profile: await api('GET /profile/', {}) });
    } catch (error) {
      notice.send({ type: 'notice.shown', text: sentenceText(sentenceOfError(error)), kind: 'wrong' });
    }
  }
  return {
    readProfile,
    async openTeam(id) {
      await readProfile();
      company.send({ type: 'company.chosen', id });
    },
  };
}

/** Connects the machines to the outside world and starts the root. */
export function createActum(world: Outside, entry: Entry, options: Options = {}): Composed {
  const reach = startReach(world, options.clock === undefined ? {} : { clock: options.clock });
  const outside: Outside = { ...world, rest: reportingTo(reach, world.rest), graphql: reportingTo(reach, world.graphql) };
  const { app, roots, keysWith } = createRoots(outside, entry, () => requests, options);
  const { session, invitation } = roots;
  const proof: Actum['proof'] = new ValueStore();
  const startProof = once(async () => (await import('./proof.ts')).startProof(session, requests.ask));
  const requests = requestsThrough(session, async () => {
    const { asked, prove } = await startProof();
    proof.set(asked);
    return prove();
  });
  const teams = teamsOf(roots, requests);
  const keys = (): Keys => keysWith(session.getSnapshot().context.tokens?.access ?? null);
  const onNavigation = navigationOf(roots, entry);
  passNewsOn(app, roots, outside);
  invitation.on('team.joined', ({ team }) => void teams.openTeam(team.id));
  app.start();
  // Everything that waits for the server is retried as soon as the server can be reached again.
  reach.on('server.found', () => session.send({ type: 'retry.requested' }));
  return {
    ...roots,
    ...teams,
    reach,
    proof,
    api: requests.api,
    query: (document, variables, signal) => requests.ask({ kind: 'graphql', document, variables }, signal),
    loginForm: loginFormOf(session),
    openStream: heardBy(reach, outside.openSocket(keys)),
    forgetsOnReload: !outside.cookies.keeps(),
    hasPasskeys: outside.hasPasskeys,
    log: outside.log,
    companyWayIn: outside.companyWayIn,
    outside,
    onNavigation,
    retry() {
      reach.send({ type: 'retry.requested' });
      session.send({ type: 'retry.requested' });
    },
    stop() {
      reach.stop();
      app.stop();
    },
  };
}
