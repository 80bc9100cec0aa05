/** The server for the benches of edits and reads in its own process, beside a bare one that only updates or reads rows. It reports its database round trips. */
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../server/config.ts';
import { ensureDemo } from '../../server/demo/demo.ts';
import { makeLog } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import { countRoundTrips } from '../roundTrips.ts';

export interface Report {
  readonly address: string;
  /** Of the bare server. */
  readonly bare: string;
  readonly waits: number;
}

const counted = countRoundTrips();
const config = readConfig({ ...process.env, PORT: '0', DEMO: 'off' });
// The output goes to a file or a pipe that nobody reads.
const nowhere = openSync('/dev/null', 'w');
const log = makeLog({ format: 'json', level: config.logLevel, write: (text) => writeSync(nowhere, text) });
const running = await serve(config, { log });
await ensureDemo(running.database);
const pool = config.databaseUrl === null ? null : new pg.Pool({ connectionString: config.databaseUrl, max: 10 });

const UPDATE = `
  update estimate_rows set quantity = $1::numeric, labour = round($1::numeric * unit_labour, 2), materials = round($1::numeric * unit_materials, 2),
         tools = round($1::numeric * unit_tools, 2), revision = nextval('revisions'), updated_at = clock_timestamp()
   where id = $2::bigint and team_id = 1 returning id, revision`;

async function update(id: number, quantity: string): Promise<unknown> {
  const values = [quantity, id];
  if (pool === null) return (await running.database.query.executeQuery(CompiledQuery.raw(UPDATE, values))).rows;
  return (await pool.query({ name: 'bare_update', text: UPDATE, values })).rows;
}

const WINDOW = `
  select id, list_id, "order", kind, code, name, unit, quantity, unit_labour, unit_materials, unit_tools, labour, materials, tools, formulas, revision
    from estimate_rows where team_id = 1 and list_id = $1::bigint order by team_id, list_id, "order", id limit 256`;
const EVENTS = `
  select id, type, created_at, author_id, subject from recent_events where team_id = 1 and project_id = $1::bigint and processed order by created_at desc limit 1`;

/** The rows of a list, or the latest event of a project, each by its own query and `JSON.stringify`. */
async function read(what: string, id: number): Promise<unknown> {
  const text = what === 'lists' ? WINDOW : EVENTS;
  if (pool === null) return (await running.database.query.executeQuery(CompiledQuery.raw(text, [id]))).rows;
  return (await pool.query({ name: `bare_${what}`, text, values: [id] })).rows;
}

const bare = createServer((request, response) => {
  const [, , , what = '', id = ''] = request.url?.split(/[/?]/) ?? [];
  if (request.method === 'GET') {
    void read(what, Number(id)).then((rows) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(rows));
    });
    return;
  }
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const { quantity } = JSON.parse(body) as { readonly quantity: string };
    void update(Number(request.url?.split('/').at(-2)), quantity).then((rows) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(rows));
    });
  });
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));

const tell = () =>
  process.send?.({
    address: running.address,
    bare: `http://localhost:${(bare.address() as AddressInfo).port}`,
    waits: counted.waits,
  } satisfies Report);
process.on('message', tell);
process.on('disconnect', () => {
  bare.close();
  void Promise.all([pool?.end(), running.close()]).then(() => process.exit(0));
});
tell();
