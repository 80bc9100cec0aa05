import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('every function that returns rows declares the number of rows for the planner', async () => {
  const ASSUMED = 1000;
  const { rows } = await sql<{ name: string; expected: number }>`
    select p.oid::regprocedure::text as name, p.prorows as expected
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and p.proretset`.execute(server.database.query);
  expect(rows.map(({ name }) => name)).toContain('lock_place(bigint,text,bigint,integer)');
  expect(rows.filter(({ expected }) => expected === ASSUMED)).toEqual([]);
});

test.skipIf(inject('engine').kind === 'embedded')('no statement is compiled to machine code', async () => {
  const asked = Array.from({ length: 12 }, () => sql<{ jit: string }>`select current_setting('jit') as jit`.execute(server.database.query));
  expect(new Set((await Promise.all(asked)).map(({ rows: [found] }) => found?.jit))).toEqual(new Set(['off']));
});
