/** Mutants of all code but the machines', each against the tests that call the function it is in. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../pinned.mjs';
import { equivalentTo, unknownEquivalents } from './equivalent.ts';
import { distancesFrom, importersOf } from './imports.ts';
import type { Game, Played } from './player.ts';
import { keptReach, type Reach, recordReach, sourcesOf, testsOf } from './reach.ts';
import { drawnFrom } from './sample.ts';
import { drawFrom, mutated, type SourceMutant } from './source.ts';
import { copyOf } from './tree.ts';

/** Most test files that run against one mutant, the nearest first. */
const MOST_TESTS = 10;
/** Milliseconds a mutant may take beyond three times its tests, because a busy machine must not look like a mutant that never ends. */
const PATIENCE = 60_000;

/** Tests that need neither a server nor a browser. */
const UNIT_TESTS = 'tests/{domain,machines,services}/**/*.test.ts';
const ALL_TESTS = 'tests/{domain,machines,services,server,views}/**/*.test.{ts,tsx}';

interface Sampling {
  readonly seed: number;
  /** Null plays all. */
  readonly count: number | null;
  /** Only mutants of files whose path begins with this. */
  readonly within: string;
  readonly isRecordedAgain: boolean;
}
type Verdict = { readonly kind: 'caught'; readonly by: string } | { readonly kind: 'survived' | 'equivalent' | 'uncalled' };

const mutantsWithin = (within: string): readonly SourceMutant[] =>
  sourcesOf(root)
    .filter((path) => path.startsWith(within))
    .flatMap((path) => drawFrom(path, readFileSync(join(root, path), 'utf8')).mutants);

/** The process that plays; it is started again after a mutant that never ends. */
function openPlayer() {
  const copy = copyOf(root);
  const start = () =>
    fork(join(copy.root, 'scripts/mutants/player.ts'), { cwd: copy.root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });
  let child = start();
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  process.once('exit', end);
  return {
    /** Null when it did not end in time. */
    play: (game: Game, within: number) =>
      new Promise<Played | null>((resolve, reject) => {
        const timer = setTimeout(() => {
          end();
          copy.restore(game.path);
          child = start();
          resolve(null);
        }, within);
        child.once('message', (message: { readonly played?: Played; readonly error?: string }) => {
          clearTimeout(timer);
          if (message.played === undefined) reject(new Error(message.error));
          else resolve(message.played);
        });
        child.send(game);
      }),
    close() {
      end();
      copy.remove();
    },
  };
}

async function verdictOn(
  mutant: SourceMutant,
  tests: readonly string[],
  took: Reach['tests'],
  player: ReturnType<typeof openPlayer>,
): Promise<Verdict> {
  if (tests.length === 0) return { kind: 'uncalled' };
  const text = mutated(readFileSync(join(root, mutant.path), 'utf8'), mutant);
  const within = PATIENCE + 3 * tests.reduce((sum, test) => sum + (took[test] ?? 0), 0);
  const played = await player.play({ path: mutant.path, text, tests }, within);
  if (played === null) return { kind: 'caught', by: 'it never ends' };
  return played.failed === null ? { kind: 'survived' } : { kind: 'caught', by: `${played.failed.file}: ${played.failed.test}` };
}

const shown = ({ path, line, kind, before, after }: SourceMutant) =>
  `${path}:${line} ${kind}: ${before.replaceAll(/\s+/g, ' ').slice(0, 70)} → ${after.replaceAll(/\s+/g, ' ').slice(0, 70) || 'nothing'}`;

/** Plays a sample; answers how many were caught, and how many survived that are not named as equivalent. */
export async function playCode({
  seed,
  count,
  within,
  isRecordedAgain,
}: Sampling): Promise<{ readonly caught: number; readonly survived: number }> {
  const outdated = unknownEquivalents(root);
  for (const each of outdated) console.log(`named as equivalent, but no longer there: ${each.path}: ${each.before}`);
  const reach = isRecordedAgain ? await recordReach(root) : keptReach(root);
  const isOfDomain = within.startsWith('domain');
  const distances = distancesFrom(root, isOfDomain ? UNIT_TESTS : ALL_TESTS);
  if (reach === null)
    console.log('Which test calls which function was never recorded (--record): the tests nearest by their imports are run');
  const all = mutantsWithin(within);
  const sample = count === null ? all : drawnFrom(all, count, seed);
  console.log(`seed ${seed}: ${sample.length} of ${all.length} mutants`);
  const began = performance.now();
  const player = openPlayer();
  const counts = { caught: 0, equivalent: 0, survived: 0, uncalled: 0 };
  try {
    for (const mutant of sample) {
      const isNamed = equivalentTo(mutant, readFileSync(join(root, mutant.path), 'utf8'));
      const tests = (reach === null || isOfDomain ? importersOf(distances, mutant.path) : testsOf(mutant, reach, root)).slice(
        0,
        MOST_TESTS,
      );
      const verdict: Verdict = isNamed ? { kind: 'equivalent' } : await verdictOn(mutant, tests, reach?.tests ?? {}, player);
      counts[verdict.kind] += 1;
      console.log(`${verdict.kind}: ${shown(mutant)}${verdict.kind === 'caught' ? ` | ${verdict.by}` : ''}`);
    }
  } finally {
    player.close();
  }
  const { caught, equivalent, survived, uncalled } = counts;
  console.log(
    `\n${caught} of ${sample.length - equivalent} caught, ${survived} survived, ${uncalled} in code no test calls, ${equivalent} equivalent`,
  );
  console.log(`${Math.round((performance.now() - began) / 1000)} s`);
  return { caught, survived: survived + uncalled + outdated.length };
}
