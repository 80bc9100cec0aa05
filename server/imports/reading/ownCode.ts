/**
 * The modules of the reading process with their types taken out. Node takes them out anew in every process, which takes longer than most files
 * are read in, and may keep nothing on disk for a process that may not write.
 */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const IMPORTED = /\bfrom '(\.[^']+\.ts)'|\bimport '(\.[^']+\.ts)'|\bimport\('(\.[^']+\.ts)'\)/g;

async function modulesFrom(entry: URL): Promise<string> {
  const modules: Record<string, string> = {};
  const waiting = [entry];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (modules[at.href] !== undefined) continue;
    const source = stripTypeScriptTypes(await readFile(at, 'utf8'));
    modules[at.href] = source;
    for (const [, ...found] of source.matchAll(IMPORTED)) waiting.push(new URL(found.find((each) => each !== undefined) ?? '', at));
  }
  return JSON.stringify(modules);
}

let made: Promise<string> | null = null;

/** All modules an entry imports, as JSON by their URLs, for ownCode.mjs. */
export function ownCode(entry: URL): Promise<string> {
  made ??= modulesFrom(entry).catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}
