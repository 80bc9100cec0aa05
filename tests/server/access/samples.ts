import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { actRowId } from '../../../domain/act.ts';
import type { Asked, Route } from '../../../domain/api/routes.ts';
import { AS_MADE } from '../../../domain/columnLayout.ts';
import { AS_STORED } from '../../../domain/rowView.ts';
import { finalStatus } from '../../../server/acts/lock.ts';
import { PASSWORD, untilRead } from '../harness.ts';
import type { CallerKind, World } from './callers.ts';

const someone = () => `${randomUUID()}@example.com`;

async function newProject({ owner }: World): Promise<number> {
  return (await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } })).id;
}
async function newVersion({ owner, open }: World): Promise<number> {
  return (await owner.call('POST /projects/:id/versions/', { params: { id: open.projectId }, body: {} })).id;
}
async function newList({ owner, open }: World): Promise<number> {
  return (await owner.call('POST /versions/:id/lists/', { params: { id: open.versionId }, body: { title: 'Roof' } })).list.id;
}
async function newRow({ owner, open }: World): Promise<number> {
  const { ids } = await owner.call('POST /lists/:id/rows/', { params: { id: open.listId }, body: { name: 'Gravel' } });
  return ids[0] ?? 0;
}
async function newMoment({ owner, open }: World): Promise<number> {
  return (await owner.call('POST /projects/:id/moments/', { params: { id: open.projectId }, body: { name: 'Before' } })).id;
}
async function newComment(world: World): Promise<number> {
  const params = { id: await firstRow(world, world.open.listId) };
  return (await world.owner.call('POST /rows/:id/comments/', { params, body: { text: 'Why?' } })).id;
}
const openImports = new WeakMap<World['server'], ReturnType<typeof newImport>>();
/** One import for all calls that leave it open and its lists there, because reading a file takes a separate process. */
function openImport(world: World): ReturnType<typeof newImport> {
  const { server } = world;
  const known = openImports.get(server) ?? newImport(world);
  openImports.set(server, known);
  return known;
}
async function newImport(world: World) {
  const id = await newProject(world);
  const rows = 'Wall;m2;2;10;20\nSand;m3;1;10;10\nRoof;m2;1;10;10\nDoor;pcs;1;10;10\nSill;m;1;10;10\nGate;pcs;1;10;10\n';
  const file = new File([`Name;Unit;Quantity;Rate;Amount\n${rows}Total;;;;70\nVAT 20 %;;;;14\n`], 'estimate.csv');
  await world.owner.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file });
  const { new_lists, lines } = await untilRead(world.owner, id);
  return { id, listId: new_lists[0]?.id ?? 0, lineId: lines[0]?.id ?? 0 };
}
async function teamToDelete({ server: { database }, owner }: World): Promise<number> {
  const { id } = await database.query.insertInto('teams').values({ name: 'To delete' }).returning('id').executeTakeFirstOrThrow();
  await sql`insert into members (team_id, user_id, role) select ${id}, user_id, role from members where team_id = ${owner.teamId}`.execute(
    database.query,
  );
  return id;
}
async function newTax({ owner, open }: World): Promise<number> {
  const { record } = await owner.call('POST /versions/:id/taxes/', { params: { id: open.versionId }, body: { name: 'VAT' } });
  return record.id;
}
async function newCost({ owner, open }: World): Promise<number> {
  const { record } = await owner.call('POST /versions/:id/additional_summary_costs/', {
    params: { id: open.versionId },
    body: { name: 'Profit' },
  });
  return record.id;
}
async function firstRow({ owner }: World, listId: number): Promise<number> {
  const answer = await owner.call('GET /lists/:id/rows/', { params: { id: listId }, query: {} });
  return 'rows' in answer ? (answer.rows.find(({ kind }) => kind === 'row')?.id ?? 0) : 0;
}
const nextWeek = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
/** The spare act, reset to submitted and without an answer. */
async function submitted({ server: { database }, owner: { teamId }, spare }: World) {
  await sql`update act_answers set withdrawn_at = now() where team_id = ${teamId} and act_id = ${spare.id} and withdrawn_at is null`.execute(
    database.query,
  );
  await sql`delete from act_answer_lists where team_id = ${teamId} and act_id = ${spare.id}`.execute(database.query);
  await sql`update acts set status_id = 2 where team_id = ${teamId} and id = ${spare.id}`.execute(database.query);
  return { params: { id: spare.id } };
}
/** A token of the caller, or of somebody else where the caller is nobody. */
async function newToken({ server, credentials, owner }: World, caller: CallerKind): Promise<number> {
  const asked = { body: { name: 'A program', scope: 'read', days: 30 } } as const;
  return (await server.call('POST /profile/tokens/', asked, credentials[caller]).catch(() => owner.call('POST /profile/tokens/', asked)))
    .id;
}
/** Another session of the caller, or of somebody else where the caller is nobody. */
async function newSession({ server, credentials, owner }: World, caller: CallerKind): Promise<string> {
  const { email } = await server.call('GET /profile/', {}, credentials[caller]).catch(() => owner.call('GET /profile/', {}));
  const { access } = await server.call('POST /token/', { body: { email, password: PASSWORD } });
  return String(decodeJwt(access).family);
}
async function newInvitation({ owner }: World): Promise<number> {
  const { id } = await owner.call('POST /teams/:id/invitations/', {
    params: { id: owner.teamId },
    body: { email: someone(), role: 'regular' },
  });
  return id;
}
/** Another team invites the address. */
async function invited({ server }: World, email: string): Promise<string> {
  const host = await server.person();
  const name = randomUUID();
  await host.call('PATCH /teams/:id/', { params: { id: host.teamId }, body: { name } });
  await host.call('POST /teams/:id/invitations/', { params: { id: host.teamId }, body: { email, role: 'regular' } });
  for (let count = 1; ; count += 1) {
    const mail = (await server.mailsTo(email, count)).find(({ subject }) => subject.includes(name));
    if (mail !== undefined) return mail.hash;
  }
}
const NO_PASSKEY = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key' as const,
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
};
/** A factor of the caller that is never asked for, so their password still signs in. */
async function ownFactor({ server, credentials }: World, caller: CallerKind): Promise<number> {
  const { query } = server.database;
  const { access } = credentials[caller];
  if (access === undefined) return 1;
  const user = { id: Number(decodeJwt(access).sub) };
  const { id } = await query
    .insertInto('factors')
    .values({ user_id: user.id, kind: 'app', name: 'Phone', secret: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** An accepted act of a project of its own, in which nothing is done. */
async function acceptedAct(world: World): Promise<{ id: number; versionId: number; projectId: number }> {
  const { owner } = world;
  const projectId = await newProject(world);
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: projectId }, body: {} });
  await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roof' } });
  const { id } = await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  const final = await finalStatus(world.server.database.query);
  await owner.call('PUT /acts/:id/', { params: { id }, body: { status_id: final.id } });
  return { id, versionId, projectId };
}
async function newCertificate(world: World): Promise<number> {
  const { id } = await acceptedAct(world);
  return (await world.owner.call('POST /acts/:id/certificate/', { params: { id }, body: { due: '0' } })).id ?? 0;
}
/** A certificate whose e-invoice is complete. */
async function newInvoice(world: World): Promise<number> {
  const id = await newCertificate(world);
  const { owner } = world;
  const { project } = await owner.call('GET /certificates/:id/', { params: { id } });
  const party = { vat_id: 'LV49999999000', city: 'Riga', post_code: 'LV-1010', country: 'LV', endpoint: 'a@b.example' };
  await owner.call('PUT /teams/:id/invoicing/', { params: inTeam(world), body: { ...party, payment_days: 30 } });
  await owner.call('PUT /projects/:id/invoicing/', { params: { id: project.id }, body: party });
  await owner.call('PUT /projects/:id/client/', { params: { id: project.id }, body: { name: 'Oak Homes' } });
  return id;
}
const ADVANCE = { amount: '100', rate: '10', threshold: '0', paid_on: null };
const TERMS = { base: 'net', retention: null, advance: ADVANCE, taxes: 'on work' } as const;
/** A version whose project agrees an advance. */
async function withAdvance(world: World): Promise<number> {
  const { versionId, projectId } = await acceptedAct(world);
  await world.owner.call('PUT /projects/:id/terms/', { params: { id: projectId }, body: { ...TERMS, expected: null } });
  return versionId;
}
/** A copy of a version with an accepted act, into which nothing has been carried. */
async function toCarryInto(world: World): Promise<number> {
  const { versionId, projectId } = await acceptedAct(world);
  const copied = { params: { id: projectId }, body: { from_version_id: versionId } };
  return (await world.owner.call('POST /projects/:id/versions/', copied)).id;
}
const SEEN = { settled: '0', revaluation: '0' };
async function carriedInto(world: World): Promise<number> {
  const id = await toCarryInto(world);
  await world.owner.call('POST /versions/:id/carry/', { params: { id }, body: SEEN });
  return id;
}
/** A row of a version with an act, and an extra asked for it. */
async function rowWithAct(world: World): Promise<number> {
  const { owner } = world;
  const { id: versionId } = await owner.call('POST /projects/:id/versions/', { params: { id: await newProject(world) }, body: {} });
  const { list } = await owner.call('POST /versions/:id/lists/', { params: { id: versionId }, body: { title: 'Roof' } });
  const { rows } = await owner.call('POST /lists/:id/rows/', { params: { id: list.id }, body: { name: 'Tiles', quantity: '10' } });
  await owner.call('POST /versions/:id/acts/', { params: { id: versionId }, body: {} });
  return rows[0]?.id ?? 0;
}
const MORE = { quantity: '5', reason: 'A longer wall' };
const newExtra = async (world: World): Promise<number> =>
  (await world.owner.call('POST /rows/:id/extras/', { params: { id: await rowWithAct(world) }, body: MORE })).id;
/** An extra that this caller requested, if they can, so that they may withdraw it. */
async function ownExtra(world: World, caller: CallerKind): Promise<number> {
  const asked = { params: { id: await rowWithAct(world) }, body: MORE };
  const own = world.server.call('POST /rows/:id/extras/', asked, world.credentials[caller]);
  return (await own.catch(() => world.owner.call('POST /rows/:id/extras/', asked))).id;
}
const inTeam = (world: World) => ({ id: world.owner.teamId });
const version = ({ open }: World) => ({ params: { id: open.versionId } });
const act = (world: World) => ({ params: { id: world.act.id } });

/** For every call one request that succeeds for a permitted caller, each on records of its own where the call changes them. */
export const SAMPLES: { readonly [R in Route]: (world: World, caller: CallerKind) => Asked<R> | Promise<Asked<R>> } = {
  'POST /token/': ({ owner }) => ({ body: { email: owner.email, password: PASSWORD } }),
  'POST /token/refresh/': async ({ server }) => ({ body: { refresh: (await server.person()).tokens.refresh } }),
  'POST /logout/': () => ({ body: {} }),
  'GET /profile/data/': () => ({ query: { part: 'profile' } }),
  'DELETE /profile/': () => ({}),
  'GET /teams/:id/data/': (world) => ({ params: inTeam(world), query: { part: 'team' } }),
  // A team for one sample alone, with the callers in their usual roles.
  'POST /teams/:id/delete/': async (world) => ({ params: { id: await teamToDelete(world) }, body: { name: 'To delete' } }),
  'GET /teams/deleted/': () => ({}),
  'POST /teams/:id/restore/': async (world, caller) => {
    const access = world.credentials[caller].access ?? world.owner.tokens.access;
    if (caller === 'expired token' || caller.startsWith('public') || caller === 'no token') return { params: { id: 1 } };
    const { id } = await world.server.call('POST /teams', { body: { name: 'To restore' } }, { access });
    await world.server.call('POST /teams/:id/delete/', { params: { id }, body: { name: 'To restore' } }, { access });
    return { params: { id } };
  },
  // This server has no company sign-in, so every caller is refused with that reason.
  'POST /company/start/': () => ({ body: {} }),
  'POST /company/finish/': () => ({ body: { state: 'x', code: 'y' } }),
  'POST /company/link/': () => ({ body: {} }),
  'POST /company/link/mail/': () => ({ body: {} }),
  'POST /company/link/confirm/': () => ({ body: { hash: 'x' } }),
  'POST /company/backchannel_logout/': () => ({ body: { logout_token: 'x' } }),
  'POST /register/': () => ({ body: { name: 'Ann', email: someone(), password: PASSWORD } }),
  'POST /confirm_email/': async ({ server }) => {
    const email = someone();
    await server.call('POST /register/', { body: { name: 'Ann', email, password: PASSWORD } });
    return { body: { hash: (await server.mailsTo(email))[0]?.hash ?? '' } };
  },
  'POST /confirm_email/resend/': () => ({ body: { email: someone() } }),
  'POST /forgot/': () => ({ body: { email: someone() } }),
  'POST /password_recovery/': async ({ server }) => {
    const { email } = await server.person();
    await server.call('POST /forgot/', { body: { email } });
    return { body: { hash: (await server.mailsTo(email))[0]?.hash ?? '', password: PASSWORD } };
  },
  'GET /invitations/:hash/': async (world) => ({ params: { hash: await invited(world, someone()) } }),
  'POST /invitations/:hash/': async (world, caller) => ({
    params: { hash: await invited(world, world.emails[caller] ?? someone()) },
    body: { name: 'Ann', password: PASSWORD },
  }),
  'GET /profile/': () => ({}),
  'PATCH /profile/': () => ({ body: { language: 'en' } }),
  'GET /preferences/': () => ({}),
  'PUT /preferences/': () => ({ body: { list_columns: AS_MADE } }),
  'POST /profile/password/': () => ({ body: { old: PASSWORD, new: PASSWORD } }),
  'POST /profile/email/': () => ({ body: { email: someone() } }),
  'POST /profile/email/confirm/': async ({ server, credentials }, caller) => {
    const email = someone();
    const asked = await server.call('POST /profile/email/', { body: { email } }, credentials[caller]).catch(() => null);
    return { body: { hash: asked === null ? 'of nobody' : ((await server.mailsTo(email))[0]?.hash ?? '') } };
  },
  'POST /profile/logout_everywhere/': () => ({}),
  'GET /proof/': () => ({}),
  'POST /proof/': () => ({ body: { password: PASSWORD } }),
  'GET /profile/sessions/': () => ({}),
  'DELETE /profile/sessions/:session/': async (world, caller) => ({ params: { session: await newSession(world, caller) } }),
  'POST /profile/sessions/end_others/': () => ({}),
  'GET /teams/:id/members/:userId/sessions/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
  }),
  'POST /teams/:id/members/:userId/sessions/end/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
  }),
  'GET /teams/:id/log/': (world) => ({ params: inTeam(world), query: {} }),
  'POST /teams/:id/log/exported/': (world) => ({ params: inTeam(world) }),
  'POST /projects/:id/exported/': ({ open }) => ({ params: { id: open.projectId }, body: { what: 'estimate', name: 'Estimate 1.xlsx' } }),
  'GET /profile/tokens/': () => ({}),
  'POST /profile/tokens/': () => ({ body: { name: 'A program', scope: 'read', days: 30 } }),
  'DELETE /profile/tokens/:tokenId/': async (world, caller) => ({ params: { tokenId: await newToken(world, caller) } }),
  'POST /not_me/': async ({ server }) => {
    const { email } = await server.person();
    await server.call('POST /token/', { body: { email, password: PASSWORD } }, { headers: { 'user-agent': 'curl/8' } });
    return { body: { hash: (await server.mailsTo(email))[0]?.hash ?? '' } };
  },
  'POST /proof/passkey/': () => ({}),
  'POST /token/passkey/': () => ({ body: {} }),
  'POST /token/factor/': () => ({ body: { ticket: 'of nobody', given: { code: '123456' } } }),
  'GET /factors/': () => ({}),
  'GET /teams/:id/factor_requirement/': (world) => ({ params: inTeam(world) }),
  'PUT /teams/:id/factor_requirement/': (world) => ({ params: inTeam(world), body: { from: null } }),
  'POST /factors/app/': () => ({}),
  'POST /factors/app/confirm/': () => ({ body: { name: 'Phone', code: '123456' } }),
  'POST /factors/passkey/': () => ({}),
  'POST /factors/passkey/confirm/': () => ({ body: { name: 'Laptop', passkey: NO_PASSKEY } }),
  'POST /factors/recovery_codes/': () => ({}),
  'PATCH /factors/:id/': async (world, caller) => ({ params: { id: await ownFactor(world, caller) }, body: { name: 'Old phone' } }),
  'DELETE /factors/:id/': async (world, caller) => ({ params: { id: await ownFactor(world, caller) } }),
  'POST /teams': () => ({ body: { name: 'Second team' } }),
  'PATCH /teams/:id/': (world) => ({ params: inTeam(world), body: { name: 'Builders' } }),
  'GET /teams/:id/members': (world) => ({ params: inTeam(world) }),
  'GET /teams/:id/company/': (world) => ({ params: inTeam(world) }),
  'PUT /teams/:id/company/': (world) => ({ params: inTeam(world), body: { address: 'Pine Street 1' } }),
  'PATCH /teams/:id/members/:userId/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
    body: { role: 'admin' },
  }),
  'DELETE /teams/:id/members/:userId/': async (world) => ({ params: { ...inTeam(world), userId: (await world.member('regular')).id } }),
  'GET /teams/:id/members/:userId/limits/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
    query: {},
  }),
  'PUT /teams/:id/members/:userId/limits/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
    body: { project_id: world.open.projectId, limit: { can: 'acts', prices: false } },
  }),
  'GET /teams/:id/invitations/': (world) => ({ params: inTeam(world) }),
  'POST /teams/:id/invitations/': (world) => ({ params: inTeam(world), body: { email: someone(), role: 'regular' } }),
  'POST /teams/:id/invitations/:invitationId/resend/': async (world) => ({
    params: { ...inTeam(world), invitationId: await newInvitation(world) },
  }),
  'DELETE /teams/:id/invitations/:invitationId/': async (world) => ({
    params: { ...inTeam(world), invitationId: await newInvitation(world) },
  }),

  'GET /settings/': () => ({}),

  'GET /projects': () => ({ query: {} }),
  'GET /projects/sidebar/': () => ({ query: {} }),
  'POST /projects': ({ owner }) => ({ body: { team_id: owner.teamId, name: 'Yard' } }),
  'GET /projects/:id/': ({ open }) => ({ params: { id: open.projectId } }),
  'PATCH /projects/:id/': ({ open }) => ({ params: { id: open.projectId }, body: { name: 'Pine Yard' } }),
  'DELETE /projects/:id/': async (world) => ({ params: { id: await newProject(world) } }),
  'POST /projects/:id/restore/': async (world) => {
    const id = await newProject(world);
    await world.owner.call('DELETE /projects/:id/', { params: { id } });
    return { params: { id } };
  },
  'GET /projects/deleted/': () => ({ query: {} }),
  'GET /projects/:id/parties/': ({ open }) => ({ params: { id: open.projectId } }),
  'PUT /projects/:id/client/': ({ open }) => ({ params: { id: open.projectId }, body: { name: 'Oak Homes' } }),
  'GET /projects/:id/members': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/memberships': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/tree': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/last_version/': ({ open }) => ({ params: { id: open.projectId } }),

  'GET /projects/:id/history/': ({ open }) => ({ params: { id: open.projectId }, query: {} }),
  'POST /versions/:id/restore/': async (world) => {
    const { owner, open } = world;
    const ids = [await newRow(world)];
    const { event_id } = await owner.call('POST /versions/:id/rows/delete/', { params: { id: open.versionId }, body: { ids } });
    return { params: { id: open.versionId }, body: { event_id: event_id ?? 0, ids } };
  },
  'GET /projects/:id/moments/': ({ open }) => ({ params: { id: open.projectId } }),
  'POST /projects/:id/moments/': ({ open }) => ({ params: { id: open.projectId }, body: { name: 'Before the meeting' } }),
  'PUT /projects/:id/moments/:momentId/': async (world) => ({
    params: { id: world.open.projectId, momentId: await newMoment(world) },
    body: { name: 'After the meeting' },
  }),
  'DELETE /projects/:id/moments/:momentId/': async (world) => ({ params: { id: world.open.projectId, momentId: await newMoment(world) } }),
  'POST /projects/:id/history/backward/': async (world) => {
    const { id, projectId } = world.act;
    await world.owner.call('PUT /acts/:id/', { params: { id }, body: { number: randomUUID().slice(0, 18) } });
    return { params: { id: projectId }, body: {} };
  },
  'POST /projects/:id/history/forward/': ({ act: { projectId } }) => ({ params: { id: projectId }, body: {} }),

  'POST /projects/:id/duplicate/': (world) => ({ params: { id: world.open.projectId }, body: { name: someone() } }),
  'POST /projects/:id/versions/': ({ open }) => ({ params: { id: open.projectId }, body: { from_version_id: open.versionId } }),
  'PATCH /versions/:id/': async (world) => ({ params: { id: await newVersion(world) }, body: { name: 'Cheaper' } }),
  'DELETE /versions/:id/': async (world) => ({ params: { id: await newVersion(world) } }),
  'GET /versions/:id/compare/': async (world) => ({ ...version(world), query: { with: await newVersion(world) } }),
  'GET /versions/:id/contract/': (world) => ({ ...version(world), query: {} }),
  'GET /versions/:id/summary/': version,
  'GET /versions/:id/lists/': version,
  'POST /versions/:id/lists/': (world) => ({ ...version(world), body: { title: 'Roof' } }),
  'PUT /lists/:id/': async (world) => ({ params: { id: await newList(world) }, body: { title: 'Walls' } }),
  'DELETE /lists/:id/': async (world) => ({ params: { id: await newList(world) } }),
  'POST /lists/:id/move/': async (world) => ({ params: { id: await newList(world) }, body: { after_id: null } }),
  'GET /lists/:id/view/': ({ open }) => ({ params: { id: open.listId } }),
  'PUT /lists/:id/view/': ({ open }) => ({ params: { id: open.listId }, body: { estimate: AS_STORED } }),
  'POST /lists/:id/rows/': ({ open }) => ({ params: { id: open.listId }, body: { name: 'Gravel' } }),
  'POST /lists/:id/paste/': async (world) => ({
    params: { id: world.open.listId },
    body: { row_id: await newRow(world), field: 'quantity', cells: [['3']] },
  }),
  'DELETE /rows/:id/': async (world) => ({ params: { id: await newRow(world) } }),
  'POST /rows/:id/step/': async ({ owner, open }) => {
    const made = await owner.call('POST /lists/:id/rows/', { params: { id: open.listId }, body: { kind: 'section', name: 'Ground' } });
    return { params: { id: made.ids[0] ?? 0 }, body: { by: 1 } };
  },
  'POST /rows/:id/move/': async (world) => ({ params: { id: await newRow(world) }, body: { list_id: world.open.listId, after_id: null } }),
  'POST /versions/:id/rows/delete/': async (world) => ({ ...version(world), body: { ids: [await newRow(world)] } }),
  'POST /versions/:id/rows/move/': async (world) => ({
    ...version(world),
    body: { ids: [await newRow(world)], list_id: world.open.listId, after_id: null },
  }),
  'POST /versions/:id/rows/duplicate/': async (world) => ({ ...version(world), body: { ids: [await newRow(world)] } }),
  'GET /lists/:id/rows/': ({ open }) => ({ params: { id: open.listId }, query: {} }),
  'GET /lists/:id/replacement/': ({ open }) => ({ params: { id: open.listId }, query: { text: 'gravel', by: 'sand' } }),
  'POST /lists/:id/replace/': ({ open }) => ({ params: { id: open.listId }, body: { text: 'gravel', by: 'sand' } }),
  'GET /teams/:id/rows/': (world) => ({ params: inTeam(world), query: { text: 'gravel' } }),
  'GET /lists/:id/suggestions/': ({ open }) => ({ params: { id: open.listId }, query: { field: 'name', text: 'gravel' } }),
  'GET /lists/:id/units/': ({ open }) => ({ params: { id: open.listId } }),
  'GET /lists/:id/find/': ({ open }) => ({ params: { id: open.listId }, query: { text: 'gravel' } }),
  'GET /rows/:id/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) } }),
  'PUT /rows/:id/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) }, body: { quantity: '2' } }),
  'GET /lists/:id/comments/': ({ open }) => ({ params: { id: open.listId } }),
  'GET /rows/:id/comments/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) }, query: {} }),
  'POST /rows/:id/comments/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) }, body: { text: 'Why?' } }),
  'POST /rows/:id/comments/read/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) }, body: {} }),
  'PATCH /comments/:id/': async (world) => ({ params: { id: await newComment(world) }, body: { text: 'Because' } }),
  'DELETE /comments/:id/': async (world) => ({ params: { id: await newComment(world) } }),
  'PUT /versions/:id/presence/': (world) => ({ params: { id: world.act.versionId } }),
  'DELETE /versions/:id/presence/': (world) => ({ params: { id: world.act.versionId } }),
  'POST /versions/:id/additional_summary_costs/': (world) => ({ ...version(world), body: { name: 'Overheads' } }),
  'PUT /additional_summary_costs/custom/:id/': async (world) => ({ params: { id: await newCost(world) }, body: { percent_total: '1' } }),
  'DELETE /additional_summary_costs/custom/:id/': async (world) => ({ params: { id: await newCost(world) } }),
  'POST /versions/:id/taxes/': (world) => ({ ...version(world), body: { name: 'VAT' } }),
  'PUT /taxes/:id/': async (world) => ({ params: { id: await newTax(world) }, body: { percent_total: '21' } }),
  'DELETE /taxes/:id/': async (world) => ({ params: { id: await newTax(world) } }),

  'GET /import/:id/lists/': async (world) => ({ params: { id: (await openImport(world)).id } }),
  'GET /import/:id/lists/:listId/': async (world) => ({ params: await openImport(world), query: {} }),
  'PUT /import/:id/lists/:listId/': async (world) => ({ params: await newImport(world), body: { included: false } }),
  'POST /import/:id/lists/:listId/recognize-field': async (world) => ({
    params: await newImport(world),
    body: { field: 1, recognized_as: 'ignore' },
  }),
  'POST /import/:id/lists/:listId/take-in': async (world) => {
    const params = await newImport(world);
    const left = [{ kind: 'row', row_index: 9, text: 'Scaffold', amount: '5.00', why: { detail: '', code: '' } }];
    await world.server.database.query
      .updateTable('import_lists')
      .set({ not_taken: JSON.stringify(left) })
      .where('id', '=', params.listId)
      .execute();
    return { params, body: { row_index: 9 } };
  },
  'PUT /import/:id/lines/:lineId/': async (world) => {
    const { id, lineId } = await newImport(world);
    return { params: { id, lineId }, body: { included: false } };
  },
  'GET /import/:id/vanished/': async (world) => ({ params: { id: (await openImport(world)).id }, query: {} }),
  'DELETE /import/:id/lists/:listId/': async (world) => ({ params: await newImport(world) }),
  'DELETE /import/:id/rows/:rowId/': async (world) => {
    const params = await openImport(world);
    const { rows } = await world.owner.call('GET /import/:id/lists/:listId/', { params, query: {} });
    return { params: { id: params.id, rowId: rows[0]?.id ?? 0 } };
  },
  'PUT /import/:id/rows/:rowId/': async (world) => {
    const params = await openImport(world);
    const { rows, columns } = await world.owner.call('GET /import/:id/lists/:listId/', { params, query: {} });
    const column_index = columns.find(({ recognized_as }) => recognized_as === 'quantity')?.column_index ?? 0;
    return { params: { id: params.id, rowId: rows.find(({ kind }) => kind === 'row')?.id ?? 0 }, body: { column_index, value: '7' } };
  },
  'DELETE /import/:id/errors/': async (world) => ({ params: { id: (await openImport(world)).id }, query: {} }),
  'POST /import/:id/paste/': async (world) => ({
    params: { id: await newProject(world) },
    body: { text: 'Name\tUnit\tQuantity\tRate\nWall\tm2\t2\t10\n' },
  }),
  'GET /import/:id/summary/': async (world) => ({ params: { id: (await openImport(world)).id } }),
  'POST /import/:id/finish/': async (world) => ({ params: { id: (await newImport(world)).id } }),
  'POST /import/:id/cancel/': async (world) => ({ params: { id: (await newImport(world)).id } }),

  'POST /versions/:id/acts/': (world) => ({ params: { id: world.act.versionId }, body: {} }),
  'GET /acts/:id/': act,
  'PUT /acts/:id/': (world) => ({ ...act(world), body: { finish_date: '2026-11-30' } }),
  'GET /acts/:id/check/': act,
  'GET /acts/:id/summary/': act,
  'GET /acts/:id/lists/:listId/rows/': (world) => ({ params: { id: world.act.id, listId: world.act.listId }, query: {} }),
  'DELETE /acts/:id/': async ({ owner, spare }) => {
    const { id } = await owner.call('POST /versions/:id/acts/', { params: { id: spare.versionId }, body: {} });
    return { params: { id } };
  },
  'POST /acts/:id/complete/preview/': (world) => ({ ...act(world), body: { percent: '0' } }),
  'POST /acts/:id/complete/': (world) => ({ ...act(world), body: { percent: '0' } }),
  'POST /act_rows/:id/preview/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    body: { quantity: '0' },
  }),
  'GET /act_rows/:id/': async (world) => ({ params: { id: actRowId(await firstRow(world, world.act.listId), 1) } }),
  'GET /acts/:id/lists/:listId/comments/': (world) => ({ params: { id: world.act.id, listId: world.act.listId } }),
  'GET /act_rows/:id/comments/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    query: {},
  }),
  'POST /act_rows/:id/comments/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    body: { text: 'Done?' },
  }),
  'POST /act_rows/:id/comments/read/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    body: {},
  }),
  'GET /act_rows/:id/helper/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    query: { field: 'quantity' },
  }),
  'PUT /act_rows/:id/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    body: { quantity: '0' },
  }),
  'GET /projects/:id/terms/': ({ open }) => ({ params: { id: open.projectId } }),
  'POST /projects/:id/terms/preview/': ({ open }) => ({ params: { id: open.projectId }, body: TERMS }),
  'PUT /projects/:id/terms/': async (world) => ({ params: { id: await newProject(world) }, body: { ...TERMS, expected: null } }),
  'GET /versions/:id/certificates/': version,
  'POST /versions/:id/certificates/preview/': async (world) => ({ params: { id: await withAdvance(world) }, body: { kind: 'advance' } }),
  'POST /versions/:id/certificates/': async (world) => ({
    params: { id: await withAdvance(world) },
    body: { kind: 'advance', due: '100' },
  }),
  'GET /acts/:id/certificate/': act,
  'POST /acts/:id/certificate/': async (world) => ({ params: { id: (await acceptedAct(world)).id }, body: { due: '0' } }),
  'GET /certificates/:id/': async (world) => ({ params: { id: await newCertificate(world) } }),
  'PUT /certificates/:id/paid/': async (world) => ({
    params: { id: await newCertificate(world) },
    body: { paid: { on: '2026-11-30', amount: '100' } },
  }),
  'DELETE /certificates/:id/': async (world) => ({ params: { id: await newCertificate(world) } }),
  'POST /versions/:id/carry/preview/': async (world) => ({ params: { id: await toCarryInto(world) }, body: {} }),
  'POST /import/:id/carry/preview/': async (world) => {
    const { projectId: id } = await acceptedAct(world);
    await world.owner.call('POST /import/:id/paste/', { params: { id }, body: { text: 'Name\tUnit\tQuantity\tRate\nWall\tm2\t2\t10\n' } });
    await untilRead(world.owner, id);
    return { params: { id }, body: {} };
  },
  'POST /versions/:id/carry/': async (world) => ({ params: { id: await toCarryInto(world) }, body: SEEN }),
  'DELETE /versions/:id/carry/': async (world) => ({ params: { id: await carriedInto(world) } }),
  'GET /versions/:id/carried/': async (world) => ({ params: { id: await carriedInto(world) }, query: {} }),
  'POST /versions/:id/separate/': async (world) => ({ params: { id: await toCarryInto(world) }, body: { is_separate: true } }),
  'GET /versions/:id/extras/': (world) => ({ ...version(world), query: {} }),
  'POST /rows/:id/extras/': async (world) => ({ params: { id: await rowWithAct(world) }, body: MORE }),
  'POST /extras/:id/decide/': async (world) => ({ params: { id: await newExtra(world) }, body: { approves: true } }),
  'DELETE /extras/:id/': async (world, caller) => ({ params: { id: await ownExtra(world, caller) } }),
  'GET /teams/:id/invoicing/': (world) => ({ params: inTeam(world) }),
  'PUT /teams/:id/invoicing/': (world) => ({ params: inTeam(world), body: { street: 'Sawmill street 4' } }),
  'GET /projects/:id/invoicing/': ({ open }) => ({ params: { id: open.projectId } }),
  'PUT /projects/:id/invoicing/': ({ open }) => ({ params: { id: open.projectId }, body: { order_reference: 'PO 7' } }),
  'GET /certificates/:id/invoice/check/': async (world) => ({ params: { id: await newCertificate(world) }, query: {} }),
  'GET /certificates/:id/invoice/': async (world) => ({
    params: { id: await newInvoice(world) },
    query: { syntax: 'ubl', untaxed: 'Z' },
  }),
  'POST /acts/:id/share/': (world) => ({ ...act(world), body: {} }),
  'DELETE /acts/:id/share/': async ({ owner, spare }) => {
    await owner.call('POST /acts/:id/share/', { params: { id: spare.id }, body: {} });
    return { params: { id: spare.id } };
  },
  'POST /acts/:id/share/rotate/': async ({ owner, spare }) => {
    await owner.call('POST /acts/:id/share/', { params: { id: spare.id }, body: {} });
    return { params: { id: spare.id } };
  },
  'GET /public/act/': () => ({}),
  'POST /acts/:id/answer_link/': async (world) => ({ ...(await submitted(world)), body: { expires_at: nextWeek() } }),
  'POST /acts/:id/answer_link/rotate/': async (world) => {
    const { params } = await submitted(world);
    await world.owner.call('POST /acts/:id/answer_link/', { params, body: { expires_at: nextWeek() } });
    return { params };
  },
  'DELETE /acts/:id/answer_link/': async (world) => {
    const { params } = await submitted(world);
    await world.owner.call('POST /acts/:id/answer_link/', { params, body: { expires_at: nextWeek() } });
    return { params };
  },
  'POST /public/answer/': async ({ server: { database }, owner: { teamId }, credentials }) => {
    const keys = Object.values(credentials).flatMap(({ publicKey = [] }) => publicKey);
    await sql`update act_links set may_answer = true where team_id = ${teamId} and hash = any(${keys}::text[])`.execute(database.query);
    return { body: { key: randomUUID(), revision: 1, name: 'Bob', email: someone(), rows: [] } };
  },
  'POST /acts/:id/answer/': async (world) => ({ ...(await submitted(world)), body: { name: 'Bob', rows: [] } }),
  'DELETE /acts/:id/answer/': async (world) => {
    const { params } = await submitted(world);
    await world.owner.call('POST /acts/:id/answer/', { params, body: { name: 'Bob', rows: [] } });
    return { params };
  },
};
