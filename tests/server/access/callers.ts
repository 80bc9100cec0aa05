import { decodeJwt, SignJWT } from 'jose';
import type { Limit } from '../../../domain/access.ts';
import type { Role } from '../../../domain/permissions.ts';
import { importWorkbook, type Person, type TestServer } from '../harness.ts';

export const SECRET = 'the secret of a server in a test, long enough';
const FIXTURE = 'tests/fixtures/local-estimate.xlsx';

/** Kinds of callers, named from the side of the team that has the records. */
export const CALLERS = [
  'no token',
  'expired token',
  'owner of another team',
  'regular',
  'admin',
  'owner',
  // Regular members who see no prices.
  'reads only',
  'acts only',
  'public key of this act',
  'public key of another act',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Credentials of a request. */
interface Credentials {
  readonly access?: string;
  readonly publicKey?: string;
}

/** The same token, out of date. */
async function expired(access: string): Promise<string> {
  const { iat = 0, exp: _, ...claims } = decodeJwt(access);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuedAt(iat - 7200)
    .setExpirationTime(iat - 3600)
    .sign(new TextEncoder().encode(SECRET));
}

/** A team with one person of each role, an act that is shared, and strangers to it. */
export async function makeWorld(server: TestServer) {
  const owner = await server.person();
  const member = (role: Role) => server.person({ teamId: owner.teamId, role });
  const limited = async (can: Limit['can']) => {
    const person = await member('regular');
    const params = { id: owner.teamId, userId: person.id };
    await owner.call('PUT /teams/:id/members/:userId/limits/', {
      params,
      body: { project_id: null, all: true, limit: { can, prices: false } },
    });
    return person;
  };
  const [reader, claimer] = [await limited('reads'), await limited('acts')];
  const [admin, regular, stranger] = [await member('admin'), await member('regular'), await server.person()];
  const open = await importWorkbook(owner, FIXTURE);
  const act = await shared(owner);
  const other = await shared(owner);
  const credentials: Readonly<Record<CallerKind, Credentials>> = {
    'no token': {},
    'expired token': { access: await expired(owner.tokens.access) },
    'owner of another team': { access: stranger.tokens.access },
    regular: { access: regular.tokens.access },
    admin: { access: admin.tokens.access },
    owner: { access: owner.tokens.access },
    'reads only': { access: reader.tokens.access },
    'acts only': { access: claimer.tokens.access },
    'public key of this act': { publicKey: act.hash },
    'public key of another act': { publicKey: other.hash },
  };
  const { costs } = await owner.call('GET /versions/:id/summary/', { params: { id: open.versionId } });
  await together(owner, server, open.versionId);
  const emails: Readonly<Partial<Record<CallerKind, string>>> = {
    'owner of another team': stranger.email,
    regular: regular.email,
    admin: admin.email,
    owner: owner.email,
    'reads only': reader.email,
    'acts only': claimer.email,
  };
  return {
    server,
    owner,
    member,
    limited,
    emails,
    credentials,
    act,
    spare: await shared(owner),
    open: { ...open, listId: costs[0]?.id ?? 0 },
  };
}
export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A comment, and a heartbeat that does not end while the tests run. */
async function together(owner: Person, server: TestServer, versionId: number) {
  const { ids } = await owner
    .call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Talk' } })
    .then(({ list }) => owner.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Gravel' } }));
  await owner.call('POST /rows/:id/comments/', { params: { id: ids[0] ?? 0 }, body: { text: 'Why?' } });
  await owner.call('PUT /versions/:id/presence/', { params: { id: versionId } });
  await server.database.query
    .updateTable('heartbeats')
    .set({ seen_at: new Date(Date.now() + 3_600_000) })
    .execute();
}

/** A new project with an act that has a link. */
async function shared(owner: Person) {
  const { projectId, versionId } = await importWorkbook(owner, FIXTURE);
  const { id } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const { hash } = await owner.call('POST /acts/:id/share/', { params: { id }, body: {} });
  const { costs } = await owner.call('GET /versions/:id/summary/', { params: { id: versionId } });
  return { id, hash, projectId, versionId, listId: costs[0]?.id ?? 0 };
}
