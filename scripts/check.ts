/**
 * Runs every stage of `npm test` in order; the last line counts passed and failed tests. With arguments it runs only those tests: paths under tests/e2e in
 * the browser, all others with vitest.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf, tableOf, walkedIn } from '../walking/coverage/table.ts';
import { UNREACHED } from '../walking/coverage/unreached.ts';
import { build, root } from './pinned.mjs';
import { postgresPrograms } from './postgres.ts';

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'actum-reports-'));
/** The folder in which tests write the transitions they took. */
const walked = join(reports, 'walked');
mkdirSync(walked);
/** Node's compile cache, because a run starts more than two hundred processes of the same programs. */
const compiled = join(root, 'node_modules/.cache/compiled');
const bin = (name: string) => join(root, 'node_modules', name);

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

const whole = async (work: Promise<boolean>): Promise<Outcome> => ((await work) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Counts from a runner's report. A runner that fails without a failed test counts as one failure. */
function counted(succeeded: boolean, read: () => Outcome): Outcome {
  try {
    const outcome = read();
    return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

async function vitest(chosen: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await run([bin('vitest/vitest.mjs'), 'run', ...reporters, ...chosen], env);
  return counted(succeeded, () => {
    const { numPassedTests, numFailedTests } = json(report) as { numPassedTests: number; numFailedTests: number };
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

async function browser(chosen: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  await build();
  const report = join(reports, 'playwright.json');
  const succeeded = await run([bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...chosen], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...env,
  });
  return counted(succeeded, () => {
    const { stats } = json(report) as { stats: { expected: number; unexpected: number; flaky: number } };
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

type Stages = Readonly<Record<string, () => Promise<Outcome>>>;
const counting = { WALKED_DIR: walked };

const everything: Stages = {
  types: () => whole(run([bin('typescript/bin/tsc'), '-p', '.'])),
  'format and lint': () => whole(run([bin('@biomejs/biome/bin/biome'), 'ci', '.', '--diagnostic-level=error'])),
  texts: () => whole(run(['scripts/untranslated.ts'])),
  'unused exports': () => whole(run(['scripts/unusedExports.ts'])),
  'promises and switches': () => whole(run([bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])),
  'unit, model, view and server tests': () => vitest([], counting),
  'a sample of mutants': () => whole(run(['scripts/mutants.ts', '--in', 'domain/', '--seed', 'tree', '--count', '8', '--least', '0.5'])),
  'sizes of the client': async () => {
    await build();
    return whole(run([bin('size-limit/bin.js')]));
  },
  'browser tests': () => browser([], counting),
  'transitions walked': async () => {
    const machines = await walkedIn(walked);
    console.log(tableOf(machines));
    const faults = faultsOf(machines, UNREACHED);
    for (const fault of faults) console.log(fault);
    return { passed: machines.length, failed: faults.length };
  },
};

function only(args: readonly string[]): Stages {
  const isInBrowser = (arg: string) => /^(?:\.\/)?tests\/e2e(?:\/|$)/.test(arg);
  const isElsewhere = (arg: string) => /^(?:\.\/)?tests\//.test(arg) && !isInBrowser(arg);
  const isForBrowser = args.some(isInBrowser);
  return {
    ...((args.some(isElsewhere) || !isForBrowser) && {
      tests: () =>
        vitest(
          args.filter((arg) => !isInBrowser(arg)),
          {},
        ),
    }),
    ...(isForBrowser && {
      'browser tests': () =>
        browser(
          args.filter((arg) => !isElsewhere(arg)),
          {},
        ),
    }),
  };
}

const chosen = process.argv.slice(2);
const total = { passed: 0, failed: 0 };
for (const [name, stage] of Object.entries(chosen.length === 0 ? everything : only(chosen))) {
  console.log(`\n— ${name}`);
  const begun = performance.now();
  const { passed, failed } = await stage();
  console.log(`— ${name}: ${passed} passed, ${failed} failed in ${Math.round((performance.now() - begun) / 1000)} s`);
  total.passed += passed;
  total.failed += failed;
}
rmSync(reports, { recursive: true, force: true });
if (postgresPrograms() === null) {
  console.log(
    '\nSkipped: the server and browser tests on PostgreSQL, for this machine has no PostgreSQL server programs (Debian: postgresql).',
  );
}
if (process.env.SAMPLES_DIR === undefined) console.log('\nSkipped: the tests on shared workbooks, for SAMPLES_DIR is not set.');
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
