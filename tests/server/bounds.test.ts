/** On PostgreSQL the first query of a transaction takes BEGIN with it, and a last statement COMMIT. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyRows } from '../../server/db/copy.ts';
import type { Query, Tx } from '../../server/db/open.ts';
import { lastStatement, statement } from '../../server/db/statements.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
let query: Query;
beforeAll(async () => {
  server = await startServer();
  query = server.database.query;
  await sql`create table beginnings (name text primary key)`.execute(query);
});
afterAll(() => server.close());

const insert = (tx: Query, name: string) => sql`insert into beginnings values (${name})`.execute(tx);
const kept = async () =>
  (await sql<{ name: string }>`select name from beginnings order by name`.execute(query)).rows.map(({ name }) => name);
const began = async (tx: Tx) => (await sql<{ at: string }>`select now()::text as at`.execute(tx)).rows[0]?.at;
/** In a transaction that was left open, `now()` would stay the time of its first statement. */
async function expectNothingOpen(): Promise<void> {
  const times = new Set<string | undefined>();
  for (let time = 0; time < 3; time += 1) {
    times.add((await sql<{ at: string }>`select now()::text as at`.execute(query)).rows[0]?.at);
    await sql`select pg_sleep(0.005)`.execute(query);
  }
  expect(times.size).toBe(3);
}
class Changed extends Error {}
const undone = (work: (tx: Tx) => Promise<unknown>) =>
  expect(
    query.transaction().execute(async (tx) => {
      await work(tx);
      throw new Changed();
    }),
  ).rejects.toBeInstanceOf(Changed);

test('a transaction includes its first query, whatever that query is', async () => {
  // The first transaction of a connection prepares BEGIN, so each is tried on the same connection again.
  for (let time = 0; time < 3; time += 1) {
    await undone((tx) => insert(tx, 'undone'));
    await undone((tx) => sql`insert into beginnings values ('without values')`.execute(tx));
    await undone((tx) => copyRows(tx, 'beginnings (name)', Buffer.from('copied\n')));
    await undone(async (tx) => {
      const at = await began(tx);
      await insert(tx, 'later');
      expect(await began(tx)).toBe(at);
    });
    expect(await kept()).toEqual([]);
  }
});

test('a transaction is committed with its first query, and one without any query leaves nothing behind', async () => {
  await query.transaction().execute((tx) => insert(tx, 'kept'));
  await query.transaction().execute((tx) => copyRows(tx, 'beginnings (name)', Buffer.from('copied\n')));
  await query.transaction().execute(async () => {});
  await undone(async () => {});
  await expectNothingOpen();
  expect(await kept()).toEqual(['copied', 'kept']);
});

test('a first query that fails ends the transaction, and the connection is used again', async () => {
  for (let time = 0; time < 3; time += 1) {
    await expect(query.transaction().execute((tx) => sql`select from nowhere`.execute(tx))).rejects.toThrow(/nowhere/);
    await expect(query.transaction().execute((tx) => sql`select ${1}::int / 0`.execute(tx))).rejects.toThrow(/division/);
    await expect(
      query.transaction().execute(async (tx) => {
        await sql`select ${1}::int / 0`.execute(tx).catch(() => {});
        await insert(tx, 'after a failure');
      }),
    ).rejects.toThrow(/aborted/);
    await query.transaction().execute((tx) => insert(tx, `time ${time}`));
  }
  expect((await kept()).filter((name) => name.startsWith('time') || name.startsWith('after'))).toEqual(['time 0', 'time 1', 'time 2']);
});

const told = statement<{ name: string }, { name: string }>('told', ({ name }) => sql`select ${name}::text as name`);

test.runIf(inject('engine').kind === 'postgres')(
  'a statement is prepared once, under its name, by a connection that runs it outside of a transaction',
  async () => {
    await query.connection().execute(async (connection) => {
      for (const name of ['one', 'two', 'three']) expect(await told(connection, { name })).toEqual([{ name }]);
      const prepared = sql<{ name: string }>`select name from pg_prepared_statements where name = 'told'`;
      expect((await prepared.execute(connection)).rows).toEqual([{ name: 'told' }]);
    });
  },
);

const insertLast = lastStatement<{ name: string; due: string | null }, { name: string }>(
  'insert_last',
  ({ name, due }) => sql`insert into beginnings (name, due) values (${name}, ${due}) returning name`,
);
const ending = (name: string, due: string | null = null) =>
  query.transaction().execute(async (tx) => {
    await insert(tx, `before ${name}`);
    return await insertLast(tx, { name, due });
  });

describe('a last statement', () => {
  beforeAll(async () => {
    await sql`alter table beginnings add column due text references beginnings (name) deferrable initially deferred`.execute(query);
    await sql`delete from beginnings`.execute(query);
  });

  test('is committed with all before it, and answers its rows', async () => {
    for (let time = 0; time < 3; time += 1) expect(await ending(`time ${time}`)).toEqual([{ name: `time ${time}` }]);
    expect(await kept()).toEqual(['before time 0', 'before time 1', 'before time 2', 'time 0', 'time 1', 'time 2']);
    await expectNothingOpen();
  });

  test('that fails, or whose commit fails, leaves nothing behind, and the connection is used again', async () => {
    for (let time = 0; time < 3; time += 1) {
      const before = await kept();
      await expect(ending('time 0')).rejects.toThrow(/unique/);
      await expect(ending('due', 'nothing of this name')).rejects.toThrow(/foreign key/);
      expect(await kept()).toEqual(before);
      await ending(`after ${time}`, `before after ${time}`);
      expect(await kept()).toEqual([`after ${time}`, `before after ${time}`, ...before].toSorted());
    }
  });

  test('may also be the first', async () => {
    await query.transaction().execute((tx) => insertLast(tx, { name: 'alone', due: null }));
    await expect(query.transaction().execute((tx) => insertLast(tx, { name: 'alone', due: null }))).rejects.toThrow(/unique/);
    expect(await kept()).toContain('alone');
  });

  test('allows no other statement after it in its transaction, whether it succeeds or fails, and the connection is used again', async () => {
    for (let time = 0; time < 3; time += 1) {
      const before = await kept();
      const refused = query.transaction().execute(async (tx) => {
        await insertLast(tx, { name: `last ${time}`, due: null });
        await insert(tx, `after the last ${time}`);
      });
      await expect(refused).rejects.toThrow('A statement came after the last one of its transaction: insert into beginnings');
      const failed = query.transaction().execute(async (tx) => {
        await insert(tx, `before a failure ${time}`);
        await insertLast(tx, { name: 'due', due: 'nothing of this name' }).catch(() => {});
        await insert(tx, `after a failure ${time}`);
      });
      // The embedded database checks deferred constraints at commit, which is never reached here.
      await expect(failed).rejects.toThrow('A statement came after the last one of its transaction');
      const later = (await kept()).filter((name) => !before.includes(name) && name !== `last ${time}`);
      expect(later).toEqual([]);
      await query.transaction().execute((tx) => insert(tx, `later ${time}`));
      expect(await kept()).toContain(`later ${time}`);
    }
  });

  test('sent together with others includes only those sent before it in the transaction', async () => {
    const together = query.transaction().execute(async (tx) => {
      const sent = [insert(tx, 'sent before'), insertLast(tx, { name: 'sent last', due: null }), insert(tx, 'sent after')];
      return (await Promise.allSettled(sent)).map(({ status }) => status);
    });
    expect(await together).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const names = await kept();
    expect(names).toEqual(expect.arrayContaining(['sent before', 'sent last']));
    expect(names).not.toContain('sent after');
  });
});
