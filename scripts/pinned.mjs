// Runs on any Node (18 or later) before anything is installed, so it imports no package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Runs a program to its end in the project's folder with its output shown; throws when it fails. */
export function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code, signal) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${signal ?? code}`))));
  });
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    let entries = null;
    try {
      entries = readdirSync(full).sort();
    } catch {
      hash.update(path).update(readFileSync(full));
    }
    for (const entry of entries ?? []) add(`${path}/${entry}`);
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** Does a piece of work unless its inputs are the same as when it was last done. */
async function unlessDone(stamp, inputs, work) {
  const wanted = fingerprint(inputs);
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === wanted) return;
  await work();
  writeFileSync(path, wanted);
}

/** Installs the packages of the lock file, the pinned Node among them. */
export async function install() {
  await unlessDone('node_modules/.actum-installed', ['package-lock.json'], async () => {
    refuseReadOnly();
    console.log('Installing packages …');
    // `npm ci` fails where a registry lacks an optional package of another platform.
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    const npm = process.env.npm_execpath;
    if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args]);
    else await run('npm', args);
  });
  if (!existsSync(node)) throw new Error('The pinned Node was not installed: delete node_modules and try again');
}

/** A service's user may read the program and not change it. */
function refuseReadOnly() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    console.error(`The packages of this version are not installed. As a user who may write to ${root}: node scripts/install.mjs`);
    process.exit(1);
  }
}

/** Compiles the texts of all languages into src/messages/compiled. */
export async function messages() {
  const compiled = 'src/messages/compiled';
  const inputs = [...texts(), 'src/messages/project.inlang/settings.json', 'scripts/messages.ts', 'package-lock.json'];
  await unlessDone(`${compiled}/.made-from`, inputs, () => run(node, ['scripts/messages.ts']));
}
const texts = () => {
  const folder = 'src/messages';
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${folder}/${name}`);
};

/** Builds the client into dist/, and the code of the process that reads workbooks. */
export async function build() {
  await messages();
  await run(node, ['--disable-warning=ExperimentalWarning', 'scripts/reader.ts']);
  await unlessDone(
    'dist/.made-from',
    [
      'src',
      'domain',
      'index.html',
      'vite.config.ts',
      'scripts/ahead.ts',
      'scripts/chunks.ts',
      'scripts/compiledEarly.ts',
      'scripts/compressed.ts',
      'package-lock.json',
    ],
    async () => {
      console.log('Building the client …');
      await run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
    },
  );
}

/**
 * Starts the server for the person at this terminal. With the embedded database the server is tuned for a small machine: one malloc arena
 * and a small young generation take 75 MB less, and an import costs the same.
 */
export function startServer(environment = {}, stdio = 'inherit') {
  // A person reads the log here, even where the output passes through another program.
  const env = { LOG_FORMAT: 'lines', ...process.env, ...environment };
  const isSmall = !env.DATABASE_URL;
  const args = ['--disable-warning=ExperimentalWarning', ...(isSmall ? ['--max-semi-space-size=8'] : []), 'server/main.ts'];
  return spawn(node, args, { cwd: root, stdio, env: { ...(isSmall && { MALLOC_ARENA_MAX: '1' }), ...env } });
}

const SHELL_WATCHED_EVERY = 500;

/**
 * Calls `end` with a signal when this process is to end. npm passes a signal only to the shell between them, which ends without passing it on, so
 * under npm the end of that shell counts as SIGTERM.
 */
export function whenToldToEnd(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    end('SIGTERM');
  }, SHELL_WATCHED_EVERY);
  watch.unref();
}

/** Ends this process with programs that run beside each other. When one ends, so do the others: a server left behind keeps its data folder. */
export function endTogether(programs) {
  let left = programs.length;
  let failed = null;
  const endAll = (signal) => {
    for (const program of programs) program.kill(signal);
  };
  whenToldToEnd(endAll);
  for (const program of programs) {
    program.on('exit', (code) => {
      failed ??= code ?? 1;
      left -= 1;
      if (left === 0) process.exit(failed);
      endAll('SIGTERM');
    });
  }
}

/** Runs a command for the administrator of the installation; the process ends with the command's exit code. */
export async function command(name) {
  await install();
  const args = ['--disable-warning=ExperimentalWarning', 'server/command.ts', name, ...process.argv.slice(2)];
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { MALLOC_ARENA_MAX: '1', ...process.env } });
  whenToldToEnd((signal) => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
