import { install, messages, node, root, run } from './pinned.mjs';

await install();
await messages();
try {
  await run(node, ['--disable-warning=ExperimentalWarning', `${root}/scripts/check.ts`, ...process.argv.slice(2)]);
} catch {
  process.exitCode = 1;
}
