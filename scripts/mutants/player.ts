/** Plays mutants in a copy of the tree: a process of its own, ended from outside where a mutant never ends. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** Tests are run with a file's text replaced; without a file, with the tree as it is. */
export interface Game {
  readonly path: string | null;
  readonly text: string;
  /** Test files from the root, in the order they are run until one fails. */
  readonly tests: readonly string[];
}
export interface Played {
  readonly failed: { readonly file: string; readonly test: string; readonly why: string } | null;
  /** In ms, of each test file that was run. */
  readonly took: Readonly<Record<string, number>>;
}

const root = process.cwd();
let opened: { vitest: Vitest; specifications: Map<string, TestSpecification> } | null = null;

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

function failureIn(modules: readonly TestModule[], errors: readonly unknown[]): Omit<NonNullable<Played['failed']>, 'file'> | null {
  for (const module of modules) {
    for (const test of module.children.allTests('failed')) return { test: test.fullName, why: test.result().errors?.[0]?.message ?? '' };
    const [error] = module.errors();
    if (error !== undefined || !module.ok()) return { test: '(the file)', why: error?.message ?? '' };
  }
  const [error] = errors;
  return error === undefined ? null : { test: '(outside of tests)', why: String((error as Error).message ?? error) };
}

async function play({ path, text, tests }: Game): Promise<Played> {
  opened ??= await open();
  const { vitest, specifications } = opened;
  const full = join(root, path ?? '');
  const original = path === null ? '' : readFileSync(full, 'utf8');
  const put = (content: string) => {
    if (path === null) return;
    writeFileSync(full, content);
    vitest.invalidateFile(full);
  };
  const took: Record<string, number> = {};
  put(text);
  try {
    for (const file of tests) {
      const specification = specifications.get(file);
      if (specification === undefined) throw new Error(`There is no test file ${file}`);
      const began = performance.now();
      const { testModules, unhandledErrors } = await vitest.rerunTestSpecifications([specification]);
      vitest.state.errorsSet.clear();
      took[file] = Math.round(performance.now() - began);
      // Modules of earlier runs are in the answer too.
      const own = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
      const failure = failureIn(own, unhandledErrors);
      if (failure !== null) return { failed: { file, ...failure }, took };
    }
    return { failed: null, took };
  } finally {
    put(original);
  }
}

process.on('message', (game: Game) => {
  play(game).then(
    (played) => process.send?.({ played }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
