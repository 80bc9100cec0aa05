/** A real provider of OpenID Connect for tests. It shows no form: everyone is signed in as the person in `person`. */
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

interface CompanyPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const CLIENT = { id: 'actum', secret: 'a secret of the provider in tests' };

export interface CompanyProvider {
  readonly issuer: string;
  /** The next person to come; null is sent back with an error. */
  person: CompanyPerson | null;
  /** The strength of the sign-in, as the ID token states it; null states nothing. */
  acr: string | null;
  /** Changes an ID token on its way out. */
  tamper: ((token: string) => Promise<string>) | null;
  /** How often each of its pages was asked. */
  readonly asked: Map<string, number>;
  close(): Promise<void>;
}

/** Starts a provider that knows the installation at `publicUrl`. */
export async function startCompanyProvider(publicUrl: string, port: number): Promise<CompanyProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const issuer = `http://127.0.0.1:${port}`;
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'of-tests' };
  const people = new Map<string, CompanyPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/company`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${publicUrl}/api/v1/company/backchannel_logout/`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of cookies in tests'] },
    acrValues: ['password', 'two-factors'],
    claims: { acr: null, openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: confirmedLogout },
    },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => (state.person?.sub === id ? state.person : people.get(id)) }),
    loadExistingGrant: async ({ oidc }: Parameters<Parameters<Provider['use']>[0]>[0]) => {
      const grant = new provider.Grant({ accountId: oidc?.session?.accountId, clientId: oidc?.client?.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: () => '/interaction' },
    // Its own dispatcher refuses to ask this very machine.
    fetch: (address: string, { dispatcher: _, ...options }: RequestInit & { dispatcher: unknown }) => fetch(address, options),
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const state: Omit<CompanyProvider, 'close'> & { person: CompanyPerson | null } = {
    issuer,
    person: null,
    acr: null,
    tamper: null,
    asked: new Map(),
  };
  provider.use(async (context, next) => {
    state.asked.set(context.path, (state.asked.get(context.path) ?? 0) + 1);
    if (context.path === '/interaction') {
      const { person } = state;
      if (person !== null) people.set(person.sub, person);
      await provider.interactionFinished(
        context.req,
        context.res,
        person === null ? { error: 'access_denied' } : { login: { accountId: person.sub, ...(state.acr !== null && { acr: state.acr }) } },
      );
      return;
    }
    await next();
    if (context.path === '/token' && state.tamper !== null) {
      const body = context.body as { id_token?: string };
      if (body.id_token !== undefined) context.body = { ...body, id_token: await state.tamper(body.id_token) };
    }
  });
  const server: Server = createServer(provider.callback()).listen(port, '127.0.0.1', resolve);
  await listening;
  return Object.assign(state, {
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}

/** The provider's page that asks whether to log out; it confirms by itself. */
async function confirmedLogout(context: { body: unknown }, form: string): Promise<void> {
  context.body = `<!doctype html><title>Logout</title>${form}<script>const f=document.forms[0];const i=document.createElement('input');i.type='hidden';i.name='logout';i.value='yes';f.append(i);f.submit()</script>`;
}
