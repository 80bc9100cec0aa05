import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  'review',
  'whole',
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
const folder = mkdtempSync(join(tmpdir(), 'actum-bench-'));
const findings = join(folder, 'findings');
process.env.BENCH_FINDINGS = findings;
try {
  for (const name of asked.length > 0 ? asked : benches)
    await run(node, ['--disable-warning=ExperimentalWarning', `${root}/tests/bench/${name}.ts`]);
} finally {
  if (existsSync(findings)) printAims(readFileSync(findings, 'utf8').trim().split('\n').map(JSON.parse));
  rmSync(folder, { recursive: true, force: true });
}

/** Every figure that has a target, beside the baseline it is measured against (tests/bench/findings.ts). */
function printAims(found) {
  const short = (figure) => Number(figure.toFixed(figure < 10 ? 2 : 0));
  console.log('\nFigures and their aims');
  console.table(
    Object.fromEntries(
      found.map(({ what, measured, beside, aim, isRate }) => [
        what,
        {
          measured: short(measured),
          beside: beside ?? '',
          aim: `${isRate ? '≥' : '≤'} ${aim}`,
          met: (isRate ? measured >= aim : measured <= aim) ? 'yes' : 'no',
        },
      ]),
    ),
  );
}
