/**
 * The server of the benches about large estimates, in its own process. It reports how many statements it has run, inserts rows in the plainest
 * way, and removes a deleted project from the bin.
 */
import { DefaultQueryExecutor, sql } from 'kysely';
import { readConfig } from '../../server/config.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { emptyBin } from '../../server/projects/bin.ts';
import { serve } from '../../server/serve.ts';
import type { BenchRow } from './importBook.ts';

export type Asked =
  | { readonly kind: 'statements' }
  | { readonly kind: 'bulk'; readonly rows: readonly BenchRow[] }
  | { readonly kind: 'bin'; readonly id: number };
export interface Report {
  readonly address: string;
  /** Run so far, begin and commit not counted. */
  readonly statements: number;
}

let statements = 0;
const { executeQuery } = DefaultQueryExecutor.prototype;
DefaultQueryExecutor.prototype.executeQuery = function counted(this: DefaultQueryExecutor, ...given: Parameters<typeof executeQuery>) {
  statements += 1;
  return executeQuery.apply(this, given);
} as typeof executeQuery;

const running = await serve(readConfig({ ...process.env, PORT: '0', DEMO: 'off' }), { log: () => undefined });
await ensureDemo(running.database);
const tell = () => process.send?.({ address: running.address, statements } satisfies Report);

/** The same rows into a table like that of the estimate's rows, in one statement of one transaction. */
async function bulk(rows: readonly BenchRow[]): Promise<void> {
  const { query } = running.database;
  await sql`create table if not exists bench_rows (like estimate_rows including all)`.execute(query);
  await query.transaction().execute(async (tx) => {
    await sql`
      insert into bench_rows (team_id, version_id, list_id, "order", code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools)
      select 1::bigint, 1::bigint, 1::bigint, r.n, r.code, r.name, r.unit, r.quantity, r.labour, r.materials, r.tools,
             round(r.quantity * r.labour, 2), round(r.quantity * r.materials, 2), round(r.quantity * r.tools, 2)
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (
          n int, code text, name text, unit text, quantity numeric, labour numeric, materials numeric, tools numeric)`.execute(tx);
  });
}

async function removed(projectId: number): Promise<void> {
  const { query } = running.database;
  await sql`update projects set deleted_at = deleted_at - interval '31 days' where id = ${projectId}`.execute(query);
  await emptyBin(query);
}

async function done(asked: Asked): Promise<void> {
  if (asked.kind === 'bulk') await bulk(asked.rows);
  if (asked.kind === 'bin') await removed(asked.id);
}
process.on('message', (asked: Asked) => void done(asked).then(tell));
process.on('disconnect', () => void running.close().then(() => process.exit(0)));
tell();
