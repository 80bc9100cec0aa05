/** The data that every schedule starts from: two teams, signed-in people, and projects with a claimed and an open estimate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actRowId } from '../../domain/act.ts';
import { restCall } from '../../domain/api/call.ts';
import type { Tokens } from '../../domain/api/people.ts';
import type { Answer, Asked, Route } from '../../domain/api/routes.ts';
import { readConfig } from '../../server/config.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Database, Query } from '../../server/db/open.ts';
import { startFamily } from '../../server/people/tokens.ts';
import { serve } from '../../server/serve.ts';
import { createHttp } from '../../src/services/http.ts';

export const SECRET = 'a secret for the schedules of faults, long enough';

export interface PersonContent {
  readonly id: number;
  readonly teamId: number;
  readonly tokens: Tokens;
  readonly project: ProjectContent;
}
interface ProjectContent {
  readonly id: number;
  readonly teamId: number;
  /** A version with acts. */
  readonly claimed: { readonly versionId: number; readonly rows: readonly number[]; readonly acts: readonly number[] };
  /** A version that can be edited. */
  readonly open: { readonly versionId: number; readonly lists: readonly number[]; readonly taxId: number };
}
export interface Content {
  readonly people: readonly PersonContent[];
  readonly projects: readonly ProjectContent[];
}

const TEAMS = [0, 1] as const;
/** Team and project of each person: at any number of clients some share a project. */
const PEOPLE = [
  { team: 0, project: 0 },
  { team: 0, project: 0 },
  { team: 1, project: 2 },
  { team: 0, project: 1 },
  { team: 1, project: 2 },
  { team: 0, project: 0 },
] as const;
const PROJECT_TEAMS = [0, 0, 1] as const;
const ROWS_PER_LIST = 8;
/** Headings of each list, by the number of rows before each. */
const HEADINGS = [
  { behind: 1, code: '1' },
  { behind: 3, code: '1.1' },
  { behind: 6, code: '2' },
] as const;
const PRICES = ['0.35', '12.5', '3.333333', '105'] as const;

const rowOf = (list: number, at: number) => ({
  code: `${list}.${at}`,
  name: `Work ${list}.${at}`,
  unit: 'm2',
  quantity: at % 4 === 3 ? '-7.5' : String((at + 1) * 12.375),
  unit_labour: PRICES[at % 4] ?? '1',
  unit_materials: PRICES[(at + 1) % 4] ?? '1',
  unit_tools: PRICES[(at + 2) % 4] ?? '1',
});

/** Brings a new database up to date and fills it; the audit counts from here. */
export async function fill(database: Database, dataDir: string): Promise<Content> {
  await migrate(database);
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DEMO: 'off', JWT_SECRET: SECRET });
  const people = await insertPeople(database, config.jwtSecret);
  const running = await serve(config, { database, log: () => undefined });
  const send = createHttp(`${running.address}/api/v1`);
  const callAs = (team: number) => {
    const access = people.find((person) => person.team === team)?.tokens.access ?? null;
    return async <R extends Route>(route: R, asked: Asked<R>) =>
      (await send(restCall(route, asked), { access, publicKey: null })) as Answer<R>;
  };
  const projects: ProjectContent[] = [];
  for (const team of PROJECT_TEAMS) {
    const teamId = people.find((person) => person.team === team)?.teamId ?? 0;
    projects.push(await makeProject(callAs(team), teamId));
  }
  await database.script(readFileSync(join(import.meta.dirname, 'audit.sql'), 'utf8'));
  await running.close();
  return {
    projects,
    people: people.map(({ id, teamId, tokens, project }) => ({ id, teamId, tokens, project: projects[project] as ProjectContent })),
  };
}

async function insertPeople({ query }: Database, secret: Uint8Array) {
  const teamIds: number[] = [];
  for (const team of TEAMS) {
    const { id } = await query
      .insertInto('teams')
      .values({ name: `Team ${team}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    teamIds.push(id);
  }
  const people: { id: number; team: number; teamId: number; project: number; tokens: Tokens }[] = [];
  for (const [at, { team, project }] of PEOPLE.entries()) {
    const name = `person-${at}@actum.example`;
    const { id } = await query
      .insertInto('users')
      .values({ email: name, name, password: PASSWORD, confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const teamId = teamIds[team] ?? 0;
    await query.insertInto('members').values({ team_id: teamId, user_id: id, role: 'admin' }).execute();
    people.push({ id, team, teamId, project, tokens: await signedIn(query, secret, id) });
  }
  return people;
}

const PASSWORD = 'none';
/** Signs in without a password, because the people here are not registered. */
export async function signedIn(query: Query, secret: Uint8Array, userId: number): Promise<Tokens> {
  const tokens = await startFamily(query, secret, { userId, password: PASSWORD });
  if (tokens === null) throw new Error(`Person ${userId} is not there`);
  return tokens;
}

async function makeProject(
  call: <R extends Route>(route: R, asked: Asked<R>) => Promise<Answer<R>>,
  teamId: number,
): Promise<ProjectContent> {
  const { id } = await call('POST /projects', { body: { team_id: teamId, name: 'Yard' } });
  const claimed = await call('POST /projects/:id/versions/', { params: { id }, body: {} });
  const rows: number[] = [];
  for (const list of [1, 2]) {
    const made = await call('POST /versions/:id/lists/', { params: { id: claimed.id }, body: { title: `List ${list}` } });
    const asked = { params: { id: made.list.id }, body: { rows: Array.from({ length: ROWS_PER_LIST }, (_, at) => rowOf(list, at)) } };
    const { ids } = await call('POST /lists/:id/rows/', asked);
    rows.push(...ids);
    for (const { behind, code } of HEADINGS) {
      const heading = { kind: 'section' as const, code, name: `Part ${code}`, after_id: ids[behind - 1] ?? null };
      await call('POST /lists/:id/rows/', { params: { id: made.list.id }, body: heading });
    }
  }
  const cost = await call('POST /versions/:id/additional_summary_costs/', { params: { id: claimed.id }, body: { name: 'Overheads' } });
  await call('PUT /additional_summary_costs/custom/:id/', { params: { id: cost.record.id }, body: { percent_labour: '7.25' } });
  const tax = await call('POST /versions/:id/taxes/', { params: { id: claimed.id }, body: { name: 'VAT' } });
  await call('PUT /taxes/:id/', { params: { id: tax.record.id }, body: { percent_total: '21' } });
  const open = await call('POST /projects/:id/versions/', { params: { id }, body: { from_version_id: claimed.id } });
  const acts: number[] = [];
  for (const place of [1, 2]) {
    acts.push((await call('POST /versions/:id/acts/', { params: { id: claimed.id }, body: {} })).id);
    await call('PUT /act_rows/:id/', { params: { id: actRowId(rows[place] ?? 0, place) }, body: { percent: '12.5' } });
  }
  const summary = await call('GET /versions/:id/summary/', { params: { id: open.id } });
  return {
    id,
    teamId,
    claimed: { versionId: claimed.id, rows, acts },
    open: { versionId: open.id, lists: summary.costs.map((list) => list.id), taxId: summary.taxes[0]?.id ?? 0 },
  };
}
