import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureCluster } from '../../server/db/cluster.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { fillFolder } from '../filledFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine:
      | { readonly kind: 'embedded'; readonly empty: string; readonly template: string; readonly filled: string }
      | { readonly kind: 'postgres'; readonly adminUrl: string; readonly template: string };
  }
}

/**
 * One migrated cluster, of which each test file starts from a copy, and one without tables; and one data folder for tests that start a
 * process.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'actum-template-'));
  const [filled, template, empty] = [join(folder, 'made'), join(folder, 'template'), join(folder, 'empty')];
  mkdirSync(filled);
  await ensureCluster(join(filled, 'database'));
  cpSync(join(filled, 'database'), empty, { recursive: true });
  const made = await openEmbedded(filled);
  await migrate(made);
  await made.close();
  cpSync(join(filled, 'database'), template, { recursive: true });
  await fillFolder(filled);
  project.provide('engine', { kind: 'embedded', empty, template, filled });
  return () => rmSync(folder, { recursive: true, force: true });
}
