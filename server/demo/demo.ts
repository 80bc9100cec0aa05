import { sql } from 'kysely';
import { actRowId } from '../../domain/act.ts';
import { type Locked, lockProject, lockRecord, type VersionRef } from '../access/refs.ts';
import { makeAct } from '../acts/acts.ts';
import { editActRow } from '../acts/claiming.ts';
import type { Database, Tx } from '../db/open.ts';
import { rowAmounts } from '../estimates/amounts.ts';
import { eventOf } from '../estimates/editing.ts';
import { refreshPrice } from '../estimates/summary.ts';
import { addList, addVersion, copyInto, type NewRow } from '../estimates/versions.ts';
import { recordEvent } from '../history/record.ts';
import type { Caller } from '../http/caller.ts';
import { CLOSED, hashPassword, passwordMatches } from '../people/passwords.ts';
import { endSessions } from '../people/persons.ts';
import { DEMO_CHANGES, DEMO_CLAIMS, DEMO_LINES, DEMO_LISTS } from './estimate.ts';

/** The first visitor's sign-in when the server runs for one machine only. Its password is public. */
export const DEMO = {
  email: 'demo@actum.example',
  password: 'actum-demo',
  name: 'Demo Estimator',
  team: 'Demo Builders',
  project: 'Pine Yard 14, house',
} as const;

const demoAccount = ({ query }: Database) =>
  query.selectFrom('users').select(['id', 'password']).where('email', '=', DEMO.email).executeTakeFirst();

/** Disables the user with the public password and ends their sessions, because others can reach the server now. */
export async function closeDemo(database: Database): Promise<void> {
  const there = await demoAccount(database);
  if (there === undefined || !(await passwordMatches(there.password, DEMO.password))) return;
  await database.query.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password: CLOSED }).where('id', '=', there.id).execute();
    await endSessions(tx, there.id);
  });
}

/** Makes the demo user, a team of their own and a project with an act in progress, unless they exist; enables a closed demo user again. */
export async function ensureDemo(database: Database): Promise<void> {
  const there = await demoAccount(database);
  if (there !== undefined && there.password !== CLOSED) return;
  const password = await hashPassword(DEMO.password);
  if (there !== undefined) {
    await database.query.updateTable('users').set({ password }).where('id', '=', there.id).execute();
    return;
  }
  const { caller, versionRef } = await database.query.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ email: DEMO.email, name: DEMO.name, password, confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const team = await tx.insertInto('teams').values({ name: DEMO.team }).returning('id').executeTakeFirstOrThrow();
    await tx.insertInto('members').values({ team_id: team.id, user_id: user.id, role: 'owner' }).execute();
    const owner: Caller = {
      userId: user.id,
      family: '',
      expiresAt: 0,
      teams: [team.id],
      roles: new Map([[team.id, 'owner']]),
      isProved: false,
    };
    return { caller: owner, versionRef: await makeEstimate(tx, owner, team.id) };
  });
  await claim(database, caller, versionRef);
  await database.query.transaction().execute((tx) => makeSecondVersion(tx, caller, versionRef));
}

async function makeEstimate(tx: Tx, caller: Caller, teamId: number): Promise<Locked<VersionRef>> {
  const project = await tx
    .insertInto('projects')
    .values({ team_id: teamId, name: DEMO.project, status: 'available' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const versionRef = await addVersion(tx, await lockProject(tx, { teamId, projectId: project.id }));
  await recordEvent(tx, eventOf(versionRef, caller, 'version', versionRef.versionId, 'import', ''), { withImages: false });
  for (const [at, { title, sections }] of DEMO_LISTS.entries()) {
    const rows = sections.flatMap((section): NewRow[] => [
      { kind: 'section', code: '', name: section.title, unit: '', quantity: '0', unit_labour: '0', unit_materials: '0', unit_tools: '0' },
      ...section.positions.map(
        ([code, name, unit, quantity, unit_labour, unit_materials, unit_tools]): NewRow => ({
          kind: 'row',
          code,
          name,
          unit,
          quantity,
          unit_labour,
          unit_materials,
          unit_tools,
        }),
      ),
    ]);
    await addList(tx, versionRef, at + 1, title, rows);
  }
  for (const [at, line] of DEMO_LINES.entries()) {
    const { percent_total = null, percent_labour = null } = { percent_total: undefined, percent_labour: undefined, ...line };
    await tx
      .insertInto('percent_lines')
      .values({
        team_id: teamId,
        version_id: versionRef.versionId,
        kind: line.kind,
        order: at + 1,
        name: line.name,
        percent_total,
        percent_labour,
        percent_materials: null,
        percent_tools: null,
      })
      .execute();
  }
  await refreshPrice(tx, versionRef);
  return versionRef;
}

async function claim(database: Database, caller: Caller, versionRef: VersionRef): Promise<void> {
  const asked = { finish_date: new Date().toISOString().slice(0, 10), confirmed: true };
  const act = await database.query.transaction().execute((tx) => makeAct(tx, caller, versionRef.versionId, asked));
  const rows = await database.query
    .selectFrom('estimate_rows')
    .select(['id', 'code'])
    .where('team_id', '=', versionRef.teamId)
    .where('version_id', '=', versionRef.versionId)
    .execute();
  for (const { id, code } of rows) {
    const percent = DEMO_CLAIMS[code];
    if (percent !== undefined) await editActRow(database, caller, actRowId(id, act.place), { percent }, null);
  }
}

async function makeSecondVersion(tx: Tx, caller: Caller, first: VersionRef): Promise<void> {
  const second = await addVersion(tx, await lockRecord(tx, caller, 'version', first.versionId));
  await recordEvent(tx, eventOf(second, caller, 'version', second.versionId, 'create', '2'), { withImages: false });
  await copyInto(tx, first, second);
  const rows = await tx
    .selectFrom('estimate_rows')
    .selectAll()
    .where('team_id', '=', second.teamId)
    .where('version_id', '=', second.versionId)
    .where('code', 'in', Object.keys(DEMO_CHANGES))
    .execute();
  for (const row of rows) {
    const quantity = DEMO_CHANGES[row.code] ?? row.quantity;
    const { labour, materials, tools } = rowAmounts({ ...row, quantity });
    await tx
      .updateTable('estimate_rows')
      .set({ quantity, labour, materials, tools, updated_at: sql<Date>`clock_timestamp()` })
      .where('team_id', '=', row.team_id)
      .where('id', '=', row.id)
      .execute();
  }
  await refreshPrice(tx, second);
}
