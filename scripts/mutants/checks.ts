/** The checks of `npm test` that run no code of the product. They are asked about a mutant that every test let pass. */
import { execFile } from 'node:child_process';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
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
async function failedOf(root: string, checks: readonly string[]): Promise<readonly Noticed[]> {
  const noticed: Noticed[] = [];
  for (const check of checks) {
    const why = await firstOf(root, CHECKS[check] ?? []);
    if (why !== null) noticed.push({ check, why });
  }
  return noticed;
}

/** The checks of a tree; those that already fail are left out, because they would count as catching every mutant. */
export async function checksOf(root: string) {
  const broken = await failedOf(root, Object.keys(CHECKS));
  for (const { check, why } of broken) console.error(`${check} fail by themselves, no mutant is played against them: ${why}`);
  const sound = Object.keys(CHECKS).filter((check) => broken.every((each) => each.check !== check));
  return { firstFailed: async (): Promise<Noticed | null> => (await failedOf(root, sound))[0] ?? null };
}
