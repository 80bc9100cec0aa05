/** The checks of `npm test` that run no code of the product. They are asked about a mutant that every test let pass. */
import { execFile } from 'node:child_process';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  teams: ['scripts/teamScope.ts'],
  texts: ['--disable-warning=ExperimentalWarning', 'scripts/untranslated.ts'],
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
};

const firstOf = (root: string, args: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, out, err) =>
      resolve(error === null ? null : (`${err}\n${out}`.split('\n').find((line) => line.trim() !== '') ?? 'it fails')),
    );
  });

interface Noticed {
  readonly check: string;
  readonly why: string;
}
/** Whether each check fails on the tree without a mutant. */
const failing = new Map<string, boolean>();

/**
 * The first check that fails on a tree with a mutant in it. A check that also fails without the mutant does not count; the tree without the
 * mutant is checked only after a failure, because the types alone take as long as a dozen test files.
 */
export async function firstFailedCheck(root: string, withoutMutant: <T>(work: () => Promise<T>) => Promise<T>): Promise<Noticed | null> {
  for (const [check, args] of Object.entries(CHECKS)) {
    if (failing.get(check) === true) continue;
    const why = await firstOf(root, args);
    if (why === null) continue;
    if (!failing.has(check)) {
      const own = await withoutMutant(() => firstOf(root, args));
      if (own !== null) console.error(`${check} fail by themselves, no mutant is tried against them: ${own}`);
      failing.set(check, own !== null);
    }
    if (failing.get(check) === false) return { check, why };
  }
  return null;
}
