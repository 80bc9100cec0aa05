import { expect, test } from 'vitest';
import { teamTables, unscoped } from '../../scripts/teamScope.ts';

const TABLES = teamTables(`
export interface Tables {
  users: { id: number; name: string };
  rows: { team_id: number; id: number };
  acts: Acts;
  lists: {
    id: number;
    team_id: number;
  };
  log: { id: number; team_id: number | null };
}
interface Acts {
  team_id: number;
}
`);
const found = (source: string) => unscoped('server/a.ts', source, TABLES).map(({ table }) => table);

test('the checked tables are those that belong to one team', () => {
  expect([...TABLES]).toEqual(['rows', 'acts', 'lists']);
});

test.each([
  [`query.selectFrom('rows').select('team_id').where('id', '=', id).execute()`, ['rows']],
  [`query.selectFrom('rows').where('team_id', '=', teamId).where('id', '=', id).execute()`, []],
  [`query.updateTable('rows as r').set({ name }).where('r.id', '=', id).execute()`, ['rows']],
  [`query.deleteFrom(table).where('id', '=', id).execute()`, ['']],
  [`query.selectFrom('users').where('id', '=', id).execute()`, []],
  [`query.selectFrom('rows as r').innerJoin('lists as l', 'l.id', 'r.list_id').where('r.team_id', '=', teamId)`, ['lists']],
  [
    `query.selectFrom('rows as r').innerJoin('lists as l', (on) => on.onRef('l.team_id', '=', 'r.team_id')).where('l.team_id', '=', teamId)`,
    [],
  ],
  [
    `query.selectFrom('rows as r').innerJoin('lists as l', (on) => on.onRef('l.team_id', '=', 'r.team_id')).where('r.id', '=', id)`,
    ['rows'],
  ],
  [`query.updateTable('rows as r').from('lists as l').where('r.team_id', '=', teamId)`, ['lists']],
])('a query by calls: %s', (source, tables) => {
  expect(found(source)).toEqual(tables);
});

test.each([
  ['sql`select team_id, name from rows where id = ${id}`', ['rows']],
  ['sql`select name from rows where team_id = ${teamId} and id = ${id}`', []],
  ['sql`delete from rows where (team_id, id) in (select 1, 2)`', []],
  ['sql`select 1 from rows r join acts a on a.id = r.id where r.team_id = ${teamId}`', ['acts']],
  ['sql`select 1 from rows r join acts a on a.team_id = r.team_id where r.team_id = ${teamId}`', []],
  ['sql`select (select 1 from rows where id = 1), 2 from rows where team_id = ${teamId}`', ['rows', 'rows']],
  ['sql`select 1 from users where id = ${id}`', []],
  ['const own = sql`team_id = ${teamId}`;\nsql`select 1 from rows where ${own} and id = 1`', []],
  ['const own = sql`id = ${id}`;\nsql`select 1 from rows where ${own}`', ['rows']],
])('a query in SQL: %s', (source, tables) => {
  expect(found(source)).toEqual(tables);
});
