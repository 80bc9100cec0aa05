import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { confirmEmail, recoverPassword } from '../../server/accounts/registration.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Database } from '../../server/db/open.ts';
import { FROM_INSIDE } from '../../server/http/from.ts';
import { emptyDatabase } from './emptyDatabase.ts';

const FOLDER = 'server/db/migrations';

/** A database as a release before these migrations left it. */
async function databaseBefore(first: string): Promise<Database> {
  const database = await emptyDatabase();
  onTestFinished(() => database.close());
  await database.script('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  const earlier = readdirSync(FOLDER)
    .filter((name) => name < first)
    .sort();
  for (const name of earlier)
    await database.script(`insert into migrations (name) values ('${name}');\n${readFileSync(`${FOLDER}/${name}`, 'utf8')}`);
  return database;
}
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

test('when two processes migrate a database at once, each migration is applied by one of them and neither fails', async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.close());
  const applied = await Promise.all([migrate(database), migrate(database)]);
  expect(applied.flat().sort()).toEqual(readdirSync(FOLDER).sort());
  expect(await migrate(database)).toEqual([]);
});

test('accounts waiting for confirmation during an upgrade become registrations, and their links still work', async () => {
  const database = await databaseBefore('0030');
  await database.script(`
    insert into users (id, email, name, language, password, confirmed_at) values
      (101, 'here@example.com', 'Here', 'en', 'hash-here', now()),
      (102, 'Waits@example.com', 'Waits', 'lv', 'hash-waits', null),
      (103, 'forgot@example.com', 'Forgot', 'de', 'hash-forgot', null),
      (104, 'odd@example.com', 'Odd', 'en', 'hash-odd', null);
    insert into teams (id, name) values (111, 'Here''s team'), (112, 'Waits''s team'), (113, 'Forgot''s team'), (114, 'Odd''s team');
    insert into members (team_id, user_id, role) values (111, 101, 'owner'), (112, 102, 'owner'), (113, 103, 'owner'), (114, 104, 'owner'), (114, 101, 'admin');
    insert into person_links (hash, kind, user_id, expires_at) values
      ('${hashOf('confirm-waits')}', 'confirmation', 102, now() + interval '1 day'),
      ('${hashOf('recover-forgot')}', 'recovery', 103, now() + interval '1 hour'),
      ('${hashOf('recover-here')}', 'recovery', 101, now() + interval '1 hour');
    insert into outgoing_mails (kind, email) values ('confirmation', 'waits@example.com');`);
  await migrate(database);
  const { query } = database;
  const people = async () =>
    (await query.selectFrom('users').select(['name', 'language', 'password']).orderBy('name').execute()).map(Object.values);
  expect(await people()).toEqual([
    ['Here', 'en', 'hash-here'],
    ['Odd', 'en', 'hash-odd'],
  ]);
  expect((await query.selectFrom('teams').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([111, 114]);

  await confirmEmail(database, 'confirm-waits');
  const around = { database, config: { leakedPasswords: null } };
  await recoverPassword(around, 'recover-forgot', 'chosen-anew', FROM_INSIDE);
  await recoverPassword(around, 'recover-here', 'chosen-anew', FROM_INSIDE);
  const argon = expect.stringMatching(/^\$argon2id\$/);
  expect(await people()).toEqual([
    ['Forgot', 'de', argon],
    ['Here', 'en', argon],
    ['Odd', 'en', 'hash-odd'],
    ['Waits', 'lv', 'hash-waits'],
  ]);
  const { rows } = await sql<{ name: string; team: string }>`
    select u.name, t.name as team from members m join users u on u.id = m.user_id join teams t on t.id = m.team_id
     where m.role = 'owner' order by u.name`.execute(query);
  expect(rows).toEqual([
    { name: 'Forgot', team: 'Team von Forgot' },
    { name: 'Here', team: "Here's team" },
    { name: 'Odd', team: "Odd's team" },
    { name: 'Waits', team: 'Waits un komanda' },
  ]);
  expect(await query.selectFrom('registrations').select('id').execute()).toEqual([]);
});

test('an edit made before rows had formulas can be undone after the upgrade', async () => {
  const database = await databaseBefore('0050');
  await database.script(`
    insert into users (id, email, name, language, password, confirmed_at) values (1, 'ann@example.com', 'Ann', 'en', 'hash', now());
    insert into teams (id, name) values (1, 'Team');
    insert into projects (team_id, id, name) values (1, 1, 'Yard');
    insert into versions (team_id, id, project_id, number, name) values (1, 1, 1, 1, '');
    insert into lists (team_id, id, version_id, "order", title) values (1, 1, 1, 1, 'Walls');
    insert into estimate_rows (team_id, id, version_id, list_id, "order", name, quantity) values (1, 1, 1, 1, 1024, 'Sand', 5);
    insert into recent_events (team_id, id, project_id, entity_type, object_id, type, created_at, author_id) values (1, 1, 1, 'row', 1, 'update', now(), 1);
    begin; set local actum.event = '1'; update estimate_rows set quantity = 7 where id = 1; commit;`);
  await migrate(database);
  await sql`select replay_event(1, 1, false)`.execute(database.query);
  const { rows } = await sql<{ quantity: string; formulas: unknown }>`select quantity::text, formulas from estimate_rows`.execute(
    database.query,
  );
  expect(rows).toEqual([{ quantity: '5.000000', formulas: null }]);
});

test('an import under review during an upgrade keeps its rows and their sums', async () => {
  const database = await databaseBefore('0062');
  await database.script(`
    insert into users (id, email, name, password, confirmed_at) values (101, 'ann@example.com', 'Ann', 'hash', now());
    insert into teams (id, name) values (111, 'Ann''s team');
    insert into members (team_id, user_id, role) values (111, 101, 'owner');
    insert into projects (team_id, id, name, status) values (111, 121, 'Yard', 'errors_found');
    insert into imports (team_id, id, project_id, file_name, project_status, started_by) values (111, 131, 121, 'works.xlsx', 'created', 101);
    insert into import_lists (team_id, id, project_id, "order", title, sheet, columns, notices) values (111, 141, 121, 1, 'Works', 'Works', '[]', '[]');
    insert into import_rows (team_id, id, list_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools,
                             labour, materials, tools, cells, errors, stated)
    values (111, 151, 141, 1, 4, 'row', 'A1', 'Paving', 'm2', 2.5, 3.33, 10, 0, 8.33, 25, 0, '["A1"]', '[]', 33.33),
           (111, 152, 141, 2, 5, 'row', 'A2', 'Kerb', 'm', 0, 0, 0, 0, 0, 0, 0, '["A2"]', '[{"field":"quantity"}]', 10);`);
  await migrate(database);
  const { rows } = await sql`
    select entry_count, row_count, error_count, labour::text, materials::text, in_error::text from import_list_facts where rows_id = 141`.execute(
    database.query,
  );
  expect(rows).toEqual([{ entry_count: 2, row_count: 2, error_count: 1, labour: '8.33', materials: '25.00', in_error: '10.00' }]);
});

test('places of acts from before the upgrade are not reused: of existing acts, of deleted ones, and of those whose comments stayed', async () => {
  const database = await databaseBefore('0093');
  await database.script(`
    insert into users (id, email, name, password, confirmed_at) values (101, 'ann@example.com', 'Ann', 'hash', now());
    insert into teams (id, name) values (111, 'Team');
    insert into projects (team_id, id, name) values (111, 121, 'Yard');
    insert into versions (team_id, id, project_id, number, name) select 111, 130 + n, 121, n, '' from generate_series(1, 4) n;
    insert into lists (team_id, id, version_id, "order", title) values (111, 141, 133, 1, 'Walls');
    insert into estimate_rows (team_id, id, version_id, list_id, "order", name, quantity) values (111, 151, 133, 141, 1024, 'Sand', 5);
    insert into acts (team_id, id, version_id, place, number) values (111, 161, 131, 2, '1'), (111, 162, 132, 1, '1'), (111, 163, 133, 1, '1');
    insert into recent_events (team_id, id, project_id, entity_type, object_id, type, created_at, author_id) values (111, 171, 121, 'act', 162, 'delete', now(), 101);
    begin; set local actum.event = '171'; delete from acts where id = 162; commit;
    insert into row_comments (team_id, project_id, type, row_id, author_id, text, created_at)
      values (111, 121, 'act_row', 151 * 4096::bigint + 3, 101, 'Rain damage', now()), (111, 121, 'row', 151, 101, 'Wet', now());`);
  await migrate(database);
  const taken = async () =>
    (await database.query.selectFrom('places_taken').select(['version_id', 'last']).orderBy('version_id').execute()).map(
      ({ version_id, last }) => [version_id, last],
    );
  expect(await taken()).toEqual([
    [131, 2],
    [132, 1],
    [133, 3],
  ]);
  await database.script(`
    select replay_event(111, 171, false);
    insert into acts (team_id, id, version_id, place, number) values (111, 164, 131, 5, '2'), (111, 165, 134, 0, ''), (111, 166, 133, 2, '2');`);
  expect(await taken()).toEqual([
    [131, 5],
    [132, 1],
    [133, 3],
  ]);
});

test('in an import under review during an upgrade, lists that state the same line share it, and rows that were included and removed are left out', async () => {
  const database = await databaseBefore('0099');
  const lines = (project: number, first: number, firstIncluded: boolean) => `
    insert into projects (team_id, id, name) values (111, ${project}, 'Yard');
    insert into imports (team_id, id, project_id, file_name, project_status, started_by) values (111, ${project}, ${project}, 'a.xlsx', 'created', 101);
    insert into import_lists (team_id, id, project_id, "order", title, sheet, columns, notices, included)
      select 111, ${first} + n, ${project}, n, 'Works', 'Works', '[]', '[]', n > 1 from generate_series(1, 3) n;
    insert into import_lines (team_id, project_id, list_id, "order", kind, name, percent_total, included)
      select 111, ${project}, ${first} + n, n * 1000 + m, 'tax', case when n = 3 then 'Levy' else 'VAT ' end, 20, n = 1 and m = 0 and ${firstIncluded}
        from generate_series(1, 3) n cross join generate_series(0, 1) m;`;
  await database.script(`
    insert into users (id, email, name, password, confirmed_at) values (101, 'ann@example.com', 'Ann', 'hash', now());
    insert into teams (id, name) values (111, 'Ann''s team');
    ${lines(121, 140, true)}
    ${lines(122, 150, false)}
    update import_lists set not_taken = '[{"kind":"row","row_index":4,"taken_in":true},{"kind":"column","column_index":2},{"kind":"row","row_index":5,"taken_in":true}]'
     where id = 141;
    insert into import_rows (team_id, rows_id, "order", sheet_row_index, kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, cells, errors)
      select 111, rows_id, 1, 5, 'row', '', 'Kerb', '', 1, 0, 25, 0, '{}', '[]' from import_lists where id = 141;`);
  await migrate(database);
  const { query } = database;
  const included = await query.selectFrom('import_lines').select(['list_id', 'order']).where('included', '=', true).orderBy('id').execute();
  expect(included.map(({ list_id, order }) => [list_id, order])).toEqual([
    [141, 1000],
    [142, 2000],
  ]);
  expect(await query.selectFrom('import_lists').select('not_taken').where('id', '=', 141).executeTakeFirstOrThrow()).toEqual({
    not_taken: [
      { kind: 'row', row_index: 4 },
      { kind: 'column', column_index: 2 },
      { kind: 'row', row_index: 5, taken_in: true },
    ],
  });
});
