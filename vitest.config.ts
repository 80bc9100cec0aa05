import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { postgresPrograms } from './scripts/postgres.ts';

/**
 * The seed of property tests, taken from the commit's code, so that a run that fails fails again, and a commit of documents alone tries the
 * same cases; `FC_SEED=7 npm test` tries others.
 */
function seedOfCommit(): number {
  try {
    const trees = execFileSync('git', ['rev-parse', 'HEAD:domain', 'HEAD:server'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return trees.split('\n').reduce((seed, tree) => seed ^ Number.parseInt(tree.slice(0, 7) || '0', 16), 0);
  } catch {
    return 1; // A copy without its history.
  }
}
const SEED = 'tests/seed.setup.ts';

/** The server's tests run on every database engine this machine has. */
const engine = (name: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'node',
    include: ['tests/server/*.test.ts'],
    // Reading the samples does not depend on the engine.
    exclude: name === 'embedded' ? [] : ['tests/server/samples.test.ts'],
    globalSetup: [`tests/server/${name}.setup.ts`],
    setupFiles: [SEED, 'tests/server/hashing.setup.ts'],
    // Threads of one process share the embedded engine's compiled code: a tenth less work than processes.
    pool: 'threads',
  },
});

/** Files that need a document with other settings. Among the other files, each would make the worker end and start anew. */
const OWN_DOCUMENT = ['tests/services/fileSending.test.ts', 'tests/views/cookies.test.ts', 'tests/views/plainCookies.test.ts'];

const walked = fileURLToPath(new URL('walking/coverage/xstate.ts', import.meta.url));
/** Set when the whole run counts the transitions that its tests take. */
const isCounted = process.env.WALKED_DIR !== undefined;
const countingXstate = {
  name: 'counting-xstate',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (!isCounted) return null;
    // Its CommonJS form would load XState where it cannot be replaced.
    if (source === '@xstate/react') return fileURLToPath(new URL('node_modules/@xstate/react/dist/xstate-react.esm.js', import.meta.url));
    return source === 'xstate' && importer !== walked ? walked : null;
  },
};
// Modules cached by other runs import XState itself, so a counted run leaves the cache out.
const counting = isCounted
  ? { setupFiles: ['tests/coverage.setup.ts'], server: { deps: { inline: [/@xstate.react/] } }, fsModuleCache: false }
  : {};

const inDocument = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...counting,
    ...test,
    environment: 'jsdom',
    setupFiles: ['tests/views/shared.setup.ts', ...(counting.setupFiles ?? [])],
  },
});

export default defineConfig({
  plugins: [react(), countingXstate],
  // Vite would load the package's development build, and the packages that use it Node's default: two copies refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    env: { FC_SEED: process.env.FC_SEED ?? String(seedOfCommit()) },
    // By default Vitest leaves one core unused, of two.
    maxWorkers: 2,
    // Some tests start or end real processes, others try thousands of cases, on machines that may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // By default a poll gives up after a second, which is too little on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // A process and a copy of all modules for each file cost more than most files' tests: a worker's files share them. A test therefore restores whatever it
    // changes in the process or the page.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          ...counting,
          name: 'unit',
          environment: 'node',
          setupFiles: [SEED, ...(counting.setupFiles ?? [])],
          include: ['tests/{docs,domain,machines,scripts,services,transitions}/**/*.test.ts'],
          exclude: OWN_DOCUMENT,
        },
      },
      inDocument({ name: 'views', include: ['tests/views/**/*.test.{ts,tsx}'], exclude: OWN_DOCUMENT }),
      inDocument({ name: 'own document', include: OWN_DOCUMENT }),
      {
        extends: true,
        test: {
          name: 'reading',
          environment: 'node',
          include: ['tests/server/reading/**/*.test.ts'],
          setupFiles: [SEED],
        },
      },
      engine('embedded'),
      ...(postgresPrograms() === null ? [] : [engine('postgres')]),
    ],
  },
});
