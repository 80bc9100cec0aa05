/** Which test files call which function: recorded by running tests once with functions that note their calls. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { inScope } from './scope.ts';
import { copyOf } from './tree.ts';

const TestReach = v.object({
  /** Milliseconds. */
  took: v.number(),
  hash: v.string(),
  /** By file, the numbers of the functions called, as a mutant names the one it is in; -1 when the file is loaded. */
  calls: v.record(v.string(), v.array(v.number())),
});
const ProjectReach = v.object({
  /** By path. */
  tests: v.record(v.string(), TestReach),
  /** A hash of each test file that fails without any mutant. */
  failing: v.record(v.string(), v.string()),
  /** A hash of each source file as it was. */
  sources: v.record(v.string(), v.string()),
});
/** By vitest project, so that one can be recorded again without the others. */
const Reach = v.record(v.string(), ProjectReach);
export type Reach = v.InferOutput<typeof Reach>;
type ProjectReach = v.InferOutput<typeof ProjectReach>;

const Report = v.object({
  testResults: v.array(v.object({ name: v.string(), status: v.string(), startTime: v.number(), endTime: v.number() })),
});
const Noted = v.object({ testPath: v.string(), reached: v.array(v.string()) });

const keptAt = (root: string) => join(root, 'node_modules/.cache/reach.json');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
export const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('base64url');

/** Files mutants are drawn from, from the root. */
export const sourcesOf = (root: string): readonly string[] =>
  globSync(['domain/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(inScope)
    .sort();

/** The stored recording; empty when there is none or it has another format. */
export function keptReach(root: string): Reach {
  const kept = v.safeParse(Reach, existsSync(keptAt(root)) ? readJson(keptAt(root)) : {});
  return kept.success ? kept.output : {};
}

function callsOf(reached: readonly string[]): Readonly<Record<string, number[]>> {
  const calls: Record<string, number[]> = {};
  for (const called of reached) {
    const [path = '', at = ''] = called.split('#');
    calls[path] = [...(calls[path] ?? []), Number(at)];
  }
  return calls;
}

/** Runs the tests of a project. Leaves out those that fail, because a test that already fails would count as catching every mutant. */
async function recordProject(copy: string, project: string): Promise<ProjectReach> {
  const noted = mkdtempSync(join(tmpdir(), 'actum-reached-'));
  const report = join(noted, 'report');
  try {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts', '--project', project];
    const child = spawn(process.execPath, [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, REACHED_DIR: noted },
    });
    await new Promise((resolve) => child.on('exit', resolve));
    const tests: Record<string, v.InferOutput<typeof TestReach>> = {};
    const failing: Record<string, string> = {};
    for (const { name, status, startTime, endTime } of v.parse(Report, readJson(report)).testResults) {
      const test = relative(copy, name);
      if (status === 'passed') tests[test] = { took: Math.round(endTime - startTime), hash: hashOf(name), calls: {} };
      else {
        failing[test] = hashOf(name);
        console.log(`${test} fails by itself: no mutant is tried against it until it is changed`);
      }
    }
    for (const name of readdirSync(noted).filter((each) => each.endsWith('.json'))) {
      const { testPath, reached } = v.parse(Noted, readJson(join(noted, name)));
      const test = tests[relative(copy, testPath)];
      if (test !== undefined) test.calls = callsOf(reached);
    }
    return { tests, failing, sources: Object.fromEntries(sourcesOf(copy).map((path) => [path, hashOf(join(copy, path))])) };
  } finally {
    rmSync(noted, { recursive: true, force: true });
  }
}

/** Runs the tests of some projects; each project's result is stored as soon as it is known. */
export async function recordReach(root: string, projects: readonly string[]): Promise<void> {
  const copy = copyOf(root);
  try {
    for (const project of projects) {
      const began = performance.now();
      const recorded = await recordProject(copy.root, project);
      mkdirSync(dirname(keptAt(root)), { recursive: true });
      writeFileSync(keptAt(root), JSON.stringify({ ...keptReach(root), [project]: recorded }));
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`recorded ${Object.keys(recorded.tests).length} test files of ${project} in ${seconds} s`);
    }
  } finally {
    copy.remove();
  }
}
