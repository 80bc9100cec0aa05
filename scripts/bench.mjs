import { build, install, node, root, run } from './pinned.mjs';

const benches = [
  'client',
  'visit',
  'edit',
  'read',
  'history',
  'payments',
  'carry',
  'estimate',
  'peers',
  'import',
  'memory',
  'backup',
  'subscribers',
  'outage',
  'failover',
  'upgrade',
  'rounding',
];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${benches.join(', ')}`);
  process.exit(1);
}
await install();
await build();
for (const name of asked.length > 0 ? asked : benches)
  await run(node, ['--disable-warning=ExperimentalWarning', `${root}/tests/bench/${name}.ts`]);
