import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { schemaFiles } from '../../scripts/schema.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import type { Database } from '../../server/db/open.ts';
import { CopiedCluster } from './copiedCluster.ts';

const engine = inject('engine');
let database: Database;
beforeAll(async () => {
  if (engine.kind === 'embedded') database = await openEmbedded(undefined, new CopiedCluster(engine.template));
});
afterAll(() => database?.close());

test.runIf(engine.kind === 'embedded')('server/db/schema shows the tables, views and functions as the migrations leave them', async () => {
  for (const [name, text] of Object.entries(await schemaFiles(database)))
    expect(readFileSync(`server/db/schema/${name}`, 'utf8'), 'node scripts/schema.ts writes it again').toBe(text);
});

test.runIf(engine.kind === 'embedded')('every table, view and function says what it is for', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and obj_description(oid, 'pg_class') is null
    union all
    select proname from pg_proc where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null`.execute(
    database.query,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});
