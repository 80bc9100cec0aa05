import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { ensureCluster } from '../../server/db/cluster.ts';
import { settleReplacement } from '../../server/db/replacement.ts';
import { makeDisk } from '../faults/disk.ts';

describe.runIf(inject('engine').kind === 'embedded')('the files of the embedded database', () => {
  let around: string;
  beforeAll(() => {
    around = mkdtempSync(join(tmpdir(), 'actum-cluster-'));
  });
  afterAll(() => rmSync(around, { recursive: true, force: true }));

  test('are made again where making them was interrupted, and left alone once complete', async () => {
    const folder = join(around, 'database');
    for (const name of ['database', 'database.unfinished-1']) {
      mkdirSync(join(around, name));
      writeFileSync(join(around, name, 'half'), '');
    }
    await ensureCluster(folder);
    expect(readdirSync(around)).toEqual(['database']);
    expect(existsSync(join(folder, 'half'))).toBe(false);
    const made = statSync(folder).ino;
    await ensureCluster(folder);
    expect(statSync(folder).ino).toBe(made);
  });

  test("that cannot be made leave nothing behind, and report the system's error code", async () => {
    const file = join(around, 'a file');
    writeFileSync(file, '');
    await expect(ensureCluster(join(file, 'database'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('that have no room say so, and leave nothing behind', async ({ skip }) => {
    const disk = makeDisk(12);
    onTestFinished(() => disk.remove());
    skip(!disk.canFill, 'nothing may be mounted here');
    await expect(ensureCluster(join(disk.folder, 'database'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(disk.folder)).toEqual([]);
  });

  test('of a restore killed at any moment are removed, and those they were to replace are still there', () => {
    const folder = mkdtempSync(join(around, 'restore-'));
    for (const name of ['database.replaced', 'database.restored', 'database.restored.unfinished-1', 'outbox'])
      mkdirSync(join(folder, name));
    settleReplacement(folder);
    expect(readdirSync(folder).sort()).toEqual(['database', 'outbox']);
  });

  /** The folder in which a process begins to make the files. */
  async function begun(name: string): Promise<string> {
    for (;;) {
      const found = readdirSync(around).find((each) => each.startsWith(`${name}.unfinished-`));
      if (found !== undefined) return join(around, found);
      await setImmediate();
    }
  }

  test("whose making fails halfway are removed, and the system's error code is reported", async () => {
    const making = ensureCluster(join(around, 'failed'));
    const unfinished = await begun('failed');
    rmSync(unfinished, { recursive: true });
    writeFileSync(unfinished, '');
    await expect(making).rejects.toMatchObject({ code: 'ENOTDIR', message: expect.stringContaining('ENOTDIR') });
    expect(existsSync(join(around, 'failed'))).toBe(false);
  });

  test.runIf(existsSync('/proc/self/cmdline'))('whose making is killed are not there, and what killed it is said', async () => {
    const making = ensureCluster(join(around, 'killed'));
    const unfinished = await begun('killed');
    const isMaking = (pid: string) =>
      existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(unfinished);
    let pid: string | undefined;
    while (pid === undefined) {
      pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isMaking(name));
      await setImmediate();
    }
    process.kill(Number(pid), 'SIGKILL');
    await expect(making).rejects.toThrow('The files of the database could not be made (SIGKILL)');
    expect(existsSync(join(around, 'killed'))).toBe(false);
  });
});
