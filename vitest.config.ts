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
    // The samples are read the same on either engine.
    exclude: name === 'embedded' ? [] : ['tests/server/samples.test.ts'],
    globalSetup: [`tests/server/${name}.setup.ts`],
    setupFiles: [SEED, 'tests/server/hashing.setup.ts'],
    // Threads of one process share the embedded engine's compiled code: a tenth less work than processes.
    pool: 'threads',
  },
});

/** Files that ask for another document than the others have: in a worker of its project each would end it, and the next file begin a new one. */
const OWN_DOCUMENT = ['tests/services/fileSending.test.ts', 'tests/views/cookies.test.ts', 'tests/views/plainCookies.test.ts'];

const walked = fileURLToPath(new URL('walking/coverage/xstate.ts', import.meta.url));
/** Where the whole run counts the transitions its tests take. */
const isCounted = process.env.WALKED_DIR !== undefined;
const countingXstate = {
  name: 'counting-xstate',
  enforce: 'pre' as const,
  resolveId(source: string, importer: string | undefined) {
    if (!isCounted) return null;
    // Its other form asks for XState where nothing can be put in its place.
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
  // Vite would take the package's development build, the packages that use it Node's choice: two copies refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    env: { FC_SEED: process.env.FC_SEED ?? String(seedOfCommit()) },
    // By itself it leaves one core out, of two.
    maxWorkers: 2,
    // Some start or end real processes, others try thousands of cases, on machines that may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // By itself a poll gives up after a second, which is little on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // A process and a copy of all modules for each file cost more than most files' tests: a worker's files share them. What a test changes of the
    // process or the page, it puts back.
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
