import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyFolder } from '../filledFolder.ts';
import { play } from '../fuzz/play.ts';
import { started } from '../served.ts';

const SEED = 12;
const MESSAGES = 1_000;
/** In MB, and far above what a server that leaks nothing comes to after so few messages. */
const MOST_MEMORY = 2_000;

// The short form of `npm run fuzz`, which goes on for longer and on both engines.
const engine = inject('engine');
const isHere = engine.kind === 'embedded';
const folder = mkdtempSync(join(tmpdir(), 'actum-fuzz-'));
let server: Awaited<ReturnType<typeof started>> | undefined;
beforeAll(async () => {
  if (!isHere) return;
  copyFolder(engine.filled, folder);
  server = await started({ DATA_DIR: folder, DEMO: 'off' });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(isHere)(
  `${MESSAGES} malformed messages on every entry: no 5xx, no missing answer, no internals disclosed, and the server keeps running`,
  async () => {
    if (server === undefined) throw new Error('no server');
    const { sent, faults, answers, memory } = await play({
      address: server.address,
      pid: server.pid,
      dataDir: folder,
      seed: SEED,
      count: MESSAGES,
    });
    expect(faults).toEqual([]);
    expect(sent).toBe(MESSAGES);
    expect(memory.last).toBeLessThan(MOST_MEMORY);
    expect(answers.get('http 200') ?? 0).toBeGreaterThan(0);
    console.log(`fuzz: ${sent} messages, seed ${SEED}: ${[...answers].map(([kind, times]) => `${times} ${kind}`).join(', ')}`);
  },
  300_000,
);
