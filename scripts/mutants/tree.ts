/** A copy of the tree for applying mutants. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Copy {
  readonly root: string;
  /** Copies a file from the tree again. */
  restore(path: string): void;
  remove(): void;
}

/** Shares a folder by hard links, or copies it where that fails; a symbolic link would lead the guarded reading process out of the copy. */
function shareFolder(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

/** Written in place by the compiler, so the copy has its own. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';

/** Copies the files git tracks or would add, and the files generated from them; the packages are shared. */
export function copyOf(root: string): Copy {
  const copy = mkdtempSync(join(tmpdir(), 'actum-mutants-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of [...listed.split('\n').filter((each) => each !== ''), 'src/messages/compiled', 'dist']) {
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  shareFolder(join(root, 'node_modules'), join(copy, 'node_modules'));
  rmSync(join(copy, TYPES_CACHE), { force: true });
  if (existsSync(join(root, TYPES_CACHE))) cpSync(join(root, TYPES_CACHE), join(copy, TYPES_CACHE));
  const restore = (path: string) => cpSync(join(root, path), join(copy, path));
  return { root: copy, restore, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
