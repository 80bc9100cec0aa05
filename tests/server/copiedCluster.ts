import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MemoryFS } from '@electric-sql/pglite';

interface Files {
  readonly folders: readonly string[];
  readonly files: readonly (readonly [path: string, bytes: Uint8Array])[];
}

/** The databases that PostgreSQL copies new ones from. They are half of all files, and no test makes a new one. */
const TEMPLATES = /^base\/[14](?:\/|$)/;

function filesIn(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !TEMPLATES.test(path));
  return {
    folders: entries.flatMap(({ path, isFolder }) => (isFolder ? [path] : [])).sort(),
    files: entries.flatMap(({ path, isFolder }) => (isFolder ? [] : [[path, readFileSync(join(folder, path))] as const])),
  };
}

const kept = new Map<string, Files>();
const filesOf = (folder: string): Files => {
  const files = kept.get(folder) ?? filesIn(folder);
  kept.set(folder, files);
  return files;
};

/** Written into PGlite's files, whose way from an archive takes three times as long as the rest of opening a database. */
const DATA = '/pglite/data';

/** A copy in memory of the cluster in a folder, which is read once. */
export class CopiedCluster extends MemoryFS {
  readonly #files: Files;
  constructor(folder: string) {
    super();
    this.#files = filesOf(folder);
  }
  override initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    files?.mkdirTree(DATA);
    for (const path of this.#files.folders) files?.mkdirTree(`${DATA}/${path}`);
    // PGlite takes the bytes it is given for its own.
    for (const [path, bytes] of this.#files.files) files?.writeFile(`${DATA}/${path}`, Uint8Array.from(bytes), { canOwn: true } as object);
    return Promise.resolve();
  }
}
