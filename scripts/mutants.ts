/**
 * Breaks the code in ways a person might, and runs the tests to see whether they notice: each mutant must be caught, or be named in
 * scripts/mutants/equivalent.ts with the reason why it changes nothing.
 *
 *   npm run mutants                              every mutant of the machines, against their models
 *   npm run mutants -- editQueue grid            those of some machines
 *   npm run mutants -- --seed 7 --count 40       a sample of all other code, against the tests that call it
 *   npm run mutants -- --seed 7 --count 400 --part 1/4   a quarter of that sample: a large one takes hours, and two parts run well beside each other
 *   npm run mutants -- --in server/acts --all    every mutant of a folder or a file; --in may be repeated
 *   npm run mutants -- --seed 7 --most 40        asks up to 40 test files about each, the nearest first, in place of 8
 *   npm run mutants -- --record unit             runs the tests of a vitest project to note which functions each calls: samples are then quicker and surer
 *   npm run mutants -- --seed tree --least 0.5   what `npm test` does with domain/: no types, and fails only when more than half survive
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Part } from './mutants/sample.ts';
import { root } from './pinned.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '40' },
    part: { type: 'string', default: '1/1' },
    all: { type: 'boolean', default: false },
    in: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '8' },
    least: { type: 'string' },
    record: { type: 'string', multiple: true },
  },
});

if (values.record !== undefined) {
  const { recordReach } = await import('./mutants/reach.ts');
  await recordReach(root, values.record);
} else if (values.seed === undefined && !values.all) {
  const { tryMachines } = await import('./mutants/machines.ts');
  process.exitCode = (await tryMachines(positionals)) === 0 ? 0 : 1;
} else {
  const { tryCode } = await import('./mutants/code.ts');
  const seed = values.seed === 'tree' ? seedOf(['domain', 'tests/domain']) : Number(values.seed ?? 1);
  const count = values.all ? null : Number(values.count);
  const { caught, survived } = await tryCode({
    seed,
    count,
    part: partOf(values.part),
    within: values.in,
    most: Number(values.most),
    withChecks: values.least === undefined,
  });
  // With --least survivors are only printed: a change to one file must not fail because the tests of another file miss a mutant.
  process.exitCode = values.least === undefined ? Number(survived > 0) : Number(caught < Number(values.least) * (caught + survived));
}

/** "2/4", the second of four parts. */
function partOf(text: string): Part {
  const [number = 0, of = 0] = text.split('/').map(Number);
  if (!(Number.isInteger(of) && Number.isInteger(number) && number >= 1 && number <= of))
    throw new Error(`--part is 1/4 to 4/4, not ${text}`);
  return { number, of };
}

/** A seed derived from the files' contents, so that a failing run fails again until a file changes. */
function seedOf(folders: readonly string[]): number {
  const hash = createHash('sha256');
  for (const path of globSync(folders.map((folder) => `${folder}/**/*.ts`)).sort()) hash.update(readFileSync(path));
  return hash.digest().readUInt32BE() >>> 1;
}
