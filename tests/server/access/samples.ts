import { randomUUID } from 'node:crypto';
import { actRowId } from '../../../domain/act.ts';
import type { Asked, Route } from '../../../domain/contract/routes.ts';
import { PASSWORD, untilRead, workbook } from '../harness.ts';
import type { CallerKind, World } from './callers.ts';

const FIXTURE = 'tests/fixtures/local-estimate.xlsx';
const someone = () => `${randomUUID()}@example.com`;

async function newProject({ owner }: World): Promise<number> {
  return (await owner.call('POST /projects', { body: { team_id: owner.teamId, name: 'Yard' } })).id;
}
async function newImport(world: World) {
  const id = await newProject(world);
  await world.owner.call('PATCH /projects/:id/', { params: { id }, body: {} }, { file: await workbook(FIXTURE) });
  const { new_lists } = await untilRead(world.owner, id);
  return { id, listId: new_lists[0]?.id ?? 0 };
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
const inTeam = (world: World) => ({ id: world.owner.teamId });
const version = ({ open }: World) => ({ params: { id: open.versionId } });
const act = (world: World) => ({ params: { id: world.act.id } });

/** For every call one that would succeed for whoever may make it; each time on records of its own where the call changes them. */
export const SAMPLES: { readonly [R in Route]: (world: World, caller: CallerKind) => Asked<R> | Promise<Asked<R>> } = {
  'POST /token/': ({ owner }) => ({ body: { email: owner.email, password: PASSWORD } }),
  'POST /token/refresh/': async ({ server }) => ({ body: { refresh: (await server.person()).tokens.refresh } }),
  'POST /logout/': () => ({ body: {} }),
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
  'POST /profile/password/': () => ({ body: { old: PASSWORD, new: PASSWORD } }),
  'POST /profile/logout_everywhere/': () => ({}),
  'POST /teams': () => ({ body: { name: 'Second team' } }),
  'PATCH /teams/:id/': (world) => ({ params: inTeam(world), body: { name: 'Builders' } }),
  'GET /teams/:id/members': (world) => ({ params: inTeam(world) }),
  'PATCH /teams/:id/members/:userId/': async (world) => ({
    params: { ...inTeam(world), userId: (await world.member('regular')).id },
    body: { role: 'admin' },
  }),
  'DELETE /teams/:id/members/:userId/': async (world) => ({ params: { ...inTeam(world), userId: (await world.member('regular')).id } }),
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
  'GET /projects/:id/members': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/memberships': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/tree': ({ open }) => ({ params: { id: open.projectId } }),
  'GET /projects/:id/last_version/': ({ open }) => ({ params: { id: open.projectId } }),

  'GET /projects/:id/history/': ({ open }) => ({ params: { id: open.projectId } }),
  'POST /projects/:id/history/backward/': async (world) => {
    await newTax(world);
    return { params: { id: world.open.projectId }, body: {} };
  },
  'POST /projects/:id/history/forward/': ({ open }) => ({ params: { id: open.projectId }, body: {} }),

  'GET /versions/:id/summary/': version,
  'GET /lists/:id/rows/': ({ open }) => ({ params: { id: open.listId }, query: {} }),
  'PUT /rows/:id/': async (world) => ({ params: { id: await firstRow(world, world.open.listId) }, body: { quantity: '2' } }),
  'POST /versions/:id/additional_summary_costs/': (world) => ({ ...version(world), body: { name: 'Overheads' } }),
  'PUT /additional_summary_costs/custom/:id/': async (world) => ({ params: { id: await newCost(world) }, body: { percent_total: '1' } }),
  'DELETE /additional_summary_costs/custom/:id/': async (world) => ({ params: { id: await newCost(world) } }),
  'POST /versions/:id/taxes/': (world) => ({ ...version(world), body: { name: 'VAT' } }),
  'PUT /taxes/:id/': async (world) => ({ params: { id: await newTax(world) }, body: { percent_total: '21' } }),
  'DELETE /taxes/:id/': async (world) => ({ params: { id: await newTax(world) } }),

  'GET /import/:id/lists/': async (world) => ({ params: { id: (await newImport(world)).id } }),
  'GET /import/:id/lists/:listId/': async (world) => ({ params: await newImport(world), query: {} }),
  'DELETE /import/:id/lists/:listId/': async (world) => ({ params: await newImport(world) }),
  'DELETE /import/:id/rows/:rowId/': async (world) => {
    const params = await newImport(world);
    const { rows } = await world.owner.call('GET /import/:id/lists/:listId/', { params, query: {} });
    return { params: { id: params.id, rowId: rows[0]?.id ?? 0 } };
  },
  'GET /import/:id/summary/': async (world) => ({ params: { id: (await newImport(world)).id } }),
  'POST /import/:id/finish/': async (world) => ({ params: { id: (await newImport(world)).id } }),
  'POST /import/:id/cancel/': async (world) => ({ params: { id: (await newImport(world)).id } }),

  'POST /versions/:id/acts/': (world) => ({ params: { id: world.act.versionId }, body: {} }),
  'GET /acts/:id/': act,
  'PUT /acts/:id/': (world) => ({ ...act(world), body: { finish_date: '2026-11-30' } }),
  'GET /acts/:id/summary/': act,
  'GET /acts/:id/lists/:listId/rows/': (world) => ({ params: { id: world.act.id, listId: world.act.listId }, query: {} }),
  'GET /act_rows/:id/helper/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    query: { field: 'quantity' },
  }),
  'PUT /act_rows/:id/': async (world) => ({
    params: { id: actRowId(await firstRow(world, world.act.listId), 1) },
    body: { quantity: '0' },
  }),
  'POST /acts/:id/share/': (world) => ({ ...act(world), body: {} }),
  'DELETE /acts/:id/share/': async ({ owner, spare }) => {
    await owner.call('POST /acts/:id/share/', { params: { id: spare.id }, body: {} });
    return { params: { id: spare.id } };
  },
  'GET /public/act/': () => ({}),
};
