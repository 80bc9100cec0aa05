/**
 * Measures the cost of a read: a window of 256 rows and the latest event by GraphQL, each beside a bare node:http server that answers its query with
 * `JSON.stringify`. Compare within this run. Processor time is that of server and database.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO } from '../../server/demo/demo.ts';
import type { Report } from './editServer.ts';
import { type Engine, onEachEngine } from './engines.ts';
import { note } from './findings.ts';
import { cpuOf } from './processes.ts';

const WARMING = 100;
const READS = 500;
const ROUNDS = 3;
const ROWS = 2_000;

const agent = new Agent({ keepAlive: true });

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly access?: string;
  readonly encoding?: string;
}
/** The answer's bytes as they travel: `fetch` would inflate them. */
function call(url: string, { method = 'GET', body, access, encoding = 'identity' }: Asked): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'accept-encoding': encoding,
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = request(url, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const whole = Buffer.concat(parts);
        if ((response.statusCode ?? 500) < 300) resolve(whole);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${whole.toString()}`));
      });
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function measure({ name: engine, databaseUrl, postgres }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  const child = fork(join(import.meta.dirname, 'editServer.ts'), {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const cpu = () => cpuOf(child.pid ?? 0) + (postgres === null ? 0 : cpuOf(postgres.pid));
  async function each(read: () => Promise<Buffer>): Promise<{ cpu: number; bytes: number }> {
    for (let at = 0; at < WARMING; at += 1) await read();
    const before = cpu();
    let bytes = 0;
    for (let at = 0; at < READS; at += 1) bytes = (await read()).length;
    return { cpu: (cpu() - before) / READS, bytes };
  }
  try {
    const [{ address, bare }] = (await once(child, 'message')) as [Report];
    const api = `${address}/api/v1`;
    const post = async <T>(path: string, body: unknown, access?: string): Promise<T> =>
      JSON.parse((await call(`${api}${path}`, { method: 'POST', body, ...(access !== undefined && { access }) })).toString()) as T;
    const { access } = await post<{ access: string }>('/token/', { email: DEMO.email, password: DEMO.password });
    const project = await post<{ id: number }>('/projects', { team_id: 1, name: 'Bench' }, access);
    const version = await post<{ id: number }>(`/projects/${project.id}/versions/`, {}, access);
    const { list } = await post<{ list: { id: number } }>(`/versions/${version.id}/lists/`, { title: 'Everything' }, access);
    const row = (at: number) =>
      at % 50 === 0
        ? { kind: 'section', code: String(at / 50 + 1), name: `Part ${at}` }
        : {
            code: `B${at}`,
            name: `Position ${at}`,
            unit: 'm2',
            quantity: `${at}.125`,
            unit_labour: '4.25',
            unit_materials: '11.4',
            unit_tools: '0.75',
          };
    await post(`/lists/${list.id}/rows/`, { rows: Array.from({ length: ROWS }, (_, at) => row(at)) }, access);

    const window = `/lists/${list.id}/rows/?offset=0&limit=256&shape=columns`;
    const query = `{ recent_events(where: {project_id: {_eq: ${project.id}}, processed: {_eq: true}}, order_by: {created_at: desc}, limit: 1) { id type created_at author_id subject } }`;
    const reads: Record<string, () => Promise<Buffer>> = {
      'bare: 256 rows': () => call(`${bare}/v1/x/lists/${list.id}`, {}),
      'a window of 256 rows': () => call(api + window, { access }),
      'the same, compressed': () => call(api + window, { access, encoding: 'gzip, deflate, br' }),
      'bare: the latest event': () => call(`${bare}/v1/x/events/${project.id}`, {}),
      'GraphQL recent_events': () => call(`${api}/graphql`, { method: 'POST', body: { query }, access }),
    };
    const least: Record<string, { cpu: number; bytes: number }> = {};
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, read] of Object.entries(reads)) {
        const found = await each(read);
        if (found.cpu < (least[name]?.cpu ?? Number.POSITIVE_INFINITY)) least[name] = found;
      }
    let anchor = Number.NaN;
    console.log(`\n${engine}: ${READS} of each one after another, the least of ${ROUNDS} rounds`);
    console.table(
      Object.fromEntries(
        Object.entries(least).map(([name, found]) => {
          if (name.startsWith('bare')) anchor = found.cpu;
          return [name, { 'CPU ms': found.cpu.toFixed(2), '÷ bare': (found.cpu / anchor).toFixed(1), bytes: found.bytes }];
        }),
      ),
    );
    for (const [name, plain, aim] of [
      ['a window of 256 rows', 'bare: 256 rows', 1.5],
      ['GraphQL recent_events', 'bare: the latest event', 2.5],
    ] as const) {
      const [found, anchored] = [least[name]?.cpu ?? Number.NaN, least[plain]?.cpu ?? Number.NaN];
      note({
        what: `${engine}: ${name} ÷ bare node:http, processor time`,
        measured: found / anchored,
        beside: `${anchored.toFixed(2)} ms`,
        aim,
      });
    }
  } finally {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

await onEachEngine(measure);
agent.destroy();
