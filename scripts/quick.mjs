/** The checks without tests: `types`, `lint`, and `fix`, which repairs findings of `lint` where it can. */
import { install, messages, node, run } from './pinned.mjs';

const biome = (...args) => ['node_modules/@biomejs/biome/bin/biome', ...args];
const oxlint = (...args) => ['node_modules/oxlint/bin/oxlint', '--type-aware', ...args];
const COMMANDS = {
  types: [['node_modules/typescript/bin/tsc', '-p', '.']],
  lint: [
    biome('ci', '.', '--diagnostic-level=error'),
    ['scripts/untranslated.ts'],
    ['scripts/unusedExports.ts'],
    ['scripts/teamScope.ts'],
    oxlint('--deny-warnings'),
  ],
  fix: [biome('check', '--write', '.', '--diagnostic-level=error'), oxlint('--fix')],
};

const commands = COMMANDS[process.argv[2]];
if (commands === undefined) {
  console.error(`Usage: npm run ${Object.keys(COMMANDS).join(', npm run ')}`);
  process.exit(2);
}

await install();
await messages();
for (const command of commands) {
  await run(node, command).catch(() => {
    process.exitCode = 1;
  });
}
