/**
 * Copies only the files a server needs to run into a new folder: `node scripts/shipped.ts FOLDER`. These are the server, the built client and the
 * packages that server/ and domain/ import, with their dependencies. The container is built from it (deploy/container/Containerfile).
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const IMPORTED = /(?:from|import\(|import|resolve\()\s*'([^'.][^']*)'/g;
const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

/** The packages that the server's own files import. */
function imported(): ReadonlySet<string> {
  const names = ['server', 'domain'].flatMap((folder) =>
    filesIn(folder).flatMap((path) =>
      [...readFileSync(join(root, folder, path), 'utf8').matchAll(IMPORTED)].map(([, specifier = '']) => nameOf(specifier)),
    ),
  );
  return new Set(names.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)));
}

/** Where Node finds a package that a folder's files import; null when it is not installed, as an optional one may be. */
function folderOf(name: string, from: string): string | null {
  const here = join(from, 'node_modules', name);
  if (existsSync(join(here, 'package.json'))) return here;
  return from === root || from === dirname(from) ? null : folderOf(name, dirname(from));
}

/** The folders of the packages and of everything they depend on. */
function needed(): ReadonlySet<string> {
  const folders = new Set<string>();
  const take = (name: string, from: string) => {
    const folder = folderOf(name, from);
    if (folder === null || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    };
    for (const each of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) take(each, folder);
  };
  for (const name of imported()) take(name, root);
  return folders;
}

/** Files for people and for tools, and the extensions of the embedded database, none of which is used. */
const isLeftOut = (path: string) => /\.(?:map|md|markdown|d\.[cm]?ts|tar\.gz)$/i.test(path);

const target = process.argv[2];
if (target === undefined || existsSync(target)) {
  console.error('node scripts/shipped.ts FOLDER copies what a server needs into FOLDER, which is made');
  process.exit(2);
}
mkdirSync(target, { recursive: true });
for (const path of ['server', 'domain', 'dist', 'package.json']) cpSync(join(root, path), join(target, path), { recursive: true });
const packages = needed();
for (const folder of packages)
  cpSync(folder, join(target, relative(root, folder)), {
    recursive: true,
    // A nested package is copied separately when it is needed.
    filter: (path) => path === folder || !(isLeftOut(path) || relative(folder, path).split('/')[0] === 'node_modules'),
  });
mkdirSync(join(target, 'node_modules/node/bin'), { recursive: true });
copyFileSync(join(root, 'node_modules/node/bin/node'), join(target, 'node_modules/node/bin/node'));
console.log(`${packages.size} packages and their Node are in ${target}`);
