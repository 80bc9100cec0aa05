/** `npm run fuzz`: malformed messages on every entry of a real server. `--seed N --count M --from K --engine embedded|postgres`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { started } from '../served.ts';
import { play } from './play.ts';

/** In MB: what memory may grow by between a warm server and the end. */
const GROWTH = 150;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    count: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
    engine: { type: 'string', default: 'embedded' },
  },
});
const [seed, count, from] = [values.seed, values.count, values.from].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'actum-fuzz-'));
const postgres = values.engine === 'postgres' ? await startPostgres() : null;
if (postgres !== null) {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  await admin.query('create database fuzzed');
  await admin.end();
}
const server = await started({ DATA_DIR: folder, DEMO: 'off', ...(postgres !== null && { DATABASE_URL: postgres.url('fuzzed') }) });
console.log(`seed ${seed}, ${count} messages from ${from} on, ${values.engine}`);
const begun = Date.now();
try {
  const { faults, answers, memory } = await play({
    address: server.address,
    pid: server.pid,
    dataDir: folder,
    seed: seed ?? 0,
    count: count ?? 0,
    from: from ?? 0,
    tell: console.log,
  });
  for (const [kind, times] of [...answers].toSorted()) console.log(`${kind.padEnd(16)} ${times}`);
  const isLevel = memory.last - memory.warm <= GROWTH;
  console.log(`memory ${memory.warm.toFixed(0)} MB warm, ${memory.last.toFixed(0)} MB at the end${isLevel ? '' : ': it grows'}`);
  console.log(`${count} messages in ${((Date.now() - begun) / 1000).toFixed(0)} s, ${faults.length} faults (seed ${seed})`);
  if (faults.length > 0 || !isLevel) process.exitCode = 1;
} finally {
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
