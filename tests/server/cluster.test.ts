import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ensureCluster } from '../../server/db/cluster.ts';

describe.runIf(inject('engine').kind === 'embedded')('the files of the embedded database', () => {
  let around: string;
  beforeAll(() => {
    around = mkdtempSync(join(tmpdir(), 'actum-cluster-'));
  });
  afterAll(() => rmSync(around, { recursive: true, force: true }));

  test('are begun again where making them was cut short, and left alone once they are there', async () => {
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

  test('that cannot be made leave nothing, and say why with the code of the system', async () => {
    const file = join(around, 'a file');
    writeFileSync(file, '');
    await expect(ensureCluster(join(file, 'database'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
