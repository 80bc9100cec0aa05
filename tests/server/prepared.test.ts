/** The embedded database's own way of running a query in place of PGlite's. PostgreSQL's server has nothing of it. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database, Query } from '../../server/db/open.ts';
import { emptyDatabase } from './emptyDatabase.ts';

const { kind } = inject('engine');
let database: Database;

beforeAll(async () => {
  if (kind !== 'embedded') return;
  database = await emptyDatabase();
  await database.script(
    `create table kinds (id int generated always as identity primary key, big bigint, share numeric(12, 4), day date, at timestamptz, yes boolean, words text[], ids bigint[], facts jsonb, bytes bytea, double float8, name text)`,
  );
});
afterAll(() => database?.close());

async function ask(text: string, values: readonly unknown[] = [], query: Query = database.query): Promise<Record<string, unknown>[]> {
  return (await query.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;
}
/** Runs it three times: the text is new, repeated, and then prepared. */
async function thrice<T>(work: () => Promise<T>): Promise<[T, T, T]> {
  return [await work(), await work(), await work()];
}
const preparedTexts = async () => (await ask('select count(*)::int as count from pg_prepared_statements'))[0]?.['count'];

describe.runIf(kind === 'embedded')('a repeated query text', () => {
  test('says how many rows it has written, and nothing for a read', async () => {
    await database.script('create table counted (n int)');
    const written = async (text: string) => Number((await database.query.executeQuery(CompiledQuery.raw(text))).numAffectedRows);
    expect(await thrice(() => written('insert into counted select generate_series(1, 3)'))).toEqual([3, 3, 3]);
    expect(await thrice(() => written('update counted set n = n + 1 where n > 2'))).toEqual([3, 3, 3]);
    expect(await thrice(() => written('select n from counted'))).toEqual([0, 0, 0]);
    expect(await thrice(() => written('delete from counted'))).toEqual([9, 0, 0]);
  });

  test('accepts and returns every type of value, and null, as on the first run', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z');
    const values = [
      9007199254740991,
      '12345678.0001',
      '2026-02-28',
      at,
      true,
      ['a', 'b,"c\\', null],
      [1, 2],
      { a: [1, "o'x"] },
      Buffer.from([0, 255, 92]),
      0.1,
      'ä𝄞\n',
    ];
    const insert = `insert into kinds (big, share, day, at, yes, words, ids, facts, bytes, double, name) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning big, share, day, at, yes, words, ids, facts, bytes, double, name`;
    for (const [row] of await thrice(() => ask(insert, values))) {
      expect(Object.values(row ?? {})).toEqual(values.map((value) => (value instanceof Buffer ? new Uint8Array(value) : value)));
    }
    for (const [row] of await thrice(() => ask(insert, Array(values.length).fill(null)))) {
      expect(Object.values(row ?? {})).toEqual(Array(values.length).fill(null));
    }
  });

  test('counts the rows it wrote, and answers no rows where there are none', async () => {
    const written = await thrice(
      async () =>
        (await database.query.executeQuery(CompiledQuery.raw('update kinds set yes = not yes where yes is not null'))).numAffectedRows,
    );
    expect(written).toEqual([3n, 3n, 3n]);
    const counted = async (text: string) => (await database.query.executeQuery(CompiledQuery.raw(text))).numAffectedRows;
    expect(await thrice(() => counted('select * from kinds'))).toEqual([0n, 0n, 0n]);
    expect(await thrice(() => counted('analyze kinds'))).toEqual([0n, 0n, 0n]);
    expect(await thrice(() => ask('select name from kinds where id = $1', [0]))).toEqual([[], [], []]);
    expect(await thrice(() => ask('select'))).toEqual([[{}], [{}], [{}]]);
  });

  test('that fails, because of its text or its values, affects no other', async () => {
    for (const text of ['selec 1', 'select no_such_column from kinds', 'select 1 / $1::int as part']) {
      for (let time = 0; time < 3; time += 1) {
        await expect(ask(text, text.includes('$1') ? [0] : [])).rejects.toMatchObject({
          code: expect.stringMatching(/^(42601|42703|22012)$/),
        });
        expect(await ask('select 1 / $1::int as whole', [1])).toEqual([{ whole: 1 }]);
      }
    }
    const aborted = database.query.transaction().execute(async (tx) => {
      await ask('insert into kinds (name) values ($1)', ['lost'], tx);
      await expect(ask('select 1 / $1::int as part', [0], tx)).rejects.toMatchObject({ code: '22012' });
      await expect(ask('select 1 / $1::int as whole', [1], tx)).rejects.toMatchObject({ code: '25P02' });
      throw new Error('given up');
    });
    await expect(aborted).rejects.toThrow('given up');
    expect(await ask('select name from kinds where name = $1', ['lost'])).toEqual([]);
    expect(await ask('select 1 / $1::int as part', [1])).toEqual([{ part: 1 }]);
  });

  test('is one of at most 256 that are kept, and works again after it was dropped', async () => {
    const first = 'select $1::int as here';
    await thrice(() => ask(first, [1]));
    for (let at = 0; at < 300; at += 1) await thrice(() => ask(`select $1::int as at_${at}`, [at]));
    expect(await preparedTexts()).toBeLessThanOrEqual(256);
    expect(await preparedTexts()).toBeGreaterThan(200);
    expect(await thrice(() => ask(first, [7]))).toEqual([[{ here: 7 }], [{ here: 7 }], [{ here: 7 }]]);
  });

  test('is not prepared when it has very many values', async () => {
    const before = await preparedTexts();
    const many = Array.from({ length: 3000 }, (_, at) => at);
    const text = `select ${many.map((at) => `$${at + 1}::int`).join(' + ')} as sum`;
    expect(await thrice(() => ask(text, many))).toEqual(Array(3).fill([{ sum: 4498500 }]));
    expect(await preparedTexts()).toBe(before);
  });

  test('run many times at once answers each caller its own rows', async () => {
    const asked = Array.from({ length: 200 }, (_, at) => at);
    const answers = await Promise.all(
      asked.map((at) =>
        at % 3 === 0
          ? database.query.transaction().execute(async (tx) => (await sql<{ at: number }>`select ${at}::int as at`.execute(tx)).rows[0]?.at)
          : sql<{ at: number }>`select ${at}::int as at`.execute(database.query).then(({ rows }) => rows[0]?.at),
      ),
    );
    expect(answers).toEqual(asked);
  });

  test('notifies listeners once its transaction is committed', async () => {
    const heard: string[] = [];
    await database.listen(
      'prepared_test',
      (payload) => heard.push(payload),
      () => {},
    );
    await thrice(() => ask(`select pg_notify('prepared_test', $1)`, ['alone']));
    await database.query.transaction().execute((tx) => ask(`select pg_notify('prepared_test', $1)`, ['together'], tx));
    expect(heard).toEqual(['alone', 'alone', 'alone', 'together']);
  });
});

test.runIf(kind === 'embedded')('a database that is closed refuses what comes then', async () => {
  const closed = await emptyDatabase();
  await ask('select 1', [], closed.query);
  await closed.close();
  await expect(ask('select 1', [], closed.query)).rejects.toThrow(/closed/);
});
