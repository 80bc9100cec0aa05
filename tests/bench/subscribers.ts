/**
 * Measures how soon an edit reaches all followers of its project, and how long other requests wait meanwhile, on each engine.
 * Every figure is of this machine and this run; the clients share its cores with the server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO } from '../../server/demo/demo.ts';
import { socketTo } from '../server/listening.ts';
import { type Engine, onEachEngine } from './engines.ts';
import type { Report } from './importServer.ts';

const SOCKETS = 16;
const EDITS = 60;
const WARMING = 10;
const FOLLOWERS = [1, 1_000];

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

async function call<T>(address: string, access: string | null, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(access !== null && { authorization: `Bearer ${access}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Milliseconds until each follower has received each edit, and of another person's requests meanwhile. */
async function follow(address: string, followers: number) {
  const { access } = await call<{ access: string }>(address, null, 'POST', '/token/', { email: DEMO.email, password: DEMO.password });
  const [project] = await call<{ id: number }[]>(address, access, 'GET', '/projects');
  const { versions } = await call<{ versions: { id: number; acts: unknown[] }[] }>(address, access, 'GET', `/projects/${project?.id}/tree`);
  const version = versions.at(-1);
  const { record } = await call<{ record: { id: number } }>(address, access, 'POST', `/versions/${version?.id}/taxes/`, { name: 'Bench' });
  const sockets = Array.from({ length: Math.min(SOCKETS, followers) }, () => socketTo(address, access));
  const query = `subscription { recent_events(where: {project_id: {_eq: ${project?.id}}, processed: {_eq: true}}, order_by: {created_at: desc}, limit: 1) { id type created_at author_id subject } }`;

  let heard = 0;
  let sentAt = 0;
  let all = Promise.withResolvers<void>();
  const times: number[] = [];
  for (let at = 0; at < followers; at += 1) {
    sockets[at % sockets.length]?.subscribe(
      { query },
      {
        next: () => {
          heard += 1;
          times.push(performance.now() - sentAt);
          if (heard === followers) all.resolve();
        },
        error: (error) => all.reject(error),
        complete: () => all.reject(new Error('A live query was ended')),
      },
    );
  }
  await all.promise;

  const others: number[] = [];
  let over = false;
  const somebodyElse = (async () => {
    while (!over) {
      const start = performance.now();
      await call(address, access, 'GET', `/projects/${project?.id}/`);
      others.push(performance.now() - start);
      await wait(5);
    }
  })();
  for (let at = 0; at < WARMING + EDITS; at += 1) {
    if (at === WARMING) {
      times.length = 0;
      others.length = 0;
    }
    heard = 0;
    all = Promise.withResolvers();
    sentAt = performance.now();
    await Promise.all([all.promise, call(address, access, 'PUT', `/taxes/${record.id}/`, { percent_total: String((at % 900) / 10) })]);
    await wait(20);
  }
  over = true;
  await somebodyElse;
  for (const socket of sockets) await socket.dispose();
  return { times, others };
}

async function measure({ name: engine, databaseUrl }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  const child = fork(join(import.meta.dirname, 'importServer.ts'), {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const [{ address }] = (await once(child, 'message')) as [Report];
    for (const followers of FOLLOWERS) {
      const { times, others } = await follow(address, followers);
      const shown = (values: readonly number[]) => [0.5, 0.99].map((part) => percentile(values, part).toFixed(0).padStart(5)).join(' / ');
      console.log(
        `${engine.padEnd(10)} ${String(followers).padStart(5)} followers: heard after ${shown(times)} ms, others' requests ${shown(others)} ms (p50 / p99, ${EDITS} edits)`,
      );
    }
  } finally {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

await onEachEngine(measure);
