/**
 * Measures the memory of the embedded server, started as by `npm start`: idle after its first start, after a restart, and after an import of 100,000
 * rows; also the processor time of that import beside a server without the settings for small machines.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../scripts/pinned.mjs';
import { note } from './findings.ts';
import { benchBook, benchRows } from './importBook.ts';
import { cpuOf, heldBy } from './processes.ts';
import { signedIn } from './signedIn.ts';

const ROWS = 100_000 - 1;
/** Milliseconds after which a server counts as idle. */
const IDLE_AFTER = 15_000;
const PORT = '4178';
const whole = (number: number) => Math.round(number).toLocaleString('en');

type Start = (environment: NodeJS.ProcessEnv) => ChildProcess;
const small: Start = (environment) => startServer(environment, ['ignore', 'pipe', 'inherit']);
const plain: Start = (environment) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function started(start: Start, folder: string) {
  const child = start({ PORT, DATA_DIR: folder, DATABASE_URL: '' });
  const lines = createInterface({ input: child.stdout as Readable });
  for await (const line of lines) if (line.includes('Sign in as')) break;
  const pid = child.pid ?? 0;
  return {
    held: async () => {
      await pause(IDLE_AFTER);
      return heldBy(pid);
    },
    cpu: () => cpuOf(pid),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function importRows(book: File): Promise<void> {
  const call = await signedIn(`http://localhost:${PORT}`);
  const { teams } = await call('GET /profile/', {});
  const { id } = await call('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name: 'Bench' } });
  await call('PATCH /projects/:id/', { params: { id }, body: {} }, book);
  while ((await call('GET /import/:id/lists/', { params: { id } })).status !== 'importable') await pause(1_000);
  await call('POST /import/:id/finish/', { params: { id } });
}

async function measured(start: Start, book: File) {
  const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
  try {
    const first = await started(start, folder);
    const afterFirst = await first.held();
    await first.stop();
    const again = await started(start, folder);
    const afterAgain = await again.held();
    const before = again.cpu();
    await importRows(book);
    const cpu = again.cpu() - before;
    const afterImport = await again.held();
    await again.stop();
    if (start === small)
      note(
        { what: 'Embedded, idle after its first start, MB', measured: afterFirst, aim: 300 },
        { what: 'Embedded, idle after a restart, MB', measured: afterAgain, aim: 250 },
        { what: 'Embedded, idle after an import of 100,000 rows, MB', measured: afterImport, aim: 450 },
      );
    return {
      'first start, MB': whole(afterFirst),
      'restart, MB': whole(afterAgain),
      'after an import, MB': whole(afterImport),
      'import, CPU ms': whole(cpu),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const book = new File([new Uint8Array(benchBook(benchRows(ROWS)))], 'works.xlsx');
console.table({ 'as npm start': await measured(small, book), 'without its settings': await measured(plain, book) });
