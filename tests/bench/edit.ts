/**
 * Measures the cost of an edit: its database round trips, its latency and processor time beside a bare node:http server that only updates the row,
 * with the same triggers, and the rate of edits by 32 people at once. Processor time is that of server and database.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO } from '../../server/demo/demo.ts';
import type { Report } from './editServer.ts';
import { type Engine, onEachEngine } from './engines.ts';
import { note as noteFinding } from './findings.ts';
import { runningTimeOf } from './processes.ts';

const PEOPLE = 32;
const WARMING = 100;
/** Rounds measure all kinds in turn, because the machine's speed varies; ratios are taken within a round. */
const ROUNDS = 11;
const EDITS = 120;
const CROWD_EDITS = 1_600;
const ROWS = 200;

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
const median = (values: readonly number[]) => percentile(values, 0.5);

type Call = <T>(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<T>;

const callerOf =
  (address: string, access?: string): Call =>
  async <T>(method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(access !== undefined && { authorization: `Bearer ${access}` }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

interface Estimate {
  readonly versionId: number;
  readonly rows: readonly number[];
  readonly tax: number;
}
interface List {
  readonly list: { readonly id: number };
}

/** A project with a list of positions under headings, and a tax. */
async function estimate(call: Call): Promise<Estimate> {
  const project = await call<{ id: number }>('POST', '/projects', { team_id: 1, name: 'Bench' });
  const version = await call<{ id: number }>('POST', `/projects/${project.id}/versions/`, {});
  const { list } = await call<List>('POST', `/versions/${version.id}/lists/`, { title: 'Everything' });
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at % 50 === 0
      ? { kind: 'section', code: String(at / 50 + 1), name: 'Part' }
      : { name: `Position ${at}`, unit: 'm2', quantity: `${at}.5`, unit_labour: '4.25', unit_materials: '11.4', unit_tools: '0.75' },
  );
  const { ids } = await call<{ ids: number[] }>('POST', `/lists/${list.id}/rows/`, { rows });
  const { record } = await call<{ record: { id: number } }>('POST', `/versions/${version.id}/taxes/`, { name: 'VAT' });
  await call('PUT', `/taxes/${record.id}/`, { percent_total: '21' });
  return { versionId: version.id, rows: ids.filter((_, at) => at % 50 !== 0), tax: record.id };
}

interface Measured {
  readonly waits: number;
  readonly latency: number;
  readonly cpu: number;
}

async function measure({ name: engine, databaseUrl, postgres }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  const start = (settings: NodeJS.ProcessEnv) =>
    fork(join(import.meta.dirname, 'editServer.ts'), {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl, ...settings },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
  const child = start({ LOG_REQUESTS: 'on', METRICS_ADDRESS: '127.0.0.1:0' });
  const waitsSoFar = async () => {
    child.send('waits');
    return ((await once(child, 'message')) as [Report])[0].waits;
  };
  const cpu = (server = child) => runningTimeOf(server.pid ?? 0) + (postgres === null ? 0 : runningTimeOf(postgres.pid));

  /** One after another: waits for the database, median latency and processor time of each. */
  async function oneByOne(edit: (at: number) => Promise<unknown>, server = child): Promise<Measured> {
    const [waits, before] = [await waitsSoFar(), cpu(server)];
    const taken: number[] = [];
    for (let at = 0; at < EDITS; at += 1) {
      const start = performance.now();
      await edit(at);
      taken.push(performance.now() - start);
    }
    const after = cpu(server);
    return { waits: ((await waitsSoFar()) - waits) / EDITS, latency: median(taken), cpu: (after - before) / EDITS };
  }

  async function crowd(people: readonly Call[], estimates: readonly Estimate[], isBare = false) {
    const taken: number[] = [];
    let next = 0;
    const start = performance.now();
    await Promise.all(
      people.map(async (call, person) => {
        const { rows } = estimates[person % estimates.length] as Estimate;
        for (let at = next++; at < CROWD_EDITS; at = next++) {
          const from = performance.now();
          await call(
            'PUT',
            `/rows/${rows[at % rows.length]}/`,
            { quantity: `${at + 1}.75` },
            isBare ? {} : { 'idempotency-key': randomUUID() },
          );
          taken.push(performance.now() - from);
        }
      }),
    );
    return { rate: CROWD_EDITS / ((performance.now() - start) / 1000), p99: percentile(taken, 0.99) };
  }

  let unwatched: ReturnType<typeof start> | null = null;
  try {
    const [{ address, bare }] = (await once(child, 'message')) as [Report];
    const people: Call[] = [];
    for (let at = 0; at < PEOPLE; at += 1) {
      const tokens = await callerOf(address)<{ access: string }>('POST', '/token/', { email: DEMO.email, password: DEMO.password });
      people.push(callerOf(address, tokens.access));
    }
    const call = people[0] as Call;
    const estimates: Estimate[] = [];
    for (let at = 0; at < PEOPLE; at += 1) estimates.push(await estimate(call));
    const [first, claimed] = estimates as [Estimate, Estimate];
    const act = await call<{ id: number }>('POST', `/versions/${claimed.versionId}/acts/`, {});
    const own = (await call<{ place: number }>('GET', `/acts/${act.id}/`)).place;

    // The same server with neither log nor metrics, beside the first: the embedded database is for one process.
    if (databaseUrl !== '') unwatched = start({ LOG_REQUESTS: 'off', LOG_LEVEL: 'error' });
    const [quietly] = unwatched === null ? [] : ((await once(unwatched, 'message')) as [Report]);
    const { access } = await callerOf(address)<{ access: string }>('POST', '/token/', { email: DEMO.email, password: DEMO.password });
    const unheard = callerOf(quietly?.address ?? '', access);
    const plain = callerOf(bare);
    const row = (at: number) => first.rows[at % first.rows.length];
    const rounds: Record<string, Measured[]> = {};
    const note = async (name: string, measured: Promise<Measured>) => {
      rounds[name] = [...(rounds[name] ?? []), await measured];
    };
    for (let at = 0; at < WARMING; at += 1) {
      await plain('PUT', `/rows/${row(at)}/`, { quantity: `${at}.25` });
      await call('PUT', `/rows/${row(at)}/`, { quantity: `${at}.5` });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await note(
        'bare UPDATE',
        oneByOne((at) => plain('PUT', `/rows/${row(at)}/`, { quantity: `${at + round}.25` })),
      );
      await note(
        'cell',
        oneByOne((at) => call('PUT', `/rows/${row(at)}/`, { quantity: `${at + round + 1}.5` })),
      );
      const silent = unwatched;
      if (silent !== null)
        await note(
          'cell, without log and metrics',
          oneByOne((at) => unheard('PUT', `/rows/${row(at)}/`, { quantity: `${at + round + 1}.25` }), silent),
        );
      await note(
        'cell, with a key',
        oneByOne((at) => call('PUT', `/rows/${row(at)}/`, { quantity: `${at + round}.75` }, { 'idempotency-key': randomUUID() })),
      );
      await note(
        'percent line',
        oneByOne((at) => call('PUT', `/taxes/${first.tax}/`, { percent_total: `${at % 90}.${round + 1}` })),
      );
      const actRow = (at: number) => (claimed.rows[at % claimed.rows.length] ?? 0) * 4096 + own;
      await note(
        'act cell',
        oneByOne((at) => call('PUT', `/act_rows/${actRow(at)}/`, { quantity: `0.${1 + ((at + round) % 4)}` })),
      );
      await note(
        'row duplicated',
        oneByOne((at) => call('POST', `/versions/${first.versionId}/rows/duplicate/`, { ids: [row(at)] })),
      );
    }
    const middle = (name: string, figure: keyof Measured) => median((rounds[name] ?? []).map((measured) => measured[figure]));
    const ratio = (name: string, figure: 'latency' | 'cpu') => {
      const anchors = rounds['bare UPDATE'] ?? [];
      return median((rounds[name] ?? []).map((measured, round) => measured[figure] / (anchors[round]?.[figure] ?? Number.NaN)));
    };
    console.log(`\n${engine}: ${EDITS} of each one after another, the middle of ${ROUNDS} rounds`);
    console.table(
      Object.fromEntries(
        Object.keys(rounds).map((name) => [
          name,
          {
            'round trips': middle(name, 'waits'),
            'latency ms': middle(name, 'latency').toFixed(2),
            '÷ UPDATE': ratio(name, 'latency').toFixed(1),
            'CPU ms': middle(name, 'cpu').toFixed(2),
            '÷ UPDATE ': ratio(name, 'cpu').toFixed(1),
          },
        ]),
      ),
    );
    noteFinding(
      { what: `${engine}: round trips of a cell edit, its commit among them`, measured: middle('cell', 'waits'), aim: 6 },
      {
        what: `${engine}: cell ÷ UPDATE, latency`,
        measured: ratio('cell', 'latency'),
        beside: `${middle('bare UPDATE', 'latency').toFixed(2)} ms`,
        aim: 2.5,
      },
      {
        what: `${engine}: cell ÷ UPDATE, processor time`,
        measured: ratio('cell', 'cpu'),
        beside: `${middle('bare UPDATE', 'cpu').toFixed(2)} ms`,
        aim: 2.5,
      },
    );
    const others = estimates.filter((each) => each !== claimed);
    let bareRate = Number.NaN;
    for (const [what, who, which, aim] of [
      [`bare UPDATEs in ${PEOPLE} projects`, people.map(() => plain), others, null],
      [`edits in ${PEOPLE} projects`, people, others, 645],
      ['edits in one project', people, [first], 262],
    ] as const) {
      await crowd(who, which, who !== people);
      const { rate, p99 } = await crowd(who, which, who !== people);
      console.log(`${PEOPLE} people, ${what}: ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`);
      if (aim === null) bareRate = rate;
      else {
        const beside = `${bareRate.toFixed(0)} bare UPDATEs/s`;
        noteFinding(
          { what: `${engine}: ${PEOPLE} people, ${what}, per second`, measured: rate, beside, aim, isRate: true },
          { what: `${engine}: ${PEOPLE} people, ${what}, p99 ms`, measured: p99, aim: 250 },
        );
      }
    }
  } finally {
    for (const each of [child, unwatched]) {
      if (each === null) continue;
      const gone = once(each, 'exit');
      each.disconnect();
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

await onEachEngine(measure);
