/** Which test files call which function: recorded by running every test once with functions that note their calls. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { inScope } from './scope.ts';
import type { SourceMutant } from './source.ts';
import { copyOf } from './tree.ts';

const Reach = v.object({
  /** By path, in ms. */
  tests: v.record(v.string(), v.number()),
  /** By path and number of a function, as a mutant names the one it is in. */
  calls: v.record(v.string(), v.array(v.string())),
  /** A hash of each file as it was. */
  sources: v.record(v.string(), v.string()),
});
export type Reach = v.InferOutput<typeof Reach>;

const Report = v.object({
  testResults: v.array(v.object({ name: v.string(), status: v.string(), startTime: v.number(), endTime: v.number() })),
});
const Noted = v.object({ testPath: v.string(), reached: v.array(v.string()) });

const keptAt = (root: string) => join(root, 'node_modules/.actum-reach.json');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('base64url');

/** Files mutants are drawn from, from the root. */
export const sourcesOf = (root: string): readonly string[] =>
  globSync(['domain/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(inScope)
    .sort();

export function keptReach(root: string): Reach | null {
  return existsSync(keptAt(root)) ? v.parse(Reach, readJson(keptAt(root))) : null;
}

/** Runs every test. Throws when one fails, because a test that already fails would count as catching every mutant. */
export async function recordReach(root: string): Promise<Reach> {
  const copy = copyOf(root);
  const noted = mkdtempSync(join(tmpdir(), 'actum-reached-'));
  const report = join(noted, 'report');
  try {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts'];
    const child = spawn(process.execPath, [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
      cwd: copy.root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, REACHED_DIR: noted },
    });
    await new Promise((resolve) => child.on('exit', resolve));
    const reach: Reach = { tests: {}, calls: {}, sources: {} };
    const { testResults } = v.parse(Report, readJson(report));
    for (const { name, status, startTime, endTime } of testResults) {
      const test = relative(copy.root, name);
      if (status === 'passed') reach.tests[test] = Math.round(endTime - startTime);
      else console.log(`${test} fails by itself: no mutant is played against it`);
    }
    for (const name of readdirSync(noted).filter((each) => each.endsWith('.json'))) {
      const { testPath, reached } = v.parse(Noted, readJson(join(noted, name)));
      const test = relative(copy.root, testPath);
      if (test in reach.tests) for (const called of reached) reach.calls[called] = [...(reach.calls[called] ?? []), test];
    }
    for (const path of sourcesOf(root)) reach.sources[path] = hashOf(join(root, path));
    writeFileSync(keptAt(root), JSON.stringify(reach));
    return reach;
  } finally {
    copy.remove();
    rmSync(noted, { recursive: true, force: true });
  }
}

/** Code that runs in processes of its own, where no call is noted, and the function that starts them. */
const IN_CHILDREN = { of: /^(?:server\/imports\/reading|domain)\//, startedBy: 'server/imports/reading/guard.ts' };

const words = (path: string) =>
  new Set(
    path
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !['tests', 'test', 'ts', 'tsx', 'server', 'view', 'views', 'src'].includes(word)),
  );

/** The test files that call a mutant's function, the nearest first: those named like its file, then the quickest. */
export function testsOf(mutant: SourceMutant, reach: Reach, root: string): readonly string[] {
  const isSame = reach.sources[mutant.path] === hashOf(join(root, mutant.path));
  const callersOf = (isOne: (called: string) => boolean) =>
    Object.keys(reach.calls)
      .filter(isOne)
      .flatMap((called) => reach.calls[called] ?? []);
  const inFile = () => callersOf((called) => called.startsWith(`${mutant.path}#`));
  const own = isSame && mutant.inFunction >= 0 ? (reach.calls[`${mutant.path}#${mutant.inFunction}`] ?? []) : inFile();
  const elsewhere = IN_CHILDREN.of.test(mutant.path) ? callersOf((called) => called.startsWith(`${IN_CHILDREN.startedBy}#`)) : [];
  const near = words(mutant.path);
  const distance = (test: string) => {
    const alike = [...words(test)].filter((word) => near.has(word)).length;
    return (reach.tests[test] ?? 0) / 4 ** alike;
  };
  const readers = elsewhere.filter((test) => !own.includes(test));
  return [...new Set(own)]
    .sort((one, other) => distance(one) - distance(other))
    .concat([...new Set(readers)].sort((one, other) => distance(one) - distance(other)));
}
