import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { copyFolder } from '../filledFolder.ts';

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'actum-folder-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A data folder of an installation that has been started before, with the demo project in its embedded database. */
export function usedDataFolder(): string {
  const engine = inject('engine');
  const folder = temporaryFolder();
  if (engine.kind === 'embedded') copyFolder(engine.filled, folder);
  return folder;
}
