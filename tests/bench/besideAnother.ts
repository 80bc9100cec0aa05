/** Measures calls, and how long another person waited at most meanwhile for reading a window or editing a cell of their own estimate. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEachEngine } from './engines.ts';
import { otherPerson } from './importOthers.ts';
import type { Report } from './importServer.ts';
import { signedIn } from './signedIn.ts';

export interface Bench {
  readonly call: Awaited<ReturnType<typeof signedIn>>;
  readonly teamId: number;
  /** Measures one piece of work, in ms, as a line of the table. */
  readonly timed: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;
  readonly server: ChildProcess;
  /** The next message of the server. */
  readonly told: () => Promise<Report>;
}

async function measured(environment: NodeJS.ProcessEnv, play: (bench: Bench) => Promise<void>) {
  const server = fork(new URL('importServer.ts', import.meta.url).pathname, [], {
    env: { ...process.env, ...environment },
    serialization: 'advanced',
  });
  const told = () => new Promise<Report>((resolve) => server.once('message', (message) => resolve(message as Report)));
  const { address } = await told();
  const call = await signedIn(address);
  const { teams } = await call('GET /profile/', {});
  const teamId = teams[0]?.id ?? 0;
  const other = await otherPerson(call, teamId);
  const found: Record<string, { milliseconds: number; 'longest wait of another': number }> = {};
  const timed: Bench['timed'] = async (name, work) => {
    const start = performance.now();
    const working = work();
    let taken = 0;
    const { longest } = await other.during(
      working.finally(() => {
        taken = performance.now() - start;
      }),
    );
    found[name] = { milliseconds: Math.round(taken), 'longest wait of another': Math.round(longest) };
    return working;
  };
  await play({ call, teamId, timed, server, told });
  server.disconnect();
  await new Promise((resolve) => server.once('exit', resolve));
  return found;
}

/** Prints a table for each engine. */
export async function besideAnother(title: string, play: (bench: Bench) => Promise<void>): Promise<void> {
  await onEachEngine(async ({ name, databaseUrl }) => {
    const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
    try {
      console.log(`\n${title}, ${name}`);
      console.table(await measured({ DATA_DIR: folder, DATABASE_URL: databaseUrl }, play));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
