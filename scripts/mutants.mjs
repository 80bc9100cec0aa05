import { install, node, root, run } from './pinned.mjs';

await install();
try {
  await run(node, ['--disable-warning=ExperimentalWarning', `${root}/scripts/mutants.ts`, ...process.argv.slice(2)]);
} catch {
  process.exitCode = 1;
}
