/** Runs tests against mutants in a copy of the tree: a process of its own, ended from outside where a mutant never ends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { firstFailedCheck } from './checks.ts';

/** Tests to run with the text of a file replaced. */
export interface Job {
  readonly path: string;
  readonly text: string;
  /** Test files from the root, in the order they are run until one fails; before the name of one that runs on PostgreSQL `postgres:`. */
  readonly tests: readonly string[];
  /** Whether the checks without tests are run on a mutant that survived every test. */
  readonly withChecks: boolean;
}
export interface JobResult {
  readonly failed: { readonly by: string; readonly why: string; readonly kind: FailureKind } | null;
}
/** A busy machine causes the last two as well: a test that took too long, and a file that failed outside of its tests. */
type FailureKind = 'sure' | 'late' | 'outside';
export type Message =
  /** A part of the work begins, so its time limit starts over. */
  { readonly begins: string } | { readonly result: JobResult } | { readonly error: string };

const root = process.cwd();
const send = (message: Message) => process.send?.(message);
let opened: Promise<{ vitest: Vitest; specifications: Map<string, TestSpecification> }> | null = null;

async function open() {
  const vitest = await createVitest('test', {
    config: join(root, 'scripts/mutants/vitest.config.ts'),
    watch: false,
    reporters: [{}],
    ui: false,
  });
  const found = await vitest.globTestSpecifications();
  return {
    vitest,
    specifications: new Map(
      found.map((each) => [`${each.project.name === 'postgres' ? 'postgres:' : ''}${each.moduleId.slice(root.length + 1)}`, each]),
    ),
  };
}

interface Failure {
  readonly test: string;
  readonly why: string;
  readonly kind: FailureKind;
}
const kindOf = (why: string, otherwise: FailureKind) => (/timed out|timeout/i.test(why) ? 'late' : otherwise);
function failureIn(modules: readonly TestModule[], errors: readonly unknown[]): Failure | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) {
      const why = test.result().errors?.[0]?.message ?? '';
      return { test: test.fullName, why, kind: kindOf(why, 'sure') };
    }
    const [error] = module.errors();
    const why = error?.message ?? '';
    if (error !== undefined || !module.ok()) return { test: '(the file)', why, kind: kindOf(why, 'outside') };
  }
  const [error] = errors;
  const why = String((error as Error | undefined)?.message ?? error);
  return error === undefined ? null : { test: '(outside of tests)', why, kind: kindOf(why, 'outside') };
}

async function firstFailure(tests: readonly string[]): Promise<JobResult['failed']> {
  opened ??= open();
  const { vitest, specifications } = await opened;
  for (const file of tests) {
    const specification = specifications.get(file);
    // PostgreSQL's programs are not on every machine.
    if (specification === undefined && file.startsWith('postgres:')) continue;
    if (specification === undefined) throw new Error(`There is no test file ${file}`);
    send({ begins: file });
    const { testModules, unhandledErrors } = await vitest.rerunTestSpecifications([specification]);
    vitest.state.errorsSet.clear();
    // The result includes modules of earlier runs.
    const own = testModules.filter(({ moduleId, project }) => moduleId === specification.moduleId && project === specification.project);
    const failure = failureIn(own, unhandledErrors);
    if (failure !== null) return { ...failure, by: `${file}: ${failure.test}` };
  }
  return null;
}

async function run({ path, text, tests, withChecks }: Job): Promise<JobResult> {
  const full = join(root, path);
  const original = readFileSync(full, 'utf8');
  const put = async (content: string) => {
    writeFileSync(full, content);
    (await opened)?.vitest.invalidateFile(full);
  };
  await put(text);
  try {
    const failed = await firstFailure(tests);
    if (failed !== null || !withChecks) return { failed };
    send({ begins: 'the checks without tests' });
    const noticed = await firstFailedCheck(root, async (work) => {
      await put(original);
      const answer = await work();
      await put(text);
      return answer;
    });
    return { failed: noticed === null ? null : { by: noticed.check, why: noticed.why, kind: 'sure' } };
  } finally {
    await put(original);
  }
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => send({ result }),
    (error: unknown) => send({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
