/**
 * Runs every stage of `npm test`, two at a time; the last line counts passed and failed tests. With arguments it runs only those tests:
 * paths under tests/e2e in the browser, all others with vitest. When they include the tests of a machine in every layer, it lists the transitions of that
 * machine that none of them walks.
 */
import { type StdioOptions, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf, machinesWalkedBy, tableOf, unwalked, walkedIn } from '../walking/coverage/table.ts';
import { UNREACHED } from '../walking/coverage/unreached.ts';
import { folderInMemory } from './inMemory.ts';
import { build, root } from './pinned.mjs';
import { postgresPrograms } from './postgres.ts';
import { type Outcome, playwrightOutcome, vitestOutcome } from './reports.ts';

const reports = mkdtempSync(join(tmpdir(), 'actum-reports-'));
/** The folder in which tests write the transitions they took. */
const walked = join(reports, 'walked');
mkdirSync(walked);
/** Node's compile cache, because a run starts more than two hundred processes of the same programs. */
const compiled = join(root, 'node_modules/.cache/compiled');
/** The folder in memory for the files that tests create; null where TMPDIR is set or memory is short, and the usual folder is used. */
const inMemory = process.env.TMPDIR === undefined ? folderInMemory() : null;
const bin = (name: string) => join(root, 'node_modules', name);

type Env = Readonly<Record<string, string>>;

function run(args: readonly string[], stdio: StdioOptions, env: Env = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio,
      env: { NODE_COMPILE_CACHE: compiled, ...(inMemory !== null && { TMPDIR: inMemory }), ...process.env, ...env },
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

type Stage = (stdio: StdioOptions) => Promise<Outcome>;
type Stages = Readonly<Record<string, Stage>>;

/** A program that counts as one test. */
const whole =
  (...args: readonly string[]): Stage =>
  async (stdio) =>
    (await run(args, stdio)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Counts from a runner's report. A runner that fails without a failed test counts as one failure. */
function counted(succeeded: boolean, read: () => Outcome): Outcome {
  try {
    const outcome = read();
    return succeeded || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Runs vitest; `title` names its report. */
const vitest =
  (title: string, chosen: readonly string[], env: Env = {}): Stage =>
  async (stdio) => {
    const report = join(reports, `${title}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const succeeded = await run([bin('vitest/vitest.mjs'), 'run', ...reporters, ...chosen], stdio, env);
    return counted(succeeded, () => vitestOutcome(report));
  };

/** The client is built once, for whichever stage needs it first. */
let client: Promise<void> | null = null;
const built = () => (client ??= build());

const browser =
  (chosen: readonly string[], env: Env = {}): Stage =>
  async (stdio) => {
    await built();
    const report = join(reports, 'playwright.json');
    const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...chosen];
    const succeeded = await run(args, stdio, { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env });
    return counted(succeeded, () => playwrightOutcome(report));
  };

const counting = { WALKED_DIR: walked };

const projects = (...names: readonly string[]) =>
  vitest(
    names[0] ?? '',
    names.flatMap((name) => ['--project', name]),
    counting,
  );

/** Whichever of two lanes is free takes the next: quick checks first, then the longest, so that both lanes end at about the same time on any machine. */
const stages: Stages = {
  types: whole(bin('typescript/bin/tsc'), '-p', '.'),
  'format and lint': whole(bin('@biomejs/biome/bin/biome'), 'ci', '.', '--diagnostic-level=error'),
  texts: whole('scripts/untranslated.ts'),
  'unused exports': whole('scripts/unusedExports.ts'),
  'the team in every query': whole('scripts/teamScope.ts'),
  'promises and switches': whole(bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
  'sizes of the client': async (stdio) => {
    await built();
    return whole(bin('size-limit/bin.js'))(stdio);
  },
  'browser tests': browser([], counting),
  'server tests on the embedded database': projects('embedded'),
  ...(postgresPrograms() !== null && { 'server tests on PostgreSQL': projects('postgres') }),
  'unit, model and view tests': projects('unit', 'views', 'own document', 'reading'),
  'a sample of mutants': whole('scripts/mutants.ts', '--in', 'domain/', '--seed', 'tree', '--count', '8', '--least', '0.5'),
};
const finalStages: Stages = {
  'transitions walked': async () => {
    const machines = await walkedIn(walked);
    return reported(machines, faultsOf(machines, UNREACHED));
  },
};

function reported(machines: Awaited<ReturnType<typeof walkedIn>>, faults: readonly string[]): Outcome {
  console.log(tableOf(machines));
  for (const fault of faults) console.log(fault);
  return { passed: machines.length, failed: faults.length, failures: faults };
}

function only(args: readonly string[]): Stages {
  const isInBrowser = (arg: string) => /^(?:\.\/)?tests\/e2e(?:\/|$)/.test(arg);
  const isElsewhere = (arg: string) => /^(?:\.\/)?tests\//.test(arg) && !isInBrowser(arg);
  const isForBrowser = args.some(isInBrowser);
  const ids = machinesWalkedBy(args);
  const env = ids.length > 0 ? counting : {};
  return {
    ...((args.some(isElsewhere) || !isForBrowser) && {
      tests: vitest(
        'chosen',
        args.filter((arg) => !isInBrowser(arg)),
        env,
      ),
    }),
    ...(isForBrowser && {
      'browser tests': browser(
        args.filter((arg) => !isElsewhere(arg)),
        env,
      ),
    }),
    ...(ids.length > 0 && {
      'transitions walked': async () => {
        const machines = (await walkedIn(walked)).filter(({ machine }) => ids.includes(machine));
        return reported(machines, unwalked(machines, UNREACHED));
      },
    }),
  };
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 1000);
const total = { passed: 0, failed: 0 };
/** Repeated at the very end, because often only the end of a long output is kept. */
const allFailures: string[] = [];

/** Runs the waiting stages one after another. The output of each is shown as it is written, or when the stage has ended. */
async function runStages(waiting: [string, Stage][], output: 'as written' | 'at the end' = 'as written'): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, stage] = next;
    const begun = performance.now();
    const path = join(reports, 'output');
    const file = output === 'at the end' ? openSync(path, 'w') : null;
    console.log(`\n— ${name}${file === null ? '' : ': begun, its output follows'}`);
    // A stage that throws, such as a build, counts as one failure: the run must go on, because it counts the other lane too.
    const stdio: StdioOptions = file === null ? 'inherit' : ['ignore', file, file];
    const { passed, failed, failures } = await stage(stdio).catch((error: unknown): Outcome => {
      console.error(error);
      return { passed: 0, failed: 1 };
    });
    if (failed > 0) allFailures.push(...(failures === undefined || failures.length === 0 ? [name] : failures));
    if (file !== null) {
      closeSync(file);
      console.log(`\n— ${name}\n${readFileSync(path, 'utf8')}`);
    }
    console.log(`— ${name}: ${passed} passed, ${failed} failed in ${secondsSince(begun)} s`);
    total.passed += passed;
    total.failed += failed;
  }
}

const chosen = process.argv.slice(2);
const begun = performance.now();
if (chosen.length > 0) await runStages(Object.entries(only(chosen)));
else {
  const waiting = Object.entries(stages);
  await Promise.all([runStages(waiting), runStages(waiting, 'at the end')]);
  await runStages(Object.entries(finalStages));
}
for (const made of [reports, inMemory]) if (made !== null) rmSync(made, { recursive: true, force: true });
if (postgresPrograms() === null) {
  console.log(
    '\nSkipped: the server and browser tests on PostgreSQL, because this machine has no PostgreSQL server programs (Debian: postgresql).',
  );
}
if (process.env.SAMPLES_DIR === undefined) console.log('\nSkipped: the tests on shared workbooks, because SAMPLES_DIR is not set.');
if (allFailures.length > 0) console.log(`\nFailed:\n${allFailures.join('\n')}`);
console.log(`\nIn ${secondsSince(begun)} s\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
