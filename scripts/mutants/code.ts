/** Mutants of all code but the machines', each against the tests that call the function it is in. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../pinned.mjs';
import { equivalentTo, unknownEquivalents } from './equivalent.ts';
import { distancesFrom } from './imports.ts';
import { durationOf, testsOf } from './nearness.ts';
import { keptReach, sourcesOf } from './reach.ts';
import type { Job, JobResult, Message } from './runner.ts';
import { drawnFrom, inPart, type Part } from './sample.ts';
import { drawFrom, mutated, type SourceMutant } from './source.ts';
import { copyOf } from './tree.ts';

/** Milliseconds allowed for everything except tests: starting the runner, and the checks without tests. */
const PATIENCE = 120_000;
/** Milliseconds a test file may take: far more than it does, because a busy machine must not look like a mutant that never ends. */
const patienceWith = (took: number) => 20_000 + 10 * took;

/** Tests that need no server, and all. */
const QUICK_TESTS = ['tests/{docs,domain,machines,services,views}/**/*.test.{ts,tsx}', 'tests/server/reading/**/*.test.ts'];
const ALL_TESTS = [...QUICK_TESTS, 'tests/server/*.test.ts'];

interface Sampling {
  readonly seed: number;
  /** How many mutants are tried; null for all. */
  readonly count: number | null;
  /** The part of the sample that is tried. */
  readonly part: Part;
  /** Only mutants of files whose path begins with one of these; all when there is none. */
  readonly within: readonly string[];
  /** Test files that run against one mutant at most, the nearest first. */
  readonly most: number;
  /** Whether the types and texts count as tests: they take as long as a dozen test files. */
  readonly withChecks: boolean;
}
type Verdict = { readonly kind: 'caught'; readonly by: string } | { readonly kind: 'survived' | 'equivalent' | 'uncalled' | 'endless' };

const mutantsWithin = (within: readonly string[]): readonly SourceMutant[] =>
  sourcesOf(root)
    .filter((path) => within.length === 0 || within.some((start) => path.startsWith(start)))
    .flatMap((path) => drawFrom(path, readFileSync(join(root, path), 'utf8')).mutants);

/** Starts the process that runs tests against mutants, and starts it again after a mutant that never ends. */
function openRunner(patienceFor: (part: string) => number) {
  const copy = copyOf(root);
  const start = () =>
    fork(join(copy.root, 'scripts/mutants/runner.ts'), { cwd: copy.root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });
  let child = start();
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  const close = () => {
    end();
    copy.remove();
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return {
    /** Null when a part of the work did not end in time. */
    run: (job: Job) =>
      new Promise<JobResult | null>((resolve, reject) => {
        const settle = (settled: () => void) => {
          clearTimeout(timer);
          child.removeAllListeners('message').removeAllListeners('exit');
          settled();
        };
        const giveUp = () => {
          end();
          copy.restore(job.path);
          child = start();
          resolve(null);
        };
        let timer = setTimeout(() => settle(giveUp), PATIENCE);
        child.on('message', (message: Message) => {
          if ('begins' in message) {
            clearTimeout(timer);
            timer = setTimeout(() => settle(giveUp), patienceFor(message.begins));
          } else settle(() => ('result' in message ? resolve(message.result) : reject(new Error(message.error))));
        });
        child.once('exit', () => settle(() => reject(new Error('The runner has ended'))));
        child.send(job);
      }),
    close,
  };
}

async function verdictOn(mutant: SourceMutant, job: Omit<Job, 'path' | 'text'>, runner: ReturnType<typeof openRunner>): Promise<Verdict> {
  const broken = { ...job, path: mutant.path, text: mutated(readFileSync(join(root, mutant.path), 'utf8'), mutant) };
  const first = await runner.run(broken);
  const isSure = first !== null && (first.failed === null || first.failed.kind === 'sure');
  const result = isSure ? first : await runner.run(broken);
  if (result === null || result.failed?.kind === 'late') return { kind: 'endless' };
  if (result.failed !== null)
    return { kind: 'caught', by: `${result.failed.by}${isSure ? '' : ` (in the second run: ${result.failed.why})`}` };
  return { kind: job.tests.length === 0 ? 'uncalled' : 'survived' };
}

const shown = ({ path, line, kind, before, after }: SourceMutant) =>
  `${path}:${line} ${kind}: ${before.replaceAll(/\s+/g, ' ').slice(0, 70)} → ${after.replaceAll(/\s+/g, ' ').slice(0, 70) || 'nothing'}`;

/** Tries the mutants of a sample; returns how many mutants were caught, and how many survived without being named as equivalent. */
export async function tryCode({
  seed,
  count,
  part,
  within,
  most,
  withChecks,
}: Sampling): Promise<{ readonly caught: number; readonly survived: number }> {
  const outdated = unknownEquivalents(root);
  for (const each of outdated) console.log(`named as equivalent, but no longer there: ${each.path}: ${each.before}`);
  const reach = keptReach(root);
  if (Object.keys(reach).length === 0)
    console.log('Which test calls which function was never recorded (--record): the tests nearest by their imports are run');
  const all = mutantsWithin(within);
  const isOfDomain = all.every(({ path }) => path.startsWith('domain/'));
  const distances = distancesFrom(root, isOfDomain ? QUICK_TESTS : ALL_TESTS);
  const sample = inPart(count === null ? all : drawnFrom(all, count, seed), part);
  console.log(`seed ${seed}: ${sample.length} of ${all.length} mutants`);
  const began = performance.now();
  const runner = openRunner((part) => (part.includes('tests/') ? patienceWith(durationOf(part, reach)) : PATIENCE));
  const counts = { caught: 0, equivalent: 0, survived: 0, uncalled: 0, endless: 0 };
  try {
    for (const mutant of sample) {
      const isNamed = equivalentTo(mutant, readFileSync(join(root, mutant.path), 'utf8'));
      const tests = testsOf(mutant, reach, distances, root).slice(0, most);
      const verdict: Verdict = isNamed ? { kind: 'equivalent' } : await verdictOn(mutant, { tests, withChecks }, runner);
      counts[verdict.kind] += 1;
      console.log(`${verdict.kind}: ${shown(mutant)}${verdict.kind === 'caught' ? ` | ${verdict.by}` : ''}`);
    }
  } finally {
    runner.close();
  }
  const { caught, equivalent, survived, uncalled, endless } = counts;
  console.log(
    `\n${caught} of ${sample.length - equivalent} caught, ${endless} too late in two runs, ${survived} survived, ${uncalled} in code no test calls, ${equivalent} equivalent`,
  );
  console.log(`${Math.round((performance.now() - began) / 1000)} s`);
  return { caught, survived: survived + uncalled + outdated.length };
}
