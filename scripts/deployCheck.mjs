import { build, install, node, root, run } from './pinned.mjs';

await install();
await build();
try {
  await run(node, ['--disable-warning=ExperimentalWarning', `${root}/tests/deploy/run.ts`]);
} catch {
  process.exitCode = 1;
}
