/**
 * The code of the reading process bundled into one file. Without it Node would find each of its modules on the disk, strip its types and
 * compile it again in every such process, which takes longer than reading most files. `npm start` and `npm test` make the bundle; where the
 * code is newer, it is made on first use.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const PROJECT = join(HERE, '..', '..', '..');
/** Only files that a server is shipped with, because the bundle is looked up even where none can be made. */
const MADE_FROM = ['server/imports/reading', 'domain', 'package.json'];
const COMPILED = 'compiled';
const MAKER = join(PROJECT, 'scripts', 'reader.ts');
/** To be changed when scripts/reader.ts makes a different bundle of the same files. */
const BUNDLE_VERSION = '1';

/** The folder of the bundle, named by a hash of the files it is made from. */
export async function readerFolder(): Promise<string> {
  const hash = createHash('sha256').update(`${BUNDLE_VERSION} ${process.version}`);
  for (const source of MADE_FROM) {
    const path = join(PROJECT, source);
    const names = source.includes('.') ? [''] : await sources(path);
    const texts = await Promise.all(names.map((name) => readFile(join(path, name))));
    for (const [at, text] of texts.entries()) hash.update(`${source}/${names[at]} ${text.length}\n`).update(text);
  }
  return join(HERE, COMPILED, hash.digest('hex').slice(0, 32));
}

async function sources(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.c?ts$|\.cjs$/.test(name) && !name.startsWith(COMPILED)).sort();
}

async function folderWithBundle(): Promise<string> {
  const folder = await readerFolder();
  const isMade = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isMade) await make();
  return folder;
}

function make(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAKER], { env: {}, stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The code of the reading process was not made (${code})`))));
  });
}

let made: Promise<string> | null = null;

/** The folder with the code of the reading process. */
export function preparedReader(): Promise<string> {
  made ??= folderWithBundle().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}
